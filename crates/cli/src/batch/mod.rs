//! Reducing many inputs in one process, with shared slots for trials.

mod display;
mod gain;
mod groups;
mod inputs;
mod one;
mod outcome;
mod summary;

pub use display::BatchDisplay;
pub use groups::grouped;
pub use inputs::{Item, items};
pub use one::{Context, reduce_one};
pub use outcome::Outcome;
pub use summary::{Totals, exit};
