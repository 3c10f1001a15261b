//! Passes that see a document as files, lines, characters or bytes.

pub mod blank;
pub mod blocks;
pub mod brackets;
pub mod bytes;
pub mod chars;
pub mod chunks;
pub(crate) mod content;
pub mod files;
pub mod gaps;
pub mod indents;
mod items;
pub mod line_runs;
pub mod lines;
mod pairs;
pub mod paragraphs;
pub mod records;
mod rounds;
pub mod sections;
