//! Zip archives: a record before each member, and a directory at the end.

use std::ops::Range;

use super::super::image::narrow;
use super::super::layout::{Layout, Value};
use super::index::{self, Member};
use crate::binary::checksum::Algorithm;
use crate::binary::code::{Code, Order, number};

const LOCAL: &[u8] = b"PK\x03\x04";
const CENTRAL: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";
const N_LOCAL: usize = 30;
const N_CENTRAL: usize = 46;
const N_END: usize = 22;
/// The flag for sizes after the data.
const STREAMED: usize = 8;

/// The directory entry of a member.
struct Entry {
    range: Range<usize>,
    local: usize,
    data: Range<usize>,
    is_stored: bool,
}

/// Parses the directory and the members of an archive.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let bytes = &bytes[..within.end];
    let read = |at: usize, width: usize| Some(number(bytes.get(at..at + width)?, Order::Little) as usize);
    let earliest = bytes.len().saturating_sub(N_END + usize::from(u16::MAX));
    let end = (earliest..=bytes.len().checked_sub(N_END)?).rev().find(|&at| bytes[at..].starts_with(END))?;
    let (n_entries, start) = (read(end + 10, 2)?, read(end + 16, 4)?);
    let mut entries = Vec::new();
    let mut at = start;
    for _ in 0..n_entries {
        if !bytes.get(at..)?.starts_with(CENTRAL) {
            return None;
        }
        let len = N_CENTRAL + read(at + 28, 2)? + read(at + 30, 2)? + read(at + 32, 2)?;
        let (size, local) = (read(at + 20, 4)?, read(at + 42, 4)?);
        if !bytes.get(local..)?.starts_with(LOCAL) || read(at + 8, 2)? & STREAMED != 0 {
            return None;
        }
        let data = local + N_LOCAL + read(local + 26, 2)? + read(local + 28, 2)?;
        let is_stored = read(at + 10, 2)? == 0;
        entries.push(Entry { range: at..at + len, local, data: data..data + size, is_stored });
        at += len;
    }
    if at != end || entries.is_empty() || entries.iter().any(|entry| start < entry.data.end) {
        return None;
    }
    let mut layout = Layout::of_file(file, bytes);
    let items: Vec<u32> = entries.iter().map(|entry| take(&mut layout, bytes, entry)).collect();
    let two = Code::Fixed(2, Order::Little);
    let four = Code::Fixed(4, Order::Little);
    for at in [end + 8, end + 10] {
        let value = Value::Count { of: items.clone(), plus: 0, code: two };
        layout.field(narrow(&(at..at + 2)), value);
    }
    let value = Value::Length { of: narrow(&(start..end)), plus: 0, code: four };
    layout.field(narrow(&(end + 12..end + 16)), value);
    let value = Value::Offset { from: 0, to: start as u32, plus: 0, code: four };
    layout.field(narrow(&(end + 16..end + 20)), value);
    let comment = end + N_END..bytes.len();
    let value = Value::Length { of: narrow(&comment), plus: 0, code: two };
    layout.field(narrow(&(end + 20..end + N_END)), value);
    layout.content(narrow(&comment));
    let member = |(&item, entry): (&u32, &Entry)| {
        let name = entry.local + N_LOCAL;
        let n_name = read(entry.local + 26, 2).unwrap_or(0);
        let data = if entry.is_stored { entry.data.clone() } else { entry.data.end..entry.data.end };
        Member { item, name: name..name + n_name, data }
    };
    let members: Vec<Member> = items.iter().zip(&entries).map(member).collect();
    index::take(&mut layout, &members);
    Some(layout)
}

/// Adds a member with its two records.
fn take(layout: &mut Layout, bytes: &[u8], entry: &Entry) -> u32 {
    let (at, local) = (entry.range.start, entry.local);
    let two = Code::Fixed(2, Order::Little);
    let four = Code::Fixed(4, Order::Little);
    let data = narrow(&entry.data);
    let spans = vec![narrow(&(local..entry.data.end)), narrow(&entry.range)];
    let item = layout.item(spans, 0, bytes[at + 10].into());
    let mut length = |at: usize, of: &Range<u32>, code: Code| {
        let width = if code == two { 2 } else { 4 };
        layout.field(narrow(&(at..at + width)), Value::Length { of: of.clone(), plus: 0, code });
    };
    for head in [local + 18, at + 20] {
        length(head, &data, four);
        if entry.is_stored {
            length(head + 4, &data, four);
        }
    }
    // Names and extra fields are stored twice, with their lengths.
    if entry.is_stored {
        for head in [local + 14, at + 16] {
            let of = vec![data.clone()];
            let value = Value::Checksum { of, algorithm: Algorithm::Crc32, order: Order::Little };
            layout.field(narrow(&(head..head + 4)), value);
        }
    }
    let value = Value::Offset { from: 0, to: local as u32, plus: 0, code: four };
    layout.field(narrow(&(at + 42..at + N_CENTRAL)), value);
    // The other contents of the records depend on their lengths.
    let n_name = usize::from(bytes[local + 26]) | usize::from(bytes[local + 27]) << 8;
    let n_central = usize::from(bytes[at + 28]) | usize::from(bytes[at + 29]) << 8;
    if n_name == n_central {
        take_name(layout, local + N_LOCAL..local + N_LOCAL + n_name, [local + 26, at + 28], at + N_CENTRAL);
    }
    for (length, extra) in [
        (local + 28, local + N_LOCAL + n_name..entry.data.start),
        (at + 30, at + N_CENTRAL + n_central..at + N_CENTRAL + n_central + extra_len(bytes, at)),
    ] {
        let value = Value::Length { of: narrow(&extra), plus: 0, code: two };
        layout.field(narrow(&(length..length + 2)), value);
        layout.content(narrow(&extra));
    }
    item
}

fn extra_len(bytes: &[u8], central: usize) -> usize {
    usize::from(bytes[central + 30]) | usize::from(bytes[central + 31]) << 8
}

/// Adds a name that is stored twice: each character but the last is removed in both.
fn take_name(layout: &mut Layout, name: Range<usize>, lengths: [usize; 2], other: usize) {
    let second = other..other + name.len();
    for (length, of) in lengths.into_iter().zip([&name, &second]) {
        let value = Value::Length { of: narrow(of), plus: 0, code: Code::Fixed(2, Order::Little) };
        layout.field(narrow(&(length..length + 2)), value);
    }
    for (a, b) in name.zip(second).skip(1) {
        layout.item(vec![narrow(&(a..a + 1)), narrow(&(b..b + 1))], LAST, 0);
    }
}

/// The depth of characters of names, which are removed after everything else.
const LAST: u32 = 1 << 10;
