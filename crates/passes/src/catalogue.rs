//! The one list of passes.

use crate::entry::Entry;
use crate::{agree, binary, flat, nested, tree};

/// Every pass there is, in the order in which users see them.
pub static CATALOGUE: &[Entry] = &[
    agree::pass::ENTRY,
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
    tree::bodies::ENTRY,
    tree::uses::slices::ENTRY,
    tree::uses::heaviest::ENTRY,
    tree::uses::values::ENTRY,
    tree::merge::ENTRY,
    tree::levels::ENTRY,
    tree::leaves::ENTRY,
    tree::names::ENTRY,
    tree::hoist::ENTRY,
    tree::hoist::COARSE,
    flat::files::ENTRY,
    flat::comments::ENTRY,
    nested::blocks::ENTRY,
    nested::paragraphs::ENTRY,
    nested::sections::ENTRY,
    nested::indents::ENTRY,
    flat::lines::ENTRY,
    flat::line_runs::ENTRY,
    nested::brackets::ENTRY,
    flat::tokens::TOKENS,
    flat::tokens::WORDS,
    flat::neighbours::ENTRY,
    flat::literals::STRINGS,
    flat::literals::ZEROS,
    flat::literals::ONES,
    flat::shorten::ENTRY,
    flat::blank::ENTRY,
    flat::chars::ENTRY,
    binary::wasm::parts::OUTLINE,
    binary::wasm::parts::BYTES,
    binary::wasm::parts::NUMBERED,
    binary::records::ENTRY,
    binary::chunks::CHUNKS,
    binary::chunks::BLANKS,
    binary::gaps::ENTRY,
    flat::bytes::ENTRY,
];

impl Entry {
    /// Finds a pass by its name.
    pub fn named(name: &str) -> Option<&'static Entry> {
        CATALOGUE.iter().find(|entry| entry.name == name)
    }
}
