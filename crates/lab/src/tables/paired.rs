//! Comparison of two columns on the cases that both have.

use super::cells::{Cell, Cells};
use crate::statistics::{Alternative, Zeros, geometric_mean, wilcoxon};

/// The comparison of a column with a reference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// The number of cases that both have.
    pub n: usize,
    /// The geometric mean of the ratio to the reference.
    pub ratio: Option<f64>,
    /// The p-value: Wilcoxon signed-rank, two-sided, on the logarithms of the ratios, so that a
    /// large case does not outweigh the others. `None` if nothing differs.
    pub p: Option<f64>,
}

/// Compares a column with a reference by a positive figure.
pub fn paired(
    cells: &Cells,
    column_idx: usize,
    reference_idx: usize,
    figure: impl Fn(&Cell) -> f64,
) -> Paired {
    let pair = |case_idx| {
        let (one, other) = (cells.get(case_idx, column_idx)?, cells.get(case_idx, reference_idx)?);
        Some((figure(one), figure(other)))
    };
    let pairs: Vec<(f64, f64)> = (0..cells.cases.len()).filter_map(pair).collect();
    let ratios: Vec<f64> = pairs.iter().map(|(one, other)| one / other).collect();
    let logarithms: Vec<f64> =
        pairs.iter().map(|(one, other)| if one == other { 0.0 } else { (one / other).ln() }).collect();
    Paired {
        n: pairs.len(),
        ratio: geometric_mean(&ratios),
        p: wilcoxon(&logarithms, Alternative::TwoSided, Zeros::LeftOut).map(|test| test.p),
    }
}
