//! Passes that treat a document as a list of files, lines, tokens, characters or bytes.

pub mod adjacent;
pub mod blank;
pub mod bytes;
pub mod chars;
pub(crate) mod code;
pub mod comments;
pub mod conditionals;
pub(crate) mod content;
pub mod files;
pub mod in_strings;
pub mod lexer;
pub mod lines;
pub mod literals;
mod removed_tokens;
pub mod repeats;
pub mod shorten;
pub(crate) mod spans;
pub mod tokens;

use crate::entry::Entry;

/// The passes in this directory, in the order in which users see them.
pub static PASSES: &[Entry] = &[
    files::ENTRY,
    comments::ENTRY,
    conditionals::ENTRY,
    lines::ENTRY,
    adjacent::line_runs::ENTRY,
    tokens::TOKENS,
    tokens::WORDS,
    adjacent::neighbours::ENTRY,
    repeats::ENTRY,
    literals::STRINGS,
    literals::ZEROS,
    literals::ONES,
    in_strings::ENTRY,
    shorten::ENTRY,
    blank::ENTRY,
    chars::ENTRY,
    bytes::ENTRY,
];
