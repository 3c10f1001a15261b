//! The commands, one file each.

pub mod agreements;
pub mod algorithms;
pub mod batch;
pub mod check;
pub mod completions;
pub mod languages;
pub mod man;
pub mod passes;
pub mod reduce;
pub mod report;
pub mod table;
pub mod verify;
pub mod worker;
