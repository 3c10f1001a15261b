//! Records that contain their length, and nested records: PNG, RIFF, MP4, captures of packets.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::columns::{COMPUTED, Column, Kind, NAME, columns, computed, is_name, seal};
use super::entry::{Content, Entry, Scalar, as_text, as_texts, letters};
use super::packed;
use super::record_tags::{form_tag, sequence_tag, tail_tag};
use super::table::Table;
use crate::binary::code::{Code, Order, number};
use crate::binary::containers::formats::chunks::{Anatomy, DEEPEST, nested, outermost, own};
use crate::binary::containers::formats::tails::Tail;
use crate::binary::containers::kinds::by_kind;
use crate::binary::records::Form;
use crate::binary::tiling::{Seal, Sequence, Tiling, tiling};

const ROOT: &str = "M";
/// The text of a larger file would be too long.
const MOST_BYTES: usize = 1 << 18;
/// The most bytes that are a list of numbers; more are one value.
const MOST_LISTED: usize = 1 << 14;
/// Longer contents are shown in frames of several bytes, such as the samples of a sound.
const LONG: usize = 64;
const FRAME: usize = 4;

/// Returns the tree of a file.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    let (form, records) = Some(bytes).filter(|bytes| bytes.len() <= MOST_BYTES).and_then(outermost)?;
    let head = &bytes[..records[0].start];
    let order = Order::of(form.is_little_endian);
    let mut entries = values(&columns(&[head], order, &[]), head, (1, order));
    entries.extend(level_of(bytes, &records, form, 0));
    Some(Entry::new(ROOT, form_tag(form), Content::Group(entries)))
}

/// As [`decode`], of a file that records tile in other ways.
pub(super) fn decode_tiled(bytes: &[u8]) -> Option<Entry> {
    let Tiling { sequences, seal } = tiling(bytes)?;
    let first = &sequences.first()?;
    let head = &bytes[..first.records[0].start];
    let order = Order::of(first.form.is_little_endian);
    let mut entries = values(&columns(&[head], order, &[]), head, (1, order));
    for (number, Sequence { form, records }) in (1u64..).zip(&sequences) {
        let records = level_of(bytes, records, *form, 0);
        let key = format!("S{}", letters(number));
        entries.push(Entry::new(key, sequence_tag(*form), Content::Group(records)));
    }
    if let Some(Seal { width, algorithm, order }) = seal {
        let tag = Column { width, kind: Kind::Seal(algorithm, order) }.tag();
        entries.push(Entry::scalar("seal", tag, Scalar::Word(COMPUTED.to_owned())));
    }
    Some(Entry::new(ROOT, form_tag(first.form), Content::Group(entries)))
}

/// Returns the entries of records at one level.
fn level_of(bytes: &[u8], records: &[Range<usize>], form: Form, depth: u32) -> Vec<Entry> {
    let anatomy = Anatomy::of(bytes, records, form);
    let classes = by_kind(kinds(bytes, records, &anatomy, form).into_iter().zip(0..));
    let mut entries: Vec<Option<Entry>> = vec![None; records.len()];
    let mut unpacked = Vec::new();
    let n_classes = classes.len();
    for (number, (_, members)) in (1u64..).zip(classes) {
        let of_class: Vec<Range<usize>> = members.iter().map(|&at: &usize| records[at].clone()).collect();
        let inner = if depth < DEEPEST { nested(bytes, &of_class, form) } else { None };
        let tail = anatomy.tail;
        let key = letters(number).to_uppercase();
        if let Some((name, contents)) = stream(bytes, &of_class, tail, form) {
            unpacked.push((members[0], key, name, contents));
            continue;
        }
        let shown = class(bytes, &of_class, inner.as_deref(), tail, form, (depth, n_classes), &key);
        for (&at, entry) in members.iter().zip(shown) {
            entries[at] = Some(entry);
        }
    }
    let numbers: Vec<usize> = entries.iter().flatten().flat_map(numbers).collect();
    let tag = || anatomy.tail.map_or(String::new(), tail_tag);
    for (at, key, name, contents) in unpacked {
        let name = Entry::scalar("a", "", Scalar::Text(name));
        let content = Content::Group(vec![name, packed::entry(&contents, &numbers)]);
        entries[at] = Some(Entry::new(key, tag(), content));
    }
    entries.into_iter().flatten().collect()
}

/// Returns the numbers among the values of a record.
fn numbers(record: &Entry) -> Vec<usize> {
    let Content::Group(entries) = &record.content else { return Vec::new() };
    let number = |entry: &Entry| match entry.content {
        Content::Scalar(Scalar::Number(number)) => usize::try_from(number).ok(),
        _ => None,
    };
    entries.iter().filter_map(number).collect()
}

/// Returns the name of adjacent records and what they contain together, if that is compressed by
/// zlib.
fn stream(
    bytes: &[u8],
    records: &[Range<usize>],
    tail: Option<Tail>,
    form: Form,
) -> Option<(String, Vec<u8>)> {
    let n_head = form.width + NAME;
    let n_tail = tail.map_or(0, |tail| tail.width);
    let are_adjacent = records.windows(2).all(|pair| pair[0].end == pair[1].start);
    if form.at != 0 || 1 < form.alignment || !are_adjacent {
        return None;
    }
    let part = |record: &Range<usize>| bytes.get(record.start + n_head..record.end.checked_sub(n_tail)?);
    let parts: Vec<&[u8]> = records.iter().map(part).collect::<Option<_>>()?;
    let contents = packed::unpacked(&parts.concat())?;
    let start = records[0].start + form.width;
    Some((as_text(&bytes[start..start + NAME])?, contents))
}

/// The longest packet, and the most kinds of records among which there are packets.
const LONGEST_PACKET: usize = 2_048;
const MOST_CLASSES: usize = 8;
/// The most bytes of a type that is no name.
const LONGEST_TYPE: usize = 4;

/// Returns the bytes by which records of different kinds differ: a name, or few different types.
fn kinds<'a>(
    bytes: &'a [u8],
    records: &[Range<usize>],
    anatomy: &Anatomy,
    form: Form,
) -> Vec<(&'a [u8], &'a [u8])> {
    let is_long = |bytes: &[u8]| NAME <= bytes.len() && is_name(bytes);
    let name = |bytes: &'a [u8]| Some(bytes).filter(|bytes| is_long(bytes)).unwrap_or_default();
    let tags: Vec<(&[u8], &[u8])> = records.iter().map(|record| anatomy.tag(bytes, record)).collect();
    let named = || tags.iter().map(|(before, behind)| (name(before), name(behind)));
    if named().any(|(before, behind)| !before.is_empty() || !behind.is_empty()) {
        return named().collect();
    }
    let start = |record: &Range<usize>| match form.at {
        0 => bytes.get(record.start + form.width..record.start + form.width + 1).unwrap_or_default(),
        at => &bytes[record.start..record.start + at],
    };
    let types: Vec<&[u8]> = records.iter().map(start).collect();
    let n_types = types.iter().collect::<FxHashSet<_>>().len();
    let are_few = 4 * n_types <= records.len() && form.at <= LONGEST_TYPE;
    types.into_iter().map(|of_type| (if are_few { of_type } else { &[][..] }, &[][..])).collect()
}

/// Returns the entries of records of one kind; `inner` are the records in them.
fn class(
    bytes: &[u8],
    records: &[Range<usize>],
    inner: Option<&[Range<usize>]>,
    tail: Option<Tail>,
    form: Form,
    (depth, n_classes): (u32, usize),
    key: &str,
) -> Vec<Entry> {
    let n_tail = tail.map_or(0, |tail| tail.width);
    let inside = |record: &Range<usize>| -> Vec<Range<usize>> {
        let inner = inner.unwrap_or_default();
        let first = inner.partition_point(|inner| inner.start < record.start);
        inner[first..].iter().take_while(|inner| inner.end <= record.end).cloned().collect()
    };
    let wholes: Vec<Range<usize>> = records.iter().map(|record| own(bytes, record, form)).collect();
    let parts: Vec<(Vec<u8>, Vec<Range<usize>>)> = records
        .iter()
        .zip(&wholes)
        .map(|(record, whole)| {
            let inside = inside(record);
            let end = inside.first().map_or(whole.end - n_tail, |first| first.start);
            let (length, behind) = (whole.start + form.at, whole.start + form.at + form.width);
            // What else the number of the length says stays.
            let flags = flags(&bytes[length..behind], form);
            ([&bytes[whole.start..length], &flags, &bytes[behind..end.max(behind)]].concat(), inside)
        })
        .collect();
    let contents: Vec<&[u8]> = parts.iter().map(|(content, _)| &content[..]).collect();
    let whole: Vec<usize> = wholes.iter().map(Range::len).collect();
    let lengths = if inner.is_some() { &[][..] } else { &whole[..] };
    let order = Order::of(form.is_little_endian);
    let before: Vec<&[u8]> = contents.iter().map(|content| &content[..form.at]).collect();
    // A number that says something else beside the length is a column.
    let n_flags = if form.has_flags() { form.width } else { 0 };
    let flags = (0 < n_flags).then_some(Column { width: n_flags, kind: Kind::Number(order) });
    let n_before = form.at + n_flags;
    let behind: Vec<&[u8]> = contents.iter().map(|content| &content[n_before..]).collect();
    let longest = whole.iter().copied().max().unwrap_or(0);
    let are_packets = depth == 0 && inner.is_none() && longest <= LONGEST_PACKET;
    let mut fixed = computed(&contents, order, lengths, are_packets && n_classes <= MOST_CLASSES);
    if let [record] = records
        && record.end == bytes.len()
    {
        fixed.extend(seal(contents[0], &bytes[..record.start]));
    }
    let later = |(at, column): &(usize, Column)| Some((at.checked_sub(n_before)?, column.clone()));
    let later: Vec<(usize, Column)> = fixed.iter().filter_map(later).collect();
    let columns: Vec<Column> = columns(&before, order, &fixed)
        .into_iter()
        .chain(flags)
        .chain(columns(&behind, order, &later))
        .collect();
    let table = if inner.is_some() { None } else { Table::of(&contents, &columns, order) };
    let width = width_behind(&columns, &contents, order);
    let nested: Vec<Range<usize>> = parts.iter().flat_map(|(_, inside)| inside.iter().cloned()).collect();
    let mut nested =
        if nested.is_empty() { Vec::new() } else { level_of(bytes, &nested, form, depth + 1) }.into_iter();
    parts
        .iter()
        .map(|(content, inside)| {
            let mut entries = match &table {
                Some(table) => table.entries(content),
                None => values(&columns, content, (width, order)),
            };
            entries.extend(nested.by_ref().take(inside.len()));
            Entry::new(key, tail.map_or(String::new(), tail_tag), Content::Group(entries))
        })
        .collect()
}

/// Returns the number of a length without the length, if it says something else.
fn flags(field: &[u8], form: Form) -> Vec<u8> {
    let order = Order::of(form.is_little_endian);
    let value = number(field, order) & !(form.mask() as u64);
    let text = Code::Fixed(form.width as u8, order).write(value, &[]);
    text.filter(|_| form.has_flags()).unwrap_or_default()
}

/// Returns the width of the numbers that all bytes behind columns may be.
fn width_behind(columns: &[Column], records: &[&[u8]], order: Order) -> usize {
    let behind: usize = columns.iter().map(|column| column.width).sum();
    let are_numbers = |width: &usize| {
        records.iter().all(|record| {
            let rest = &record[behind..];
            let is_small = |bytes: &[u8]| number(bytes, order) < 1 << (8 * width - 8);
            rest.len().is_multiple_of(*width) && rest.chunks(*width).all(is_small)
        })
    };
    [4, 2].into_iter().find(are_numbers).unwrap_or(1)
}

/// The fewest letters between other bytes that are a text.
const FEWEST_LETTERS: usize = 4;

/// Returns the runs of printable characters, and of other bytes between them.
fn runs(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.chunk_by(|a, b| is_printable(*a) == is_printable(*b))
}

fn is_printable(byte: u8) -> bool {
    matches!(byte, b' '..=b'~')
}

fn is_text(run: &[u8]) -> bool {
    FEWEST_LETTERS <= run.len() && run.iter().all(|&byte| is_printable(byte))
}

/// Returns texts and the bytes between them.
fn mixed(bytes: &[u8]) -> Vec<Scalar> {
    let scalars = |run| match as_text(run).filter(|_| is_text(run)) {
        Some(text) => vec![Scalar::Text(text)],
        None => run.iter().map(|&byte| Scalar::Number(byte.into())).collect(),
    };
    runs(bytes).flat_map(scalars).collect()
}

/// Returns the values in columns, and what is behind them, as numbers of some width.
fn values(columns: &[Column], bytes: &[u8], (width, order): (usize, Order)) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut at = 0;
    for column in columns {
        let key = letters(entries.len() as u64 + 1);
        entries.push(Entry::scalar(key, column.tag(), column.scalar(&bytes[at..at + column.width])));
        at += column.width;
    }
    let rest = &bytes[at..];
    if !rest.is_empty() {
        let content = match as_texts(rest) {
            Some(text) => Content::Scalar(Scalar::Text(text)),
            None if MOST_LISTED < rest.len() => Content::Scalar(Scalar::Bytes(rest.to_vec())),
            None if width == 1 && runs(rest).any(is_text) => Content::List(mixed(rest)),
            None if LONG < rest.len() && width == 1 && rest.len().is_multiple_of(FRAME) => {
                Content::List(rest.chunks(FRAME).map(|frame| Scalar::Bytes(frame.to_vec())).collect())
            }
            None => {
                let numbers = rest.chunks(width).map(|bytes| Scalar::Number(number(bytes, order).into()));
                Content::List(numbers.collect())
            }
        };
        let is_list = matches!(content, Content::List(_));
        let tag = Column { width, kind: Kind::Number(order) }.tag();
        entries.push(Entry::new("rest", if is_list { tag } else { String::new() }, content));
    }
    entries
}
