//! What a user sees of a reduction: folds over its events.
//!
//! This crate makes no decisions, starts no processes and reads no clock: the time comes with each
//! [stamped](dwindle_reduce::Stamped) event, so every display can be tested with a list of events.
//!
//! ```
//! use std::time::Duration;
//! use dwindle_reduce::{Cost, Event, Stamped};
//! use dwindle_report::{Detail, Display, PlainLog};
//!
//! let mut lines = Vec::new();
//! let mut log = PlainLog::new(&mut lines, Detail::Steps, Duration::from_secs(10));
//! let cost = Cost { tokens: 1_835, bytes: 7_034, files: 1 };
//! log.event(&Stamped {
//!     at: Duration::from_secs(2),
//!     event: Event::PassBegan { pass: "lines".to_owned(), cost },
//! })?;
//! let text = String::from_utf8(lines).expect("a log is UTF-8");
//! assert_eq!(text.trim_start(), "2.0 s  lines begins: 7,034 bytes, 1,835 tokens\n");
//! # Ok::<(), std::io::Error>(())
//! ```

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
