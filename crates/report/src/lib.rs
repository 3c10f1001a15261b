//! What a user sees of a reduction: folds over its events.
//!
//! Nothing here decides anything, starts a process or looks at a clock: time comes with each
//! [stamped](dwindle_reduce::Stamped) event, so every display is tested by handing it events.

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
