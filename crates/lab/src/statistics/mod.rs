//! The statistics of the papers: means, quantiles, Wilcoxon's signed-rank test, Spearman's rank
//! correlation.
//!
//! Tests compare each with values computed by SciPy 1.17.1, two of which are in SciPy's manual.

mod beta;
mod means;
mod quantiles;
mod ranks;
mod spearman;
mod wilcoxon;

pub use means::{geometric_mean, mean};
pub use quantiles::{median, quantile};
pub use ranks::midranks;
pub use spearman::{Spearman, spearman};
pub use wilcoxon::{Alternative, Distribution, Wilcoxon, Zeros, wilcoxon};
