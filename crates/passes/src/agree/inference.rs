//! The state of the inference of relations.

use rustc_hash::FxHashSet;

use super::facts::DocumentFacts;
use super::kinds::Kinds;
use super::known::Known;
use super::list::List;
use super::nest::Nest;
use super::relation::{Keys, Relation};
use crate::bits::Bits;

/// What has been found so far.
pub(super) struct Inference<'a> {
    pub(super) facts: &'a DocumentFacts,
    /// What is known about its numbers from a larger document.
    pub(super) known: &'a Known,
    pub(super) kinds: Kinds,
    pub(super) relations: Vec<Relation>,
    pub(super) keys: Vec<Keys>,
    /// Ranges of consecutive ids, and the references to them.
    pub(super) spaces: Vec<Space>,
    /// Regions, each with the line that gives its length.
    pub(super) regions: Vec<std::ops::Range<u32>>,
    /// Regions whose length is given.
    pub(super) lengths: Vec<std::ops::Range<u32>>,
    /// The lines before and after regions.
    pub(super) frames: Vec<Vec<std::ops::Range<u32>>>,
    /// By class: sections that each begin with a definition.
    pub(super) sections: Vec<Vec<std::ops::Range<u32>>>,
    /// Lines, each with the atoms that are removed with it.
    pub(super) headed: Vec<(u32, std::ops::Range<u32>)>,
    /// The opening brackets of lists whose name resembles that of the indices into them.
    pub(super) indexed: FxHashSet<u32>,
    /// Lists of values that go on over the ends of lines: the atoms of each item.
    pub(super) wrapped: Vec<Vec<std::ops::Range<u32>>>,
    /// Lists of uses of names.
    pub(super) lists: Vec<List>,
    /// Records that begin and end something.
    pub(super) nests: Vec<Vec<Nest>>,
    /// Parts of paths, which are no names of their own.
    pub(super) in_paths: Bits,
    /// Words that refer to a definition.
    pub(super) refers: Bits,
    /// The atoms whose values a relation explains.
    explained: Bits,
    /// Whether less evidence is asked for.
    is_relaxed: bool,
}

/// Consecutive ids: where they are assigned, and where they are referred to.
pub(super) struct Space {
    /// The atoms that assign the ids, in document order.
    pub(super) slots: Vec<u32>,
    /// By class: the atoms that refer to them.
    pub(super) references: Vec<Vec<u32>>,
}

impl<'a> Inference<'a> {
    pub(super) fn new(facts: &'a DocumentFacts, known: &'a Known) -> Inference<'a> {
        let n_atoms = facts.atoms.len();
        Inference {
            facts,
            known,
            kinds: Kinds::of(facts),
            relations: Vec::new(),
            keys: Vec::new(),
            spaces: Vec::new(),
            regions: Vec::new(),
            lengths: Vec::new(),
            frames: Vec::new(),
            sections: Vec::new(),
            headed: Vec::new(),
            indexed: FxHashSet::default(),
            wrapped: Vec::new(),
            lists: Vec::new(),
            nests: Vec::new(),
            in_paths: Bits::none(n_atoms),
            refers: Bits::none(n_atoms),
            explained: Bits::none(n_atoms),
            is_relaxed: false,
        }
    }

    /// Asks for less evidence from now on, if there are few numbers: a false relation costs few
    /// trials then, and there is no more evidence. Returns whether it does.
    pub(super) fn relax(&mut self) -> bool {
        self.is_relaxed = self.facts.n_numbers <= FEW_NUMBERS;
        self.is_relaxed
    }

    /// Returns `usual`, or `relaxed` if less evidence is asked for.
    pub(super) fn fewest(&self, usual: usize, relaxed: usize) -> usize {
        if self.is_relaxed { relaxed } else { usual }
    }

    /// Whether an atom's value is explained by a relation.
    pub(super) fn is_explained(&self, at: u32) -> bool {
        self.explained.has(at)
    }

    /// Returns the slots whose values are not explained yet.
    pub(super) fn unexplained(&self, slots: &[u32]) -> Vec<u32> {
        slots.iter().copied().filter(|&at| !self.is_explained(at)).collect()
    }

    /// Returns the values of the slots, if there are at least `fewest` and none is explained yet.
    pub(super) fn values_of_all(&self, slots: &[u32], fewest: usize) -> Option<Vec<i64>> {
        let is_free = fewest <= slots.len() && !slots.iter().any(|&at| self.is_explained(at));
        is_free.then(|| slots.iter().map(|&at| self.value(at)).collect())
    }

    /// Whether the values of a class may be explained by a relation of the whole class: they are
    /// not explained yet, or by relations of at most half of the class, which are chance then.
    pub(super) fn may_explain(&self, slots: &[u32]) -> bool {
        let n_explained = slots.iter().filter(|&&at| self.is_explained(at)).count();
        let parts = self.relations.iter().filter(|relation| is_part(relation, slots));
        n_explained == parts.map(|relation| relation.targets.len()).sum::<usize>()
    }

    /// Adds a relation instead of those of parts of its targets.
    pub(super) fn replace(&mut self, relation: Relation) {
        self.relations.retain(|one| !is_part(one, &relation.targets));
        self.take(relation);
    }

    /// Marks an atom as explained.
    pub(super) fn explain(&mut self, at: u32) {
        self.explained.insert(at);
    }

    /// Adds a relation, and marks its targets as explained.
    pub(super) fn take(&mut self, relation: Relation) {
        relation.targets.iter().for_each(|&at| self.explained.insert(at));
        self.relations.push(relation);
    }

    /// Returns the value of a number.
    pub(super) fn value(&self, at: u32) -> i64 {
        self.facts.atoms.amount(at).unwrap_or(0)
    }
}

/// So many numbers are few.
const FEW_NUMBERS: usize = 64;

/// Whether the targets of a relation are at most half of a class.
fn is_part(relation: &Relation, slots: &[u32]) -> bool {
    2 * relation.targets.len() <= slots.len()
        && relation.targets.iter().all(|at| slots.binary_search(at).is_ok())
}
