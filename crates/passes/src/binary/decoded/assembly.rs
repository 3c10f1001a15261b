//! Encodes the tree of a file of records.

use super::columns::{COMPUTED, Column, Kind};
use super::entry::{Content, Entry, Scalar};
use super::packed::{self, PACKED};
use super::record_tags::{form_of, sequence_of, tail_of};
use super::table::ROW;
use crate::binary::code::{Code, Order, number};
use crate::binary::containers::formats::tails::Tail;
use crate::binary::records::Form;

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    let Content::Group(entries) = &root.content else { return None };
    let form = form_of(&root.tag)?;
    let mut bytes = Vec::new();
    for entry in entries {
        match (&entry.content, sequence_of(&entry.tag)) {
            (Content::Group(records), Some(form)) => {
                for entry in records {
                    let record = record(entry, form, &bytes)?;
                    bytes.extend(record);
                }
            }
            (Content::Group(_), None) => {
                let record = record(entry, form, &bytes)?;
                bytes.extend(record);
            }
            _ => top(&mut bytes, entry)?,
        }
    }
    Some(bytes)
}

/// Writes a value beside the records; a checksum is that of everything before it.
fn top(bytes: &mut Vec<u8>, entry: &Entry) -> Option<()> {
    let Some(column) = value(bytes, entry)? else { return Some(()) };
    let Kind::Seal(algorithm, order) = column.kind else { return None };
    let at = bytes.len() - column.width;
    let sum = algorithm.of(&bytes[..at], column.width, order);
    bytes[at..].copy_from_slice(&sum);
    Some(())
}

/// Writes a value. Returns the column if it has to be computed when the record is complete.
#[expect(clippy::option_option, reason = "a value that cannot be written, or is complete")]
fn value(bytes: &mut Vec<u8>, entry: &Entry) -> Option<Option<Column>> {
    let scalar = match &entry.content {
        Content::Group(_) => return None,
        Content::List(numbers) => {
            let column = Column::of_tag(&entry.tag)?;
            for number in numbers {
                match number {
                    Scalar::Number(number) => bytes.extend(column.written(*number)?),
                    Scalar::Bytes(frame) => bytes.extend(frame),
                    Scalar::Text(text) => bytes.extend(text.bytes()),
                    _ => return None,
                }
            }
            return Some(None);
        }
        Content::Scalar(scalar) => scalar,
    };
    match scalar {
        Scalar::Text(text) => bytes.extend(text.bytes()),
        Scalar::Bytes(content) => bytes.extend(content),
        Scalar::Digest { .. } => return None,
        Scalar::Word(word) if word != COMPUTED => return None,
        Scalar::Word(_) => {
            let column =
                Column::of_tag(&entry.tag).filter(|column| !matches!(column.kind, Kind::Number(_)))?;
            bytes.extend(std::iter::repeat_n(0, column.width));
            return Some(Some(column));
        }
        Scalar::Number(number) => bytes.extend(Column::of_tag(&entry.tag)?.written(*number)?),
    }
    Some(None)
}

/// Writes a value that depends on no others.
fn complete(bytes: &mut Vec<u8>, entry: &Entry) -> Option<()> {
    value(bytes, entry)?.is_none().then_some(())
}

/// Writes a row of a table.
fn row(cells: &[Entry]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    cells.iter().try_for_each(|cell| complete(&mut bytes, cell))?;
    Some(bytes)
}

/// Returns the bytes of a record; `before` is the file before it, which a checksum in it may be of.
fn record(entry: &Entry, form: Form, before: &[u8]) -> Option<Vec<u8>> {
    let Content::Group(entries) = &entry.content else { return None };
    let mut bytes = Vec::new();
    let mut computed: Vec<(usize, Column)> = Vec::new();
    // A number that says something else, too, is among the values.
    let mut has_length = form.has_flags();
    for entry in entries {
        if !has_length && bytes.len() == form.at {
            bytes.extend(std::iter::repeat_n(0, form.width));
            has_length = true;
        }
        match &entry.content {
            Content::Group(rows) if entry.tag == PACKED => bytes.extend(packed::packed(rows)?),
            Content::Group(cells) if entry.tag == ROW => bytes.extend(row(cells)?),
            Content::Group(_) => bytes.extend(record(entry, form, &[])?),
            _ => {
                // The offsets of checksums are those in the record without its length.
                let at = bytes.len();
                if let Some(column) = value(&mut bytes, entry)? {
                    computed.push((at, column));
                }
            }
        }
    }
    if !has_length {
        (bytes.len() == form.at).then(|| bytes.extend(std::iter::repeat_n(0, form.width)))?;
    }
    let tail = if entry.tag.is_empty() { None } else { Some(tail_of(&entry.tag)?) };
    let len = bytes.len() + tail.map_or(0, |tail| tail.width);
    let length = Code::Fixed(form.width as u8, Order::of(form.is_little_endian));
    let counted = len.checked_sub(form.n_uncounted)?;
    let counted = counted.is_multiple_of(form.unit).then_some(counted / form.unit)?;
    let field = form.at..form.at + form.width;
    let flags = if form.has_flags() {
        number(bytes.get(field.clone())?, Order::of(form.is_little_endian))
    } else {
        0
    };
    let is_free = counted & !form.mask() == 0 && flags as usize & form.mask() == 0;
    let text = length.write(is_free.then_some(counted as u64 | flags)?, &[])?;
    bytes[field].copy_from_slice(&text);
    for (at, column) in &computed {
        if let Kind::Seal(algorithm, order) = column.kind {
            bytes[*at..at + column.width].copy_from_slice(&algorithm.of(before, column.width, order));
        }
        if let Kind::Length(order, less) = column.kind {
            let text = Code::Fixed(column.width as u8, order).write(len.checked_sub(less)? as u64, &[])?;
            bytes[*at..at + column.width].copy_from_slice(&text);
        }
    }
    // An outer checksum may cover an inner one, which comes first.
    for (at, column) in &computed {
        if let Kind::Checksum(internet) = column.kind {
            let plain = [&bytes[..form.at], &bytes[form.at + form.width..]].concat();
            bytes[*at..at + 2].copy_from_slice(&internet.of(&plain)?);
        }
    }
    if let Some(Tail { width, from, algorithm, order }) = tail {
        let sum = algorithm.of(bytes.get(from..)?, width, order);
        bytes.extend(sum);
    }
    bytes.resize(bytes.len().checked_next_multiple_of(form.alignment)?, 0);
    Some(bytes)
}
