//! Many inputs, reduced by one process over common slots.

mod board;
mod gain;
mod groups;
mod inputs;
mod one;
mod outcome;
mod summary;

pub use board::Board;
pub use groups::grouped;
pub use inputs::{Item, items};
pub use one::{Context, reduce_one};
pub use outcome::Outcome;
pub use summary::{Totals, exit};
