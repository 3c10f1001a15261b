//! What the tests of several crates share. The tests of the repository itself are in this crate's
//! `tests` folder.

pub mod documents;
pub mod repository;
pub mod signals;
