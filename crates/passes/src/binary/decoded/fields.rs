//! Fields with varint keys, as in protocol buffers.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::digest;
use super::entry::{Content, Entry, Scalar, as_text, last_part, letters, number_of};
use crate::binary::checksum::{Algorithm, STRONG};
use crate::binary::code::{Code, Order, number, varint};
use crate::binary::containers::formats::fields::{Field, delimited, is_sure, read};

/// Returns the tree of a file: one message, or messages after their lengths.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    let whole = 0..bytes.len();
    if read(bytes, whole.clone()).is_some_and(|fields| is_sure(&[fields])) {
        let (tag, content) = messages(bytes, std::slice::from_ref(&whole), 0)?.pop()?;
        return Some(Entry::new(ROOT, tag, content));
    }
    let (lengths, _) = delimited(bytes, whole)?;
    let ranges: Vec<Range<usize>> = lengths.into_iter().map(|(_, message)| message).collect();
    let entries = messages(bytes, &ranges, 0)?.into_iter();
    let entries = entries.map(|(tag, content)| Entry::new("a", tag, content));
    Some(Entry::new(ROOT, STREAM, Content::Group(entries.collect())))
}

const ROOT: &str = "M";
/// The tag of a file of messages after their lengths.
const STREAM: &str = "stream";
/// The tags of numbers that take four and eight bytes, and of fractions.
const FOUR: &str = "w";
const EIGHT: &str = "q";
const FRACTION: &str = "d";
/// The deepest nesting of messages.
const DEEPEST: usize = 64;

/// A tag and a content.
type Tagged = (String, Content);

/// Decodes the messages of a kind; `None` if one of them is none.
fn messages(bytes: &[u8], ranges: &[Range<usize>], depth: usize) -> Option<Vec<Tagged>> {
    if DEEPEST < depth {
        return None;
    }
    let parsed: Vec<Vec<Field>> =
        ranges.iter().map(|range| read(bytes, range.clone())).collect::<Option<_>>()?;
    let mut contents: FxHashMap<u64, Vec<Range<usize>>> = FxHashMap::default();
    for field in parsed.iter().flatten() {
        contents.entry(field.key).or_default().extend(field.content.clone());
    }
    let shown = contents.into_iter().map(|(key, ranges)| (key, shown(bytes, &ranges, depth)));
    let mut shown: FxHashMap<u64, std::vec::IntoIter<Tagged>> = shown.collect();
    let message = |(range, fields): (&Range<usize>, &Vec<Field>)| {
        let seal = fields.last().and_then(|field| sealed(bytes, range.start, field));
        let n_shown = fields.len() - usize::from(seal.is_some());
        let mut entries = Vec::new();
        for field in &fields[..n_shown] {
            let key = letters(field.key >> 3);
            let content = shown.get_mut(&field.key).and_then(Iterator::next);
            entries.push(match content.filter(|_| field.content.is_some()) {
                Some((tag, content)) => Entry::new(key, tag, content),
                None => plain(key, field, &bytes[field.value..field.range.end])?,
            });
        }
        let part = |field: &Field| field.content.clone().map_or(&[][..], |content| &bytes[content]);
        let parts: Vec<(String, &[u8])> =
            fields[..n_shown].iter().map(|field| (letters(field.key >> 3), part(field))).collect();
        digest::resolve(&mut entries, &parts);
        Some((seal.unwrap_or_default(), Content::Group(entries)))
    };
    ranges.iter().zip(&parsed).map(message).collect()
}

/// Returns the tag for a message that ends in a checksum of everything before it.
fn sealed(bytes: &[u8], start: usize, field: &Field) -> Option<String> {
    let before = &bytes[start..field.range.start];
    let is_of =
        |algorithm: &Algorithm| bytes[field.value..field.range.end] == algorithm.of(before, 4, Order::Little);
    let algorithm = STRONG.into_iter().find(is_of).filter(|_| field.key & 7 == 5 && !before.is_empty())?;
    Some(format!("{}_{}", digest::name(algorithm), letters(field.key >> 3)))
}

/// Returns a field whose value has a fixed form.
fn plain(key: String, field: &Field, value: &[u8]) -> Option<Entry> {
    let (tag, scalar) = match (field.key & 7, number(value, Order::Little)) {
        (0, _) => ("", Scalar::Number(varint(value)?.0.into())),
        (1, bits) => {
            let fraction = f64::from_bits(bits);
            let shown = fraction.to_string();
            let is_fraction = shown.len() <= LONGEST_FRACTION && (bits == 0 || 1e-9 < fraction.abs());
            match is_fraction && shown.parse() == Ok(fraction) {
                true => (FRACTION, Scalar::Word(shown)),
                false => (EIGHT, Scalar::Number(bits.into())),
            }
        }
        (_, bits) => (FOUR, Scalar::Number(bits.into())),
    };
    Some(Entry::scalar(key, tag, scalar))
}

/// The longest text of a fraction; other bits are no fraction that anybody wrote.
const LONGEST_FRACTION: usize = 24;

/// Returns how the contents of one field of all messages of a kind are shown.
fn shown(bytes: &[u8], ranges: &[Range<usize>], depth: usize) -> std::vec::IntoIter<Tagged> {
    let parts = || ranges.iter().map(|range| &bytes[range.clone()]);
    let scalar = |scalar| (String::new(), Content::Scalar(scalar));
    let texts: Option<Vec<String>> = parts().map(as_text).collect();
    if let Some(texts) = texts {
        let texts: Vec<Tagged> = texts.into_iter().map(|text| scalar(Scalar::Text(text))).collect();
        return texts.into_iter();
    }
    if let Some(messages) = messages(bytes, ranges, depth + 1) {
        return messages.into_iter();
    }
    let lists: Option<Vec<Tagged>> =
        parts().map(|part| Some((String::new(), Content::List(packed(part)?)))).collect();
    let raw = || parts().map(|part| scalar(Scalar::Bytes(part.to_vec()))).collect();
    lists.filter(|_| parts().any(|part| 1 < part.len())).unwrap_or_else(raw).into_iter()
}

/// Returns the numbers that fill some bytes, each in its shortest form.
fn packed(bytes: &[u8]) -> Option<Vec<Scalar>> {
    let mut numbers = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let (number, n_bytes) = varint(&bytes[at..])?;
        let is_shortest = n_bytes == 1 || bytes[at + n_bytes - 1] != 0;
        numbers.push(Scalar::Number(number.into()));
        at = Some(at + n_bytes).filter(|_| is_shortest)?;
    }
    Some(numbers)
}

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    let Content::Group(entries) = &root.content else { return None };
    if root.tag != STREAM {
        return message(&root.tag, entries);
    }
    let mut bytes = Vec::new();
    for entry in entries {
        let Content::Group(entries) = &entry.content else { return None };
        after_length(&mut bytes, &message(&entry.tag, entries)?);
    }
    Some(bytes)
}

fn after_length(bytes: &mut Vec<u8>, content: &[u8]) {
    write_varint(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

fn write_varint(bytes: &mut Vec<u8>, value: u64) {
    bytes.extend(Code::Varint.write(value, &[]).unwrap_or_default());
}

fn message(tag: &str, entries: &[Entry]) -> Option<Vec<u8>> {
    let contents: Vec<Option<Vec<u8>>> = entries.iter().map(content).collect::<Option<_>>()?;
    let mut bytes = Vec::new();
    for (at, (entry, content)) in entries.iter().zip(&contents).enumerate() {
        let number = number_of(last_part(&entry.key))?;
        let resolved = match (&entry.content, content) {
            (Content::Scalar(Scalar::Digest { prefix, algorithm, of }), _) => {
                let is_meant = |(other, entry): &(usize, &Entry)| *other != at && last_part(&entry.key) == of;
                let (other, _) = entries.iter().enumerate().find(is_meant)?;
                Some(digest::bytes(prefix, *algorithm, contents[other].as_ref()?)?)
            }
            (_, content) => content.clone(),
        };
        match resolved {
            Some(content) => {
                write_varint(&mut bytes, number << 3 | 2);
                after_length(&mut bytes, &content);
            }
            None => value(&mut bytes, number, entry)?,
        }
    }
    if let Some((name, key)) = tag.rsplit_once('_') {
        let sum = digest::named(name)?.of(&bytes, 4, Order::Little);
        write_varint(&mut bytes, number_of(key)? << 3 | 5);
        bytes.extend(sum);
    }
    Some(bytes)
}

/// Returns the content that is written after its length; the inner `None` if the entry has none.
#[expect(clippy::option_option, reason = "an entry that cannot be written, or has no content")]
fn content(entry: &Entry) -> Option<Option<Vec<u8>>> {
    Some(match &entry.content {
        Content::Group(entries) => Some(message(&entry.tag, entries)?),
        Content::List(numbers) => {
            let mut bytes = Vec::new();
            for number in numbers {
                let Scalar::Number(number) = number else { return None };
                write_varint(&mut bytes, unsigned(*number)?);
            }
            Some(bytes)
        }
        Content::Scalar(Scalar::Text(text)) => Some(text.clone().into_bytes()),
        Content::Scalar(Scalar::Bytes(bytes)) => Some(bytes.clone()),
        Content::Scalar(_) => None,
    })
}

/// Writes a field whose value has a fixed form.
fn value(bytes: &mut Vec<u8>, key: u64, entry: &Entry) -> Option<()> {
    let Content::Scalar(scalar) = &entry.content else { return None };
    let fraction: f64 = match scalar {
        Scalar::Number(number) => number.to_string().parse().ok()?,
        Scalar::Word(word) if entry.tag == FRACTION => word.parse().ok()?,
        _ => return None,
    };
    let whole = || match scalar {
        Scalar::Number(number) => unsigned(*number),
        _ => None,
    };
    match entry.tag.as_str() {
        "" => {
            write_varint(bytes, key << 3);
            write_varint(bytes, whole()?);
        }
        FRACTION => {
            write_varint(bytes, key << 3 | 1);
            bytes.extend(fraction.to_le_bytes());
        }
        EIGHT => {
            write_varint(bytes, key << 3 | 1);
            bytes.extend(whole()?.to_le_bytes());
        }
        FOUR => {
            write_varint(bytes, key << 3 | 5);
            bytes.extend(u32::try_from(whole()?).ok()?.to_le_bytes());
        }
        _ => return None,
    }
    Some(())
}

/// Returns a number as it is stored: negative ones as their complement.
fn unsigned(number: i128) -> Option<u64> {
    u64::try_from(number).ok().or_else(|| i64::try_from(number).ok().map(i64::cast_unsigned))
}
