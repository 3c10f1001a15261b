//! The tests of the repository itself; they are in this crate's `tests` folder.
