//! Lists of units, and the searches that minimize them.

mod algorithm;
mod options;
mod oriented;
mod over_list;
mod positions;

pub use algorithm::{Algorithm, ListMethod};
pub use options::{EmptyList, List, ListOptions, Order, UnitSearch, Weights};
pub use oriented::orient;
pub use over_list::OverList;
pub use positions::Positions;
