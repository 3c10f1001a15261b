//! Counts the tests of a search.

use std::collections::HashSet;

use dwindle_reduce::{Algorithm, List, ListOptions, Units};

use super::cases::{Case, Kept};

/// When a reduction ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// After one search.
    Once,
    /// When a repetition removes nothing, and no single unit can be removed.
    Minimal,
}

/// The result of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Distinct candidates that were tested.
    pub n_tests: usize,
    /// Units that were kept.
    pub n_kept: usize,
}

struct Reduction<'a> {
    case: &'a Case,
    n_units: u32,
    known: HashSet<Units>,
    left_out: Units,
}

impl Reduction<'_> {
    fn test(&mut self, left_out: Units) -> bool {
        let interesting = (self.case.property)(&Kept { left_out: &left_out, n_units: self.n_units });
        if interesting {
            self.left_out = left_out.clone();
        }
        self.known.insert(left_out);
        interesting
    }

    fn kept(&self) -> Vec<u32> {
        self.left_out.complement(self.n_units).iter().collect()
    }

    /// Searches the remaining units. Returns whether any was removed.
    fn search(&mut self, algorithm: &Algorithm, options: &ListOptions) -> bool {
        let (base, kept) = (self.left_out.clone(), self.kept());
        let list = if self.case.weights.iter().all(|weight| *weight == 1) {
            List::uniform(kept.len() as u32)
        } else {
            List::weighted(kept.iter().map(|unit| self.case.weights[*unit as usize]))
        };
        let mut search = (algorithm.start)(&list, options);
        while let Some(proposal) = search.propose() {
            let interesting =
                self.test(base.union(&proposal.iter().map(|unit| kept[unit as usize]).collect()));
            search.learn(interesting.into());
        }
        self.left_out != base
    }

    /// Tries each kept unit alone. Returns whether any was removed.
    fn verify(&mut self) -> bool {
        let (base, kept) = (self.left_out.clone(), self.kept());
        for unit in kept.iter().rev() {
            let without = self.left_out.union(&Units::range(*unit..unit + 1));
            if without.len() < self.n_units as usize {
                self.test(without);
            }
        }
        self.left_out != base
    }
}

/// Reduces one list.
pub fn count(case: &Case, algorithm: &Algorithm, options: &ListOptions, until: Until) -> Outcome {
    let n_units = case.weights.len() as u32;
    let mut reduction = Reduction { case, n_units, known: HashSet::new(), left_out: Units::none() };
    loop {
        let changed = reduction.search(algorithm, options);
        if until == Until::Once {
            break;
        }
        let verified = ["-verified", "-robust"].iter().any(|end| algorithm.name.ends_with(end));
        if (verified || !changed) && !reduction.verify() {
            break;
        }
    }
    Outcome { n_tests: reduction.known.len(), n_kept: n_units as usize - reduction.left_out.len() }
}
