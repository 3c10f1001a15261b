//! How other lists turned out.

use super::options::EmptyList;
use crate::search::split::{Hazard, N_RATES};

/// What the lists of a kind that were minimized so far say about the next one.
///
/// A pass keeps one for each kind of list that may differ from others (a kind of node, a level), gives it to the
/// searches it starts in [`ListOptions`](super::ListOptions), and records each list when its search has ended. It is
/// part of the pass's state: a fork of the pass takes its own copy along.
///
/// What is kept is not only the sum of units: lists of which all or none is needed are told from lists of which each
/// loses half.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evidence {
    n_lists: u32,
    n_needed: u64,
    n_cleared: u64,
    /// How many of the lists had each rate, of those that the searches tell apart.
    scales: [f64; N_RATES],
}

impl Evidence {
    /// Records a list of `n_units`, of which the search left out `n_left_out`; `empty` says whether it could have
    /// left out all of them.
    ///
    /// # Panics
    /// When more is left out than there is.
    pub fn record(&mut self, n_units: u32, n_left_out: u32, empty: EmptyList) {
        assert!(n_left_out <= n_units, "{n_left_out} units of {n_units} cannot be left out");
        let n_needed = n_units - n_left_out;
        let (needed, cleared) = (f64::from(n_needed), f64::from(n_left_out));
        let before = Hazard::informed(f64::from(n_units), self);
        let after = match empty {
            EmptyList::First => before.told(needed, cleared),
            EmptyList::Never => before.told_of_some(needed, cleared),
        };
        for (sum, weight) in self.scales.iter_mut().zip(after.weights()) {
            *sum += weight;
        }
        self.n_lists += 1;
        self.n_needed += u64::from(n_needed);
        self.n_cleared += u64::from(n_left_out);
    }

    /// Counts the lists that were recorded.
    pub fn n_lists(&self) -> u32 {
        self.n_lists
    }

    /// Counts the units that were needed in them.
    pub fn n_needed(&self) -> u64 {
        self.n_needed
    }

    /// Counts the units that were left out of them.
    pub fn n_cleared(&self) -> u64 {
        self.n_cleared
    }

    pub(crate) fn scales(&self) -> &[f64; N_RATES] {
        &self.scales
    }
}
