//! The recognized file structures, one file each.

pub(in crate::binary) mod asn1;
pub(in crate::binary) mod bencode;
pub(in crate::binary) mod cbor;
pub(in crate::binary) mod chunks;
mod counts;
pub(in crate::binary) mod fields;
mod headed;
mod hex_lines;
mod index;
pub(in crate::binary) mod message_pack;
mod rows;
mod tables;
pub(in crate::binary) mod tails;
mod tar;
pub(in crate::binary) mod values;
mod zip;

use std::ops::Range;

use super::check::checked;
use super::image::narrow;
use super::layout::{Layout, Value};
use crate::flat::content::is_binary;

/// Parses a range of a file; `None` if it has another structure.
type Find = fn(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout>;

/// The structures, the most certain first.
const WAYS: &[Find] = &[
    zip::find,
    tar::find,
    headed::find,
    bencode::find,
    asn1::find,
    message_pack::find,
    cbor::find,
    chunks::find,
    fields::find,
    tables::find,
    rows::find,
];

/// Larger files are left to other passes.
const MOST_BYTES: usize = 1 << 24;

/// Parses a file; `None` if no structure fits it from the first byte to the last.
pub(super) fn find(file: u32, bytes: &[u8]) -> Option<Layout> {
    let is_worth_it = (FEWEST_BYTES..=MOST_BYTES).contains(&bytes.len()) && !bytes.starts_with(b"\0asm");
    if !is_worth_it {
        return None;
    }
    if !is_raw(bytes) {
        return checked(hex_lines::find(file, bytes)?);
    }
    let whole = WAYS.iter().find_map(|find| find(file, bytes, 0..bytes.len()));
    let mut layout = whole.or_else(|| sealed(file, bytes))?;
    counts::find(&mut layout);
    checked(layout)
}

/// Smaller files have no parts.
const FEWEST_BYTES: usize = 8;

/// Whether a file contains bytes that do not occur in text.
fn is_raw(bytes: &[u8]) -> bool {
    let is_control = |byte: &u8| *byte < 0x20 && !matches!(byte, b'\t'..=b'\r' | 0x1a | 0x1b);
    is_binary(bytes) || bytes.iter().any(is_control)
}

/// Parses a file that ends in a checksum of everything before.
fn sealed(file: u32, bytes: &[u8]) -> Option<Layout> {
    let seal = tails::seal(bytes)?;
    let end = seal.range.start;
    let mut layout = WAYS.iter().find_map(|find| find(file, bytes, 0..end))?;
    let value = Value::Checksum { of: vec![narrow(&seal.of)], algorithm: seal.algorithm, order: seal.order };
    layout.field(narrow(&seal.range), value);
    Some(layout)
}
