//! Passes over binary files.

pub(crate) mod checksum;
pub mod chunks;
pub(crate) mod code;
pub mod containers;
pub mod decoded;
pub mod gaps;
pub mod records;
mod tiling;
pub mod wasm;

use crate::entry::Entry;

/// The passes in this directory, in the order in which users see them.
pub static PASSES: &[Entry] = &[
    wasm::parts::OUTLINE,
    wasm::parts::BYTES,
    wasm::parts::NUMBERED,
    decoded::pass::ENTRY,
    containers::pass::ENTRY,
    records::ENTRY,
    chunks::CHUNKS,
    chunks::BLANKS,
    gaps::ENTRY,
];
