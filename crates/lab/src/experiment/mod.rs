//! Experiments: every case with every framework, list search and order, one process per
//! measurement.

mod case;
mod clock;
mod error;
mod grid;
mod measure;
mod raw;
mod record;
mod setting;
mod spawn;
mod synthetic;

pub use case::{Case, Roots, Subject};
pub use error::ExperimentError;
pub use grid::Grid;
pub use measure::measure;
pub use raw::Raw;
pub use record::{Point, Record, Status};
pub use setting::{OrderName, Setting};
pub use spawn::spawn;
pub use synthetic::{Synthetic, kind};

#[cfg(test)]
pub(crate) mod tests {
    pub(crate) use super::record::tests::record;
    pub(crate) use super::setting::tests::setting;
}
