//! Records that contain their length, and nested records: PNG, RIFF, MP4, captures of packets.

use std::ops::Range;

use super::columns::{COMPUTED, Column, Kind, NAME, columns, computed};
use super::digest;
use super::entry::{Content, Entry, Scalar, as_text, as_texts, letters, number_of};
use super::packed::{self, PACKED};
use crate::binary::checksum::Algorithm;
use crate::binary::code::{Code, Order, number};
use crate::binary::containers::formats::chunks::{Anatomy, DEEPEST, nested, outermost, own};
use crate::binary::containers::formats::tails::Tail;
use crate::binary::containers::kinds::by_kind;
use crate::binary::records::Form;

const ROOT: &str = "M";
/// The most bytes that are a list of numbers; more are one value.
const MOST_LISTED: usize = 4096;

/// Returns the tree of a file.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    let (form, records) = outermost(bytes)?;
    let head = &bytes[..records[0].start];
    let order = Order::of(form.is_little_endian);
    let mut entries = values(&columns(&[head], order, &[]), head, (1, order));
    entries.extend(level_of(bytes, &records, form, 0));
    Some(Entry::new(ROOT, form_tag(form), Content::Group(entries)))
}

/// Returns the entries of records at one level.
fn level_of(bytes: &[u8], records: &[Range<usize>], form: Form, depth: u32) -> Vec<Entry> {
    let anatomy = Anatomy::of(bytes, records, form);
    let classes = by_kind(records.iter().enumerate().map(|(at, range)| (kind(bytes, range, &anatomy), at)));
    let mut entries: Vec<Option<Entry>> = vec![None; records.len()];
    let mut unpacked = Vec::new();
    for (number, (_, members)) in (1u64..).zip(classes) {
        let of_class: Vec<Range<usize>> = members.iter().map(|&at| records[at].clone()).collect();
        let inner = if depth < DEEPEST { nested(bytes, &of_class, form) } else { None };
        let tail = anatomy.tail;
        let key = letters(number).to_uppercase();
        if let Some((name, contents)) = stream(bytes, &of_class, tail, form) {
            unpacked.push((members[0], key, name, contents));
            continue;
        }
        let shown = class(bytes, &of_class, inner.as_deref(), tail, form, depth, &key);
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
    if form.at != 0 || form.is_padded || !are_adjacent {
        return None;
    }
    let part = |record: &Range<usize>| bytes.get(record.start + n_head..record.end.checked_sub(n_tail)?);
    let parts: Vec<&[u8]> = records.iter().map(part).collect::<Option<_>>()?;
    let contents = packed::unpacked(&parts.concat())?;
    let start = records[0].start + form.width;
    Some((as_text(&bytes[start..start + NAME])?, contents))
}

/// Returns the bytes by which records of different kinds differ: those before the length, or the
/// tag behind it.
fn kind<'a>(bytes: &'a [u8], record: &Range<usize>, anatomy: &Anatomy) -> (&'a [u8], &'a [u8]) {
    let (before, behind) = anatomy.tag(bytes, record);
    let is_name = |bytes: &&[u8]| bytes.iter().all(u8::is_ascii_graphic);
    let name = |bytes: &'a [u8]| Some(bytes).filter(is_name).unwrap_or_default();
    (name(before), name(behind))
}

/// Returns the entries of records of one kind; `inner` are the records in them.
fn class(
    bytes: &[u8],
    records: &[Range<usize>],
    inner: Option<&[Range<usize>]>,
    tail: Option<Tail>,
    form: Form,
    depth: u32,
    key: &str,
) -> Vec<Entry> {
    let n_tail = tail.map_or(0, |tail| tail.width);
    let inside = |record: &Range<usize>| -> Vec<Range<usize>> {
        let all = inner.into_iter().flatten();
        all.filter(|inner| record.start <= inner.start && inner.end <= record.end).cloned().collect()
    };
    let parts: Vec<(Vec<u8>, Vec<Range<usize>>)> = records
        .iter()
        .map(|record| {
            let whole = own(bytes, record, form);
            let inside = inside(record);
            let end = inside.first().map_or(whole.end - n_tail, |first| first.start);
            let (length, behind) = (whole.start + form.at, whole.start + form.at + form.width);
            ([&bytes[whole.start..length], &bytes[behind..end.max(behind)]].concat(), inside)
        })
        .collect();
    let contents: Vec<&[u8]> = parts.iter().map(|(content, _)| &content[..]).collect();
    let whole: Vec<usize> = records.iter().map(|record| own(bytes, record, form).len()).collect();
    let lengths = if inner.is_some() { &[][..] } else { &whole[..] };
    let order = Order::of(form.is_little_endian);
    let before: Vec<&[u8]> = contents.iter().map(|content| &content[..form.at]).collect();
    let behind: Vec<&[u8]> = contents.iter().map(|content| &content[form.at..]).collect();
    let fixed = computed(&contents, order, lengths);
    let later = |(at, column): &(usize, Column)| Some((at.checked_sub(form.at)?, column.clone()));
    let later: Vec<(usize, Column)> = fixed.iter().filter_map(later).collect();
    let columns = [columns(&before, order, &fixed), columns(&behind, order, &later)].concat();
    let width = width_behind(&columns, &contents, order);
    let nested: Vec<Range<usize>> = parts.iter().flat_map(|(_, inside)| inside.iter().cloned()).collect();
    let mut nested =
        if nested.is_empty() { Vec::new() } else { level_of(bytes, &nested, form, depth + 1) }.into_iter();
    parts
        .iter()
        .map(|(content, inside)| {
            let mut entries = values(&columns, content, (width, order));
            entries.extend(nested.by_ref().take(inside.len()));
            Entry::new(key, tail.map_or(String::new(), tail_tag), Content::Group(entries))
        })
        .collect()
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

fn form_tag(form: Form) -> String {
    let Form { at, width, is_little_endian, n_uncounted, is_padded } = form;
    let numbers = [at, width, n_uncounted].map(|number| letters(number as u64 + 1)).join("_");
    let flags =
        [(is_little_endian, "l"), (is_padded, "p")].map(|(is_set, name)| if is_set { name } else { "n" });
    format!("{numbers}_{}", flags.concat())
}

fn form_of(tag: &str) -> Option<Form> {
    let parts: Vec<&str> = tag.split('_').collect();
    let [at, width, n_uncounted, flags] = parts[..] else { return None };
    let number = |name: &str| usize::try_from(number_of(name)? - 1).ok();
    Some(Form {
        at: number(at)?,
        width: number(width)?,
        n_uncounted: number(n_uncounted)?,
        is_little_endian: flags.contains('l'),
        is_padded: flags.contains('p'),
    })
}

fn tail_tag(tail: Tail) -> String {
    let Tail { width, from, algorithm, order } = tail;
    let order = if order == Order::Big { "b" } else { "l" };
    format!("{}_{}_{}_{order}", digest::name(algorithm), letters(width as u64), letters(from as u64 + 1))
}

fn tail_of(tag: &str) -> Option<Tail> {
    let parts: Vec<&str> = tag.split('_').collect();
    let [name @ .., width, from, order] = &parts[..] else { return None };
    let algorithm: Algorithm = digest::named(&name.join("_"))?;
    let number = |name: &str| usize::try_from(number_of(name)?).ok();
    Some(Tail { width: number(width)?, from: number(from)? - 1, algorithm, order: Order::of(*order == "l") })
}

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    let Content::Group(entries) = &root.content else { return None };
    let form = form_of(&root.tag)?;
    let mut bytes = Vec::new();
    for entry in entries {
        match &entry.content {
            Content::Group(_) => bytes.extend(record(entry, form)?),
            _ => {
                value(&mut bytes, entry)?.is_none().then_some(())?;
            }
        }
    }
    Some(bytes)
}

/// Writes a value. Returns the column if it has to be computed when the record is complete.
#[expect(clippy::option_option, reason = "a value that cannot be written, and one that is complete")]
fn value(bytes: &mut Vec<u8>, entry: &Entry) -> Option<Option<Column>> {
    let scalar = match &entry.content {
        Content::Group(_) => return None,
        Content::List(numbers) => {
            let column = Column::of_tag(&entry.tag)?;
            for number in numbers {
                let Scalar::Number(number) = number else { return None };
                bytes.extend(column.written(*number)?);
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

fn record(entry: &Entry, form: Form) -> Option<Vec<u8>> {
    let Content::Group(entries) = &entry.content else { return None };
    let mut bytes = Vec::new();
    let mut computed: Vec<(usize, Column)> = Vec::new();
    let mut has_length = false;
    for entry in entries {
        if !has_length && bytes.len() == form.at {
            bytes.extend(std::iter::repeat_n(0, form.width));
            has_length = true;
        }
        match &entry.content {
            Content::Group(rows) if entry.tag == PACKED => bytes.extend(packed::packed(rows)?),
            Content::Group(_) => bytes.extend(record(entry, form)?),
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
    let text = length.write(len.checked_sub(form.n_uncounted)? as u64, &[])?;
    bytes[form.at..form.at + form.width].copy_from_slice(&text);
    for (at, column) in &computed {
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
    if form.is_padded && bytes.len() % 2 == 1 {
        bytes.push(0);
    }
    Some(bytes)
}
