//! The commands of the laboratory.

pub mod compare;
mod failure;
pub mod lists;
pub mod measure;
pub mod plot;
pub mod results;
pub mod run;
pub mod simulate;
pub mod table;

pub use failure::Failure;
