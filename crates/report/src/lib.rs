//! What a user sees of a reduction: folds over its events.
//!
//! This crate makes no decisions, starts no processes and reads no clock: the time comes with each
//! [stamped](dwindle_reduce::Stamped) event, so every display can be tested with a list of events.

mod agreements;
pub mod display;
pub mod ending;
pub mod html;
pub mod json;
pub mod live;
pub mod plain;
pub mod record;
pub mod state;
pub mod words;

#[cfg(test)]
mod fixtures;

pub use display::Display;
pub use ending::ending;
pub use html::{Sample, is_page, page};
pub use json::JsonLines;
pub use live::{Live, Screen};
pub use plain::{Detail, PlainLog};
pub use record::{About, Record, Recorder};
pub use state::State;
