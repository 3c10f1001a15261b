//! Records that contain their length, and nested records.

use std::ops::Range;

use super::super::image::narrow;
use super::super::kinds::{by_kind, kind_of};
use super::super::layout::{Layout, Value};
use super::tails::Tail;
use crate::binary::code::{Code, Order};
use crate::binary::records::{FEWEST, Form, LONGEST_HEADER, chain, forms};

/// Returns consecutive records up to the end, or one record that contains all others, and how they
/// store their length.
pub(in crate::binary) fn outermost(bytes: &[u8]) -> Option<(Form, Vec<Range<usize>>)> {
    let mut best: Option<(usize, Form, Vec<Range<usize>>)> = None;
    for form in forms() {
        let fewest = FEWEST[usize::from(form.width == 2)];
        // Later starts also reach the end of the file, through records within the first one.
        let chains = (0..LONGEST_HEADER.min(bytes.len())).filter_map(|start| chain(bytes, start, form));
        let counted = chains.map(|(n_full, records)| match &records[..] {
            // A single outer record is certain if it is filled with records.
            [_] => (n_within(bytes, records.clone(), form), records),
            _ => (n_full, records),
        });
        let Some((n_full, records)) = { counted }.find(|(n_full, _)| fewest <= *n_full) else { continue };
        if best.as_ref().is_none_or(|(most, ..)| *most < n_full) {
            best = Some((n_full, form, records));
        }
    }
    best.map(|(_, form, records)| (form, records))
}

/// Finds records up to the end, and nested ones.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let bytes = &bytes[..within.end];
    let (form, records) = outermost(bytes)?;
    let mut layout = Layout::of_file(file, bytes);
    layout.loose.push(0..records[0].start as u32);
    layout.loose.push(narrow(&(records[0].start..records[0].end.min(records[0].start + LONGEST_HEADER))));
    let mut level = vec![(0, records)];
    for depth in 0..DEEPEST {
        let mut next: Vec<(u64, Vec<Range<usize>>)> = Vec::new();
        for (class, records) in level {
            let anatomy = Anatomy::of(bytes, &records, form);
            let classes = records.iter().map(|record| kind_of(&(class, anatomy.tag(bytes, record))));
            let classes: Vec<u64> = classes.collect();
            for (record, &class) in records.iter().zip(&classes) {
                anatomy.take(&mut layout, record, depth, class);
            }
            for (class, records) in by_kind(classes.into_iter().zip(records)) {
                match nested(bytes, &records, form) {
                    Some(inner) => next.push((class, inner)),
                    None => {
                        records.iter().for_each(|record| layout.content(narrow(&anatomy.content(record))));
                    }
                }
            }
        }
        level = next;
    }
    Some(layout)
}

/// The deepest nesting of records.
pub(in crate::binary) const DEEPEST: u32 = 16;
/// The offsets after the length at which nested records may start.
const STARTS: [usize; 6] = [0, 4, 8, 12, 16, 2];
/// The fewest nested records in all records of a kind, for lengths of four and of two bytes; fewer
/// may be chance.
const FEWEST_NESTED: [usize; 2] = [1, 3];

/// Returns the number of nested records, at all levels.
fn n_within(bytes: &[u8], records: Vec<Range<usize>>, form: Form) -> usize {
    let mut n_found = 0;
    let mut level = records;
    for _ in 0..DEEPEST {
        let inner = level.iter().filter_map(|record| nested(bytes, std::slice::from_ref(record), form));
        level = inner.flatten().collect();
        n_found += level.len();
    }
    n_found
}

/// Finds nested records that fill all records of a kind, from the same offset in each.
pub(in crate::binary) fn nested(
    bytes: &[u8],
    records: &[Range<usize>],
    form: Form,
) -> Option<Vec<Range<usize>>> {
    let anatomy = Anatomy::of(bytes, records, form);
    for from in STARTS {
        let mut found = Vec::new();
        let mut n_empty = 0;
        let is_filled = records.iter().all(|record| {
            let content = anatomy.content(record);
            if content.len() == from {
                n_empty += 1;
                return true;
            }
            let Some((_, inner)) = chain(&bytes[..content.end], content.start + from, form)
                .filter(|_| content.start + from < content.end)
            else {
                return false;
            };
            found.extend(inner);
            true
        });
        let fewest = FEWEST_NESTED[usize::from(form.width == 2)];
        if is_filled && fewest <= found.len() && 2 * n_empty <= records.len() {
            return Some(found);
        }
    }
    None
}

/// The layout of records of one form.
pub(in crate::binary) struct Anatomy {
    form: Form,
    pub(in crate::binary) tail: Option<Tail>,
    /// The offset of the content.
    n_head: usize,
    /// The number of bytes after the content.
    n_tail: usize,
}

impl Anatomy {
    pub(in crate::binary) fn of(bytes: &[u8], records: &[Range<usize>], form: Form) -> Anatomy {
        let unpadded: Vec<Range<usize>> = records.iter().map(|record| own(bytes, record, form)).collect();
        let tail = Tail::of(bytes, &unpadded);
        let n_tail = tail.map_or(0, |tail| tail.width);
        let n_length = form.at + form.width;
        let has_tag = |at: usize| {
            let is_tag = |record: &Range<usize>| {
                let tag = bytes.get(record.start + at..record.start + at + 4);
                record.start + at + 4 <= record.end
                    && tag.is_some_and(|tag| tag.iter().all(u8::is_ascii_graphic))
            };
            records.iter().all(is_tag)
        };
        let n_head = match form.n_uncounted {
            _ if form.at == 0 && has_tag(n_length) => n_length + 4,
            0 => n_length,
            n_uncounted if tail.is_some() && n_length + n_tail <= n_uncounted => n_uncounted - n_tail,
            n_uncounted => n_uncounted.max(n_length),
        };
        Anatomy { form, tail, n_head, n_tail }
    }

    /// Returns the content of a record: between its head and its tail.
    fn content(&self, record: &Range<usize>) -> Range<usize> {
        let start = (record.start + self.n_head).min(record.end);
        start..record.end.saturating_sub(self.n_tail).max(start)
    }

    /// Returns the parts of the head before and after the length.
    pub(in crate::binary) fn tag<'a>(&self, bytes: &'a [u8], record: &Range<usize>) -> (&'a [u8], &'a [u8]) {
        let at = record.start + self.form.at;
        let head = self.content(record).start;
        (&bytes[record.start..at], &bytes[(at + self.form.width).min(head)..head])
    }

    /// Adds a record to the layout, with its length, padding and checksum.
    fn take(&self, layout: &mut Layout, record: &Range<usize>, depth: u32, class: u64) {
        let Form { at, width, is_little_endian, n_uncounted, alignment, .. } = self.form;
        let whole = own(layout.image.bytes(), record, self.form);
        layout.item(vec![narrow(record)], depth, class);
        layout.values.push(narrow(record));
        let code = Code::Fixed(width as u8, Order::of(is_little_endian));
        let length = record.start + at..record.start + at + width;
        let value = Value::Length { of: narrow(&whole), plus: -(n_uncounted as i64), code };
        layout.field(narrow(&length), value);
        if 1 < alignment {
            let padding = Value::Padding { of: narrow(&whole), unit: alignment as u64, fill: 0 };
            layout.owned_field(record.start as u32, narrow(&(whole.end..record.end)), padding);
        }
        if let Some(Tail { width, from, algorithm, order }) = self.tail {
            let at = whole.end - width;
            let of = vec![narrow(&(whole.start + from..at))];
            layout.field(narrow(&(at..whole.end)), Value::Checksum { of, algorithm, order });
        }
    }
}

/// Returns a record without its padding.
pub(in crate::binary) fn own(bytes: &[u8], record: &Range<usize>, form: Form) -> Range<usize> {
    let unpadded = Form { alignment: 1, ..form };
    let len = unpadded.record(&bytes[record.clone()]).map_or(record.len(), |(len, _)| len);
    record.start..record.start + len
}
