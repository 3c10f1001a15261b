//! What the list searches of a reduction came to.

use dwindle_reduce::{List, Units};
use serde::{Deserialize, Serialize};

use super::class::{Queries, Query};
use crate::statistics::spearman;

/// How a reduction is watched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Watch {
    /// Without any influence on it.
    Queries,
    /// When a list search has ended, each unit that it left is tried alone until none can go: what
    /// goes then, the search has missed. The reduction is another one after that.
    Closure,
}

/// Figures over all list searches of one reduction.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lists {
    /// Searches that went to their end, on lists of at least one unit.
    pub n_lists: u64,
    /// What they asked, by class.
    pub queries: Queries,
    /// What was asked to close them, where that was asked for.
    pub closing: Query,
    /// Searches whose result was not 1-minimal, where that was asked for.
    pub not_minimal: u64,
    /// Searches that have a correlation between the weight of units and whether they go.
    pub n_correlated: u64,
    /// The sum of these correlations.
    pub sum_rho: f64,
}

impl Lists {
    /// Adds a search that went to its end.
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

    /// Returns the mean correlation of weight and deletion.
    pub fn mean_rho(&self) -> Option<f64> {
        (0 < self.n_correlated).then(|| self.sum_rho / self.n_correlated as f64)
    }
}

/// Returns Spearman's correlation between weights and the share of the units of that weight that
/// went; as in section VI-A of the WDD paper. `None` where it is not defined: with fewer than three
/// weights, and where all weights have the same share.
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
