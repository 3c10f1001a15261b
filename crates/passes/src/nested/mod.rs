//! Passes over nested structures of any text, found without a grammar.

pub mod blocks;
pub mod brackets;
mod forest;
pub mod indents;
mod items;
mod pairs;
pub mod paragraphs;
pub mod sections;

use crate::entry::Entry;

/// The passes in this directory, in the order in which users see them.
pub static PASSES: &[Entry] =
    &[blocks::ENTRY, paragraphs::ENTRY, sections::ENTRY, indents::ENTRY, brackets::ENTRY];
