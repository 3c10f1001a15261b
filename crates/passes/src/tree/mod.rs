//! Passes over syntax trees.

pub mod bodies;
pub mod chisel;
pub mod closures;
pub mod expected;
mod from_edits;
pub(crate) mod gate;
pub(crate) mod gates;
pub mod hdd;
mod heredocs;
pub mod hoist;
mod hoisting;
pub mod leaves;
pub mod levels;
mod lru_cache;
pub mod merge;
pub mod names;
mod nesting;
mod node_facts;
pub mod perses;
mod progress;
pub mod quiet;
mod search;
mod signs;
mod singles;
pub(crate) mod source;
pub(crate) mod subject;
#[cfg(test)]
mod tests;
pub(crate) mod token_edits;
pub mod treesplit;
pub mod uses;

use crate::entry::Entry;
pub use singles::{NodeRemoval, single_node_removals};
pub use source::{LanguageChoice, TreeSource};

/// The passes in this directory, in the order in which users see them.
pub static PASSES: &[Entry] = &[
    hdd::HDD,
    hdd::COARSE,
    hdd::HDDR,
    hdd::HDDR_DEPTH_FIRST,
    perses::ENTRY,
    treesplit::ENTRY,
    treesplit::COARSE,
    chisel::ENTRY,
    chisel::UNCHECKED,
    chisel::KEEP_UNUSED,
    closures::ENTRY,
    bodies::ENTRY,
    quiet::ENTRY,
    uses::kinds::ENTRY,
    uses::slices::ENTRY,
    uses::direct::alone::ENTRY,
    uses::direct::several::ENTRY,
    uses::direct::pass::ENTRY,
    uses::direct::built::ENTRY,
    uses::direct::early_end::ENTRY,
    uses::heaviest::ENTRY,
    uses::heaviest::VALUES,
    uses::heaviest::ARGUMENTS,
    uses::heaviest::INLINE,
    merge::ENTRY,
    expected::pass::ENTRY,
    levels::ENTRY,
    leaves::ENTRY,
    names::ENTRY,
    hoist::ENTRY,
    hoist::COARSE,
];
