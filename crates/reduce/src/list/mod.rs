//! Lists of units, and the searches that minimize them.

mod algorithm;
mod options;
mod over_list;

pub use algorithm::{ALGORITHMS, Algorithm, ListMethod};
pub use options::{EmptyList, List, ListOptions, Order, UnitSearch, Weights};
pub use over_list::OverList;
