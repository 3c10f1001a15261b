//! Fields of a key and a value, as in protocol buffers; a value may contain fields.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::image::narrow;
use super::super::kinds::{by_kind, kind_of};
use super::super::layout::{Layout, Value};
use crate::binary::code::{Code, varint};

/// Finds fields that fill a file, or messages of them after their lengths.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let mut layout = Layout::of_file(file, bytes);
    let whole = read(bytes, within.clone()).filter(|fields| is_sure(std::slice::from_ref(fields)));
    let (depth, fields) = match whole {
        Some(fields) => (0, fields),
        None => (1, take_delimited(&mut layout, delimited(bytes, within)?)),
    };
    take(&mut layout, bytes, fields, depth);
    Some(layout)
}

/// A field; its key has its number and wire type.
#[derive(Clone)]
pub(in crate::binary) struct Field {
    pub(in crate::binary) key: u64,
    pub(in crate::binary) range: Range<usize>,
    /// The offset of the value, or of its length.
    pub(in crate::binary) value: usize,
    /// The bytes after their length.
    pub(in crate::binary) content: Option<Range<usize>>,
}

/// The largest field number that is accepted.
const LARGEST_NUMBER: u64 = 4095;
/// Fewer fields may be chance.
const FEWEST: usize = 6;
/// The fewest fields per distinct field number; fewer may be chance.
const FIELDS_EACH: usize = 3;

/// Parses fields up to the end of a range; `None` if they do not fill it.
pub(in crate::binary) fn read(bytes: &[u8], within: Range<usize>) -> Option<Vec<Field>> {
    let bytes = &bytes[..within.end];
    let mut fields = Vec::new();
    let mut at = within.start;
    while at < within.end {
        let (key, n_key) = varint(&bytes[at..])?;
        let number = key >> 3;
        if number == 0 || LARGEST_NUMBER < number {
            return None;
        }
        let value = at + n_key;
        let (end, content) = match key & 7 {
            0 => (value + varint(&bytes[value..])?.1, None),
            1 => (value + 8, None),
            5 => (value + 4, None),
            2 => {
                let (len, n_len) = varint(bytes.get(value..)?)?;
                let start = value + n_len;
                let end = start.checked_add(usize::try_from(len).ok()?)?;
                (end, Some(start..end))
            }
            _ => return None,
        };
        if within.end < end {
            return None;
        }
        fields.push(Field { key, range: at..end, value, content });
        at = end;
    }
    Some(fields)
}

/// Whether the fields of these messages are unlikely to be chance: enough fields with few distinct
/// numbers.
pub(in crate::binary) fn is_sure(messages: &[Vec<Field>]) -> bool {
    let numbers: FxHashSet<u64> = messages.iter().flatten().map(|field| field.key).collect();
    let n_fields: usize = messages.iter().map(Vec::len).sum();
    FEWEST <= n_fields && numbers.len() * FIELDS_EACH <= n_fields.max(FEWEST * FIELDS_EACH)
}

/// Parses messages after their lengths, from the first byte to the last. Returns the ranges of each
/// length and its message, and the fields of each message.
pub(in crate::binary) fn delimited(bytes: &[u8], within: Range<usize>) -> Option<Delimited> {
    let mut at = within.start;
    let mut messages = Vec::new();
    let mut lengths = Vec::new();
    while at < within.end {
        let (len, n_len) = varint(&bytes[at..within.end])?;
        let content = at + n_len..(at + n_len).checked_add(usize::try_from(len).ok()?)?;
        if within.end < content.end {
            return None;
        }
        messages.push(read(bytes, content.clone())?);
        lengths.push((at..at + n_len, content.clone()));
        at = content.end;
    }
    (2 <= messages.len() && is_sure(&messages)).then_some((lengths, messages))
}

/// The ranges of lengths and messages, and the fields of the messages.
type Delimited = (Vec<(Range<usize>, Range<usize>)>, Vec<Vec<Field>>);

/// Adds messages after their lengths. Returns all their fields.
fn take_delimited(layout: &mut Layout, (lengths, messages): Delimited) -> Vec<Field> {
    for (length, content) in lengths {
        layout.item(vec![narrow(&(length.start..content.end))], 0, 0);
        let value = Value::Length { of: narrow(&content), plus: 0, code: Code::Varint };
        layout.field(narrow(&length), value);
    }
    messages.concat()
}

/// Adds fields and nested fields, level by level: if one field of a kind has nested fields, all
/// have.
fn take(layout: &mut Layout, bytes: &[u8], fields: Vec<Field>, depth: u32) {
    let mut level = vec![(0, fields)];
    let mut depth = depth;
    while !level.is_empty() {
        let mut next = Vec::new();
        for (class, fields) in level {
            let keyed = fields.into_iter().map(|field| (kind_of(&(class, field.key)), field));
            for (class, fields) in by_kind(keyed) {
                next.extend(take_kind(layout, bytes, &fields, depth, class).map(|inner| (class, inner)));
            }
        }
        level = next;
        depth += 1;
    }
}

/// Adds the fields of one kind. Returns their nested fields.
fn take_kind(
    layout: &mut Layout,
    bytes: &[u8],
    fields: &[Field],
    depth: u32,
    class: u64,
) -> Option<Vec<Field>> {
    for field in fields {
        layout.item(vec![narrow(&field.range)], depth, class);
        match &field.content {
            Some(content) => {
                let value = Value::Length { of: narrow(content), plus: 0, code: Code::Varint };
                layout.field(narrow(&(field.value..content.start)), value);
            }
            None if field.key & 7 == 0 => {
                layout.shorter.push((narrow(&(field.value..field.range.end)), ZERO));
            }
            None => {}
        }
    }
    let contents = || fields.iter().filter_map(|field| field.content.clone());
    let is_text = contents().all(|content| bytes[content].iter().all(|byte| (b' '..0x7f).contains(byte)));
    let messages: Option<Vec<Vec<Field>>> = contents().map(|content| read(bytes, content)).collect();
    let messages = messages.filter(|messages| !is_text && messages.iter().any(|fields| !fields.is_empty()));
    let Some(messages) = messages else {
        contents().for_each(|content| layout.content(narrow(&content)));
        return None;
    };
    Some(messages.concat())
}

const ZERO: &[u8] = &[0];
