//! Lists of units, and the algorithms that minimize them.

mod algorithm;
pub mod algorithms;
mod options;
mod oriented;
mod over_list;
mod positions;

pub use algorithm::{Algorithm, Guarantees, ListMethod, Start};
pub use algorithms::ALGORITHMS;
pub use options::{EmptyList, List, ListOptions, Order, UnitSearch, Weights};
pub use oriented::orient;
pub use over_list::OverList;
pub use positions::Positions;
