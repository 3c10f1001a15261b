//! The commands of the laboratory.

pub mod simulate;
