//! Watching list searches inside a reduction: what they ask, and what they miss.
//!
//! A tree framework starts a list search for each list of nodes. To count their queries, a
//! reduction runs with [`WATCHED`] instead of the search under study. It forwards every proposal
//! and every answer, and collects [figures](Lists) per thread.

mod class;
mod lists;
mod watched;

pub use class::{Class, Queries, Query};
pub use lists::{Lists, Watch};
pub use watched::{WATCHED, start, take};
