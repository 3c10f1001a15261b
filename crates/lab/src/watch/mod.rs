//! Watching list searches inside a reduction: what they ask, and what they miss.
//!
//! A tree framework starts a list search for each list of nodes. To count their queries, a
//! reduction runs with an algorithm that wraps the one under study ([`Watched::new`]). It forwards
//! every proposal and every answer, and collects [figures](Lists).

mod class;
mod lists;
mod watched;

pub use class::{Class, Queries, Query};
pub use lists::{Lists, Watch};
pub use watched::Watched;
