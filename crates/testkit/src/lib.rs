//! Helpers shared by the tests of several crates. The tests of the repository itself are in this
//! crate's `tests` directory.

pub mod documents;
pub mod lists;
#[cfg(target_os = "linux")]
pub mod refusal;
pub mod repository;
pub mod signals;
