//! Passes over what lies within each other in any text, found without a grammar.

pub mod blocks;
pub mod brackets;
pub mod indents;
mod items;
mod pairs;
pub mod paragraphs;
pub mod sections;

use crate::entry::Entry;

/// The passes of this folder, in the order in which users see them.
pub static PASSES: &[Entry] =
    &[blocks::ENTRY, paragraphs::ENTRY, sections::ENTRY, indents::ENTRY, brackets::ENTRY];
