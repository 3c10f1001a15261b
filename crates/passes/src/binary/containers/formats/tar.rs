//! Tar archives: blocks, with a header before each member.

use std::ops::Range;

use super::super::image::narrow;
use super::super::layout::{Layout, Value};
use super::index::{self, Member};
use crate::binary::code::Code;

const BLOCK: usize = 512;
const SIZE: Range<usize> = 124..136;
const SUM: Range<usize> = 148..156;
/// The contribution of the checksum field itself, counted as blanks.
const BLANK_SUM: u64 = 8 * 32;
const TYPE: usize = 156;
/// The empty blocks at the end of an archive.
const END: usize = 2 * BLOCK;

/// Parses members that fill a file.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let bytes = &bytes[..within.end];
    let mut layout = Layout::of_file(file, bytes);
    let mut members = Vec::new();
    let mut at = 0;
    while let Some(header) = bytes.get(at..at + BLOCK).filter(|header| header[0] != 0) {
        let size = octal(&header[SIZE])?;
        let sum = |range: Range<usize>| -> u64 { header[range].iter().map(|&byte| u64::from(byte)).sum() };
        if octal(&header[SUM])? as u64 != sum(0..SUM.start) + sum(SUM.end..BLOCK) + BLANK_SUM {
            return None;
        }
        let data = at + BLOCK..(at + BLOCK).checked_add(size)?;
        let end = data.end.next_multiple_of(BLOCK);
        if bytes.len() < end {
            return None;
        }
        let item = layout.item(vec![narrow(&(at..end))], 0, u64::from(header[TYPE]));
        let value = Value::Length { of: narrow(&data), plus: 0, code: Code::Digits(8) };
        layout.field(narrow(&(at + SIZE.start..at + SIZE.end)), value);
        let of = vec![narrow(&(at..at + SUM.start)), narrow(&(at + SUM.end..at + BLOCK))];
        let value = Value::DigitSum { of, plus: BLANK_SUM, code: Code::Digits(8) };
        layout.field(narrow(&(at + SUM.start..at + SUM.end)), value);
        let padding = Value::Padding { of: narrow(&data), unit: BLOCK as u64, fill: 0 };
        layout.owned_field(at as u32, narrow(&(data.end..end)), padding);
        let n_name = header.iter().take(100).take_while(|&&byte| byte != 0).count();
        members.push(Member { item, name: at..at + n_name, data });
        at = end;
    }
    if members.is_empty() || bytes[at..].iter().any(|&byte| byte != 0) {
        return None;
    }
    if at + END < bytes.len() {
        layout.item(vec![narrow(&(at + END..bytes.len()))], 0, u64::MAX);
    }
    index::take(&mut layout, &members);
    Some(layout)
}

/// Parses octal digits with blanks around them.
fn octal(text: &[u8]) -> Option<usize> {
    let text = std::str::from_utf8(text).ok()?;
    usize::from_str_radix(text.trim_matches([' ', '\0']), 8).ok()
}
