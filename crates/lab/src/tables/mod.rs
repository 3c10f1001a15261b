//! Tables in Markdown, made from raw results.

mod cells;
mod experiment;
mod markdown;
mod numbers;
mod paired;

pub use cells::{Cell, Cells, Column, is_of_papers};
pub use experiment::{best_of_papers, compared_tables, experiment_tables};
pub use markdown::Markdown;
pub use numbers::{p_value, ratio, seconds};
pub use paired::{Paired, paired};
