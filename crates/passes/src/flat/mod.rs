//! Passes that see a document as files, lines, tokens, characters or bytes.

pub mod blank;
pub mod bytes;
pub mod chars;
pub(crate) mod code;
pub mod comments;
pub(crate) mod content;
pub mod files;
mod gap;
pub mod lexer;
pub mod line_runs;
pub mod lines;
pub mod literals;
pub mod neighbours;
pub mod shorten;
pub(crate) mod spans;
pub mod tokens;
