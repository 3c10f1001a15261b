//! The results of the list searches of a reduction.

use dwindle_reduce::{List, Units};
use serde::{Deserialize, Serialize};

use super::class::{Queries, Query};
use crate::statistics::spearman;

/// How a reduction is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// Records the queries, without influence on the reduction.
    Queries,
    /// After each list search, each remaining unit is tried alone until none can be removed: these
    /// are the units that the search missed. This changes the rest of the reduction.
    Closure,
}

/// Figures over all list searches of one reduction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lists {
    /// The number of completed searches on lists of at least one unit.
    pub n_lists: u64,
    /// Their queries, by class.
    pub queries: Queries,
    /// The queries made after the searches, with [`Watch::Closure`].
    pub closing: Query,
    /// The number of searches whose result was not 1-minimal, with [`Watch::Closure`].
    pub not_minimal: u64,
    /// The number of searches with a defined correlation between the weight and the removal of
    /// units.
    pub n_correlated: u64,
    /// The sum of these correlations.
    pub sum_rho: f64,
}

impl Lists {
    /// Adds a completed search.
    pub(super) fn add(&mut self, queries: &Queries, closing: Query, rho: Option<f64>) {
        self.n_lists += 1;
        for (sum, query) in self.queries.iter_mut().zip(queries) {
            sum.asked += query.asked;
            sum.succeeded += query.succeeded;
        }
        self.closing.asked += closing.asked;
        self.closing.succeeded += closing.succeeded;
        self.not_minimal += u64::from(0 < closing.succeeded);
        self.n_correlated += u64::from(rho.is_some());
        self.sum_rho += rho.unwrap_or(0.0);
    }

    /// Returns the mean correlation of weight and removal.
    pub fn mean_rho(&self) -> Option<f64> {
        (0 < self.n_correlated).then(|| self.sum_rho / self.n_correlated as f64)
    }
}

/// Returns Spearman's correlation between weights and the share of units of that weight that were
/// removed, as in section VI-A of the WDD paper. `None` if it is undefined: with fewer than three
/// weights, or if all weights have the same share.
pub(super) fn weight_and_deletion(list: &List, left_out: &Units) -> Option<f64> {
    let mut units: Vec<(u64, bool)> =
        (0..list.len()).map(|unit| (list.weight(unit), left_out.contains(unit))).collect();
    units.sort_unstable();
    let groups = units.chunk_by(|(one, _), (other, _)| one == other);
    let (weights, shares): (Vec<f64>, Vec<f64>) = groups
        .map(|group| {
            let n_gone = group.iter().filter(|(_, gone)| *gone).count();
            (group[0].0 as f64, n_gone as f64 / group.len() as f64)
        })
        .unzip();
    spearman(&weights, &shares).map(|found| found.rho)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn light_units_that_go_correlate_negatively() {
        let list = List::weighted([1, 1, 2, 5, 9]);
        let rho = |gone: &[u32]| weight_and_deletion(&list, &gone.iter().copied().collect());
        assert_eq!(rho(&[0, 1]), rho(&[0, 1]));
        assert!(rho(&[0, 1, 2]).unwrap() < -0.8);
        assert!(0.8 < rho(&[3, 4]).unwrap());
        assert_eq!(rho(&[]), None);
        assert_eq!(weight_and_deletion(&List::uniform(9), &Units::range(0..4)), None);
    }
}
