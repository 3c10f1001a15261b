//! The one list of passes.

use crate::entry::Entry;
use crate::{lang, text, tokens, tree};

/// Every pass there is, in the order in which users see them.
pub static CATALOGUE: &[Entry] = &[
    tree::hdd::HDD,
    tree::hdd::COARSE,
    tree::hdd::HDDR,
    tree::hdd::HDDR_DEPTH_FIRST,
    tree::perses::ENTRY,
    tree::treesplit::ENTRY,
    tree::treesplit::COARSE,
    tree::chisel::ENTRY,
    tree::chisel::UNCHECKED,
    tree::chisel::KEEP_UNUSED,
    tree::closures::ENTRY,
    tree::merge::ENTRY,
    tree::levels::ENTRY,
    tree::leaves::ENTRY,
    tree::names::ENTRY,
    tree::hoist::ENTRY,
    tree::hoist::COARSE,
    text::files::ENTRY,
    text::blocks::ENTRY,
    text::paragraphs::ENTRY,
    text::sections::ENTRY,
    text::indents::ENTRY,
    text::lines::ENTRY,
    text::line_runs::ENTRY,
    text::brackets::ENTRY,
    tokens::removal::TOKENS,
    tokens::removal::WORDS,
    tokens::neighbours::ENTRY,
    tokens::literals::STRINGS,
    tokens::literals::ZEROS,
    tokens::literals::ONES,
    text::blank::ENTRY,
    text::chars::ENTRY,
    lang::wasm::OUTLINE,
    lang::wasm::BYTES,
    lang::wasm::NUMBERED,
    text::records::ENTRY,
    text::chunks::CHUNKS,
    text::chunks::BLANKS,
    text::gaps::ENTRY,
    text::bytes::ENTRY,
];

impl Entry {
    /// Finds a pass by its name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }
}
