//! Ranks: consecutive ids are renumbered, and references to them as well.

use rustc_hash::FxHashSet;

use super::super::inference::{Inference, Space};
use super::super::relation::{Phase, Probe, Relation, Rule};
use super::super::state::{Target, View};
use crate::bits::Bits;

/// The names of relations by which records are numbered.
pub(in crate::agree) const RUNNING: &str = "running number";
pub(in crate::agree) const RESTARTED: &str = "running number in blocks";
pub(in crate::agree) const DENSE: &str = "dense numbers";
/// The name of relations whose targets refer to assigned ids.
pub(in crate::agree) const REFERENCES: &str = "references";

/// Converts the spaces of ids to relations: one for the assigned ids, and one for each class of
/// references, which may be a coincidence. Spaces whose ids a relation explains are left alone.
pub(super) fn take(inference: &mut Inference<'_>) {
    let is_known: FxHashSet<u32> = inference.relations.iter().flat_map(|one| one.targets.clone()).collect();
    for space in std::mem::take(&mut inference.spaces) {
        inference.spaces.push(Space { references: Vec::new(), ..space });
        let space_idx = inference.spaces.len() - 1;
        let given = inference.spaces[space_idx].slots.clone();
        if given.iter().any(|at| is_known.contains(at)) {
            continue;
        }
        let take = |inference: &mut Inference<'_>, name, rule: Ranks, targets| {
            let relation = Relation::new(name, Phase::Ranks, targets, Box::new(rule));
            inference.take(relation.with_probe(Probe::AllSpread));
        };
        for references in space.references {
            let rule = Ranks { sets_given: false, ..Ranks::new(inference, &given, &references) };
            take(inference, REFERENCES, rule, references);
        }
        let rule = Ranks::new(inference, &given, &[]);
        take(inference, RUNNING, rule, given);
    }
}

/// The new id of a value is its rank among the live values.
pub(super) struct Ranks {
    base: i64,
    /// Whether it also renumbers the assigned ids; references are always renumbered.
    sets_given: bool,
    /// By value minus base: the atoms that assign it, and those that refer to it.
    given: Vec<Vec<u32>>,
    refer: Vec<Vec<u32>>,
}

impl Ranks {
    /// Creates the ranks of assigned ids and of references to them; the sign of a reference is
    /// ignored.
    pub(super) fn new(inference: &Inference<'_>, given: &[u32], refer: &[u32]) -> Ranks {
        let base = given.iter().map(|&at| inference.value(at).abs()).min().unwrap_or(0);
        let most = given.iter().map(|&at| inference.value(at).abs()).max().unwrap_or(0);
        let n_values = (most - base + 1) as usize;
        let mut ranks = Ranks {
            base,
            sets_given: true,
            given: vec![Vec::new(); n_values],
            refer: vec![Vec::new(); n_values],
        };
        let place = |at: u32| (inference.value(at).abs() - base) as usize;
        given.iter().for_each(|&at| ranks.given[place(at)].push(at));
        for &at in refer {
            if let Some(refer) = ranks.refer.get_mut(place(at)) {
                refer.push(at);
            }
        }
        ranks
    }
}

impl Rule for Ranks {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut rank = self.base;
        let targets = &view.state.targets;
        let stays = |at: u32| targets.is_empty() || !targets.contains_key(&at);
        let mut ranks = Vec::with_capacity(self.given.len());
        for (given, refer) in self.given.iter().zip(&self.refer) {
            let is_there = given.iter().any(|&at| view.lives(at));
            ranks.push(rank);
            let given = if self.sets_given { &given[..] } else { &[] };
            for &at in given.iter().chain(refer).filter(|&&at| is_there && view.lives(at) && stays(at)) {
                let is_negative = view.facts.atoms.text(at)[0] == b'-';
                set(at, if is_negative { -rank } else { rank });
            }
            rank += i64::from(is_there);
        }
        let number = |at: u32| view.facts.atoms.number(at).unwrap_or(0);
        for (at, target) in self.refer.iter().flatten().filter_map(|at| targets.get(at).map(|to| (*at, *to)))
        {
            match target {
                Target::Definition(given) => {
                    let place = usize::try_from(number(given).abs() - self.base).ok();
                    if let Some(&rank) = place.and_then(|place| ranks.get(place)) {
                        set(at, rank);
                    }
                }
                Target::Copy(other) => set(at, number(other)),
            }
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.given.iter().flatten().for_each(|&at| bits.insert(at));
        true
    }
}
