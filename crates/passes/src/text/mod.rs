//! Passes that see a document as files, lines, characters or bytes.

pub mod bytes;
pub mod chars;
pub(crate) mod content;
pub mod files;
pub mod lines;
