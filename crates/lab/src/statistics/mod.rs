//! The statistics of the papers: means, quantiles, Wilcoxon's signed-rank test, Spearman's rank
//! correlation.
//!
//! Each is compared in its tests with values that SciPy 1.17.1 gives, two of which stand in SciPy's
//! manual.

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
