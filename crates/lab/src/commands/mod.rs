//! The commands of the laboratory.

pub mod compare;
mod failure;
pub mod measure;
pub mod run;
pub mod simulate;
pub mod table;

pub use failure::Failure;
