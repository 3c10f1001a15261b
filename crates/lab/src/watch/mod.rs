//! Over the shoulder of the list searches: what they ask inside a reduction, and what they leave.
//!
//! A tree framework starts a list search for each list of nodes. To count what these do, a
//! reduction runs with [`WATCHED`] in the place of the search under study: it forwards every
//! proposal and every answer, and keeps a [book](Lists) for this thread.

mod class;
mod lists;
mod watched;

pub use class::{Class, Queries, Query};
pub use lists::{Lists, Watch};
pub use watched::{WATCHED, start, take};
