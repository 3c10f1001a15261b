//! Contractions: two names become one, and what connects them is removed.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::facts::DocumentFacts;
use super::super::lines::Grouped;
use super::super::links::{Replacement, Splice};
use super::super::model::Model;
use super::super::relation::Keys;
use super::super::state::State;
use crate::agree::unit::{Unit, UnitList, unit};

/// For each class of names: edges that are contracted to their first end, edges that are contracted
/// to their second end; then nodes that are removed with one of their two edges, and the other edge
/// goes on.
pub(super) fn contractions(model: &Model, state: &State) -> Vec<UnitList> {
    let mut found = Vec::new();
    for keys in model.keys.iter().filter(|keys| keys.are_written) {
        let names = Names::of(model, state, keys);
        let edges = names.edges();
        let to = |kept: usize| edges.iter().filter_map(|edge| names.contracted(edge, kept)).collect();
        found.extend([to(0), to(1)]);
        found.extend(names.nodes());
    }
    found.retain(|list: &UnitList| !list.is_empty());
    found
}

/// The names of a class, and where they are used.
struct Names<'a> {
    model: &'a Model,
    /// By name: its only definition, if it is alive.
    definitions: Vec<Option<u32>>,
    /// By the start of its record: the name that is defined there.
    owners: FxHashMap<u32, usize>,
    /// By record: the live uses in it, without those that were redirected.
    records: Vec<(Range<u32>, Vec<Use>)>,
}

#[derive(Clone, Copy)]
struct Use {
    name: usize,
    at: u32,
}

/// A record that uses two names of the class and defines none of it.
struct Edge {
    record: Range<u32>,
    ends: [Use; 2],
}

impl<'a> Names<'a> {
    fn of(model: &'a Model, state: &State, keys: &Keys) -> Names<'a> {
        let definitions: Vec<Option<u32>> = keys
            .names
            .iter()
            .map(|name| match name.definitions[..] {
                [at] if state.alive.has(at) && name.whole.is_none() => Some(at),
                _ => None,
            })
            .collect();
        let mut by_record: Grouped<(u32, u32), Use> = Grouped::new();
        for (name, one) in keys.names.iter().enumerate().filter(|(name, _)| definitions[*name].is_some()) {
            for &at in one.uses.iter().filter(|&&at| state.alive.has(at) && !state.targets.contains_key(&at))
            {
                let record = model.facts.defining_record(at);
                by_record.push((record.start, record.end), Use { name, at });
            }
        }
        let records = by_record.into_groups().into_iter().map(|((start, end), uses)| (start..end, uses));
        let owner =
            |(name, at): (usize, &Option<u32>)| at.map(|at| (model.facts.defining_record(at).start, name));
        let owners = definitions.iter().enumerate().filter_map(owner).collect();
        Names { model, owners, records: records.collect(), definitions }
    }

    fn facts(&self) -> &DocumentFacts {
        &self.model.facts
    }

    fn edges(&self) -> Vec<Edge> {
        let edge = |(record, uses): &(Range<u32>, Vec<Use>)| match uses[..] {
            [one, other] if one.name != other.name && !self.owners.contains_key(&record.start) => {
                Some(Edge { record: record.clone(), ends: [one, other] })
            }
            _ => None,
        };
        self.records.iter().filter_map(edge).collect()
    }

    /// Returns the removal of an edge with one of its ends, whose other uses are redirected to the
    /// end that is kept.
    fn contracted(&self, edge: &Edge, kept: usize) -> Option<Unit> {
        let (kept, gone) = (edge.ends[kept], edge.ends[1 - kept]);
        let definition = self.definitions[gone.name]?;
        let splice = Splice { definition, to: Replacement::Operand(kept.at) };
        let spans = [edge.record.clone(), self.facts().defining_record(definition)];
        Some(Unit { splices: [splice].into(), ..unit(spans) })
    }

    /// Returns the kind of each name. Names that are used in the same place, behind the same atoms,
    /// are of one kind; if that is the same for all, those that are written alike are. O(uses).
    fn kinds(&self) -> Vec<Option<usize>> {
        let mut kinds: Vec<usize> = (0..self.definitions.len()).collect();
        let mut first_at: FxHashMap<u64, usize> = FxHashMap::default();
        let mut is_used = vec![false; kinds.len()];
        for one in self.records.iter().flat_map(|(_, uses)| uses) {
            is_used[one.name] = true;
            let place = self.facts().hash_before(one.at, PLACE);
            let first = *first_at.entry(place).or_insert(one.name);
            let (one, other) = (root(&kinds, one.name), root(&kinds, first));
            kinds[one.max(other)] = one.min(other);
        }
        let of_used = |name: usize| is_used[name].then(|| root(&kinds, name));
        let found: Vec<Option<usize>> = (0..kinds.len()).map(of_used).collect();
        let different: FxHashSet<usize> = found.iter().flatten().copied().collect();
        if 1 < different.len() {
            return found;
        }
        let shape = |at: &Option<u32>| at.map(|at| self.facts().atoms.shape(at) as usize);
        self.definitions.iter().map(shape).collect()
    }

    /// Returns, for pairs of names that use each other, the removal of both. What used one of them
    /// is redirected to the first or last other name of its kind that the other one uses.
    fn nodes(&self) -> [UnitList; 2] {
        let mut uses: FxHashMap<usize, &[Use]> = FxHashMap::default();
        for (record, of) in &self.records {
            if let Some(&owner) = self.owners.get(&record.start) {
                uses.insert(owner, of);
            }
        }
        let kinds = self.kinds();
        let used: FxHashSet<(usize, usize)> =
            uses.iter().flat_map(|(&by, of)| of.iter().map(move |one| (by, one.name))).collect();
        let is_mutual = |&&(by, other): &&(usize, usize)| by < other && used.contains(&(other, by));
        let mut pairs: Vec<(usize, usize)> = used.iter().filter(is_mutual).copied().collect();
        pairs.sort_unstable();
        // What stands for a name in the record of its partner.
        let heir = |name: usize, partner: usize, is_first: bool| {
            let mut others =
                uses[&partner].iter().filter(|one| one.name != name && kinds[one.name] == kinds[name]);
            let heir = if is_first { others.next() } else { others.next_back() }?;
            let definition = self.definitions[name]?;
            Some(Splice { definition, to: Replacement::Operand(heir.at) })
        };
        let both = |&(one, other): &(usize, usize), is_first: bool| {
            let splices = [heir(one, other, is_first)?, heir(other, one, is_first)?];
            let spans = splices.iter().map(|splice| self.facts().defining_record(splice.definition));
            Some(Unit { splices: splices.into(), ..unit(spans) })
        };
        [true, false].map(|is_first| pairs.iter().filter_map(|pair| both(pair, is_first)).collect())
    }
}

/// By how many atoms before it the place of a use is known.
const PLACE: usize = 4;

/// Returns the first of the names that are known to be of the same kind.
fn root(kinds: &[usize], name: usize) -> usize {
    let mut at = name;
    while kinds[at] != at {
        at = kinds[at];
    }
    at
}
