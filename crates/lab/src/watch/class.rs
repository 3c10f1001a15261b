//! The three classes of ddmin's queries.
//!
//! Zhang, Xu, Tian, Cheng, Sun: *Toward a Better Understanding of Probabilistic Delta Debugging*,
//! ICSE 2025, section IV-F.

use std::collections::HashSet;

use dwindle_reduce::Units;
use serde::{Deserialize, Serialize};

/// The class of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Keeps a subset that is smaller than half of the list, and nothing else.
    Complement,
    /// Removes a subset whose removal was tried before, when more units were left.
    Revisit,
    /// Anything else: for ddmin, removing a subset for the first time.
    Other,
}

impl Class {
    /// All classes, in the order of [`Queries`].
    pub const ALL: [Class; 3] = [Class::Complement, Class::Revisit, Class::Other];
}

/// Queries of one class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "(u64, u64)", from = "(u64, u64)")]
pub struct Query {
    /// The number of queries.
    pub asked: u64,
    /// The number of interesting ones.
    pub succeeded: u64,
}

impl From<Query> for (u64, u64) {
    fn from(query: Query) -> (u64, u64) {
        (query.asked, query.succeeded)
    }
}

impl From<(u64, u64)> for Query {
    fn from((asked, succeeded): (u64, u64)) -> Query {
        Query { asked, succeeded }
    }
}

/// The queries of each class, in the order of [`Class::ALL`].
pub type Queries = [Query; 3];

/// Classifies the queries of one list search. A query that the same search has made before is not
/// counted: caches answer it, in the paper's experiment and in ours.
#[derive(Clone, Debug)]
pub struct Sorter {
    n_units: u32,
    left_out: Units,
    asked: HashSet<Units>,
    tried: HashSet<Units>,
    queries: Queries,
}

impl Sorter {
    /// Creates a sorter for a list of `n_units`.
    pub fn new(n_units: u32) -> Sorter {
        let (asked, tried) = (HashSet::new(), HashSet::new());
        Sorter { n_units, left_out: Units::none(), asked, tried, queries: Queries::default() }
    }

    /// Records a query (all units that the candidate lacks) and its answer. Returns its class if it
    /// is counted.
    pub fn take(&mut self, proposal: &Units, interesting: bool) -> Option<Class> {
        let class = self.asked.insert(proposal.clone()).then(|| self.class(proposal));
        if let Some(class) = class {
            let query = &mut self.queries[class as usize];
            query.asked += 1;
            query.succeeded += u64::from(interesting);
        }
        if interesting {
            self.left_out = proposal.clone();
        }
        class
    }

    /// Halves differ by at most one unit: keeping one is removing the other.
    fn class(&mut self, proposal: &Units) -> Class {
        let removed = proposal.difference(&self.left_out);
        let n_kept = self.n_units as usize - proposal.len();
        if n_kept + 1 < removed.len() {
            return Class::Complement;
        }
        match self.tried.insert(removed) {
            true => Class::Other,
            false => Class::Revisit,
        }
    }

    /// Returns the units that are removed so far.
    pub fn left_out(&self) -> &Units {
        &self.left_out
    }

    /// Whether a proposal was made before.
    pub fn was_asked(&self, proposal: &Units) -> bool {
        self.asked.contains(proposal)
    }

    /// Returns the figures.
    pub fn queries(&self) -> Queries {
        self.queries
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Algorithm, List, ListOptions, Order};

    use super::*;

    /// Runs a search on eight units of which some are needed; returns the class of each counted
    /// query.
    fn classes(algorithm: &str, needed: &[u32]) -> Vec<(Class, bool)> {
        let options = ListOptions { order: Order::Forward, ..ListOptions::default() };
        let mut search = (Algorithm::named(algorithm).unwrap().start)(&List::uniform(8), &options);
        let mut sorter = Sorter::new(8);
        let mut found = Vec::new();
        while let Some(proposal) = search.propose() {
            let interesting = needed.iter().all(|&unit| !proposal.contains(unit));
            search.learn(interesting.into());
            found.extend(sorter.take(&proposal, interesting).map(|class| (class, interesting)));
        }
        let total: u64 = sorter.queries().iter().map(|query| query.asked).sum();
        assert_eq!(total, found.len() as u64);
        found
    }

    #[test]
    fn ddmin_keeps_small_subsets_and_tries_again_what_it_has_tried() {
        use Class::{Complement, Other, Revisit};
        let found = classes("ddmin", &[0, 1, 2, 4, 6]);
        // Halves; quarters, each alone and then without each; units, each alone; without the first
        // units until one can go.
        let expected =
            [vec![(Other, false); 2], vec![(Complement, false); 4], vec![(Other, false); 4]].concat();
        assert_eq!(found[..10], expected);
        assert_eq!(found[10..18], [(Complement, false); 8]);
        assert_eq!(found[18..22], [(Other, false), (Other, false), (Other, false), (Other, true)]);
        // From the start again; without the third and the fourth unit was a quarter, so that is
        // known.
        assert_eq!(found[22..26], [(Revisit, false), (Revisit, false), (Other, false), (Other, true)]);
    }

    #[test]
    fn cdd_neither_keeps_small_subsets_nor_tries_again() {
        assert!(classes("cdd", &[3]).iter().all(|(class, _)| *class != Class::Revisit));
    }
}
