//! Values of formats that know lists and maps, as JSON does: MessagePack, CBOR and bencode.

use super::entry::{Content, Entry, Scalar, letters, number_of};
use crate::binary::containers::formats::values::{self, Holds, Node};

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plain {
    Int(i128),
    /// `true`, `false`, `null`, or another word that a format has.
    Word(String),
    Float(f64),
    /// A number with a fraction in four bytes.
    Short(f32),
    /// A number with a fraction in two bytes: its bits.
    Half(u16),
    Text(String),
    Bytes(Vec<u8>),
    Array(Vec<Plain>),
    Map(Vec<(Plain, Plain)>),
    /// A value with a number that says what it means.
    Tagged(u64, Box<Plain>),
}

const ROOT: &str = "M";
/// The tag of a file of several values.
const STREAM: &str = "stream";
/// The tag of fractions in two bytes.
const HALF: &str = "half";
/// The tags of lists that contain more than scalars, of maps with keys other than text, and of
/// short fractions.
const LIST: &str = "l";
const MAP: &str = "map";
const SHORT: &str = "f";
/// What the tag of a tagged value begins with.
const TAGGED: char = 't';

/// Returns the tree of a file of one value or several; `read` parses one, and `value` decodes it.
pub(super) fn decode(
    bytes: &[u8],
    read: fn(&[u8], usize, usize) -> Option<Node>,
    value: fn(&[u8], &Node) -> Option<Plain>,
) -> Option<Entry> {
    let nodes = values::all(bytes, 0..bytes.len(), |bytes, at| read(bytes, at, 0))?;
    if !values::are_sure(&nodes) {
        return None;
    }
    Some(to_tree(nodes.iter().map(|node| value(bytes, node)).collect::<Option<_>>()?))
}

/// Returns the lists and maps of a format whose other values `value` decodes; `None` if one cannot
/// be decoded, or if it is no list or map.
pub(super) fn nested(bytes: &[u8], node: &Node, value: fn(&[u8], &Node) -> Option<Plain>) -> Option<Plain> {
    match &node.holds {
        Holds::Values(nodes) => {
            Some(Plain::Array(nodes.iter().map(|node| value(bytes, node)).collect::<Option<_>>()?))
        }
        Holds::Pairs(pairs) => {
            let pair = |(key, of): &(Node, Node)| Some((value(bytes, key)?, value(bytes, of)?));
            Some(Plain::Map(pairs.iter().map(pair).collect::<Option<_>>()?))
        }
        Holds::Nothing | Holds::Bytes(_) | Holds::Content(..) => None,
    }
}

/// Returns the file that a tree shows; `write` encodes one of its values. `None` if it shows none.
pub(super) fn encode(root: &Entry, write: fn(&mut Vec<u8>, &Plain) -> Option<()>) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    of_tree(root)?.iter().try_for_each(|value| write(&mut bytes, value))?;
    Some(bytes)
}

/// Returns the tree of a file of one value or several.
pub(super) fn to_tree(values: Vec<Plain>) -> Entry {
    match <[Plain; 1]>::try_from(values) {
        Ok([value]) => entry(ROOT, value),
        Err(values) => {
            let entries = values.into_iter().map(|value| entry("v", value));
            Entry::new(ROOT, STREAM, Content::Group(entries.collect()))
        }
    }
}

fn entry(key: &str, value: Plain) -> Entry {
    let scalar = |scalar| Entry::scalar(key, "", scalar);
    match value {
        Plain::Int(number) => scalar(Scalar::Number(number)),
        Plain::Word(word) => scalar(Scalar::Word(word)),
        Plain::Float(fraction) => scalar(Scalar::Word(format!("{fraction:?}"))),
        Plain::Short(fraction) => Entry::scalar(key, SHORT, Scalar::Word(format!("{fraction:?}"))),
        Plain::Half(bits) => Entry::scalar(key, HALF, Scalar::Word(format!("{:?}", of_half(bits)))),
        Plain::Text(text) => scalar(Scalar::Text(text)),
        Plain::Bytes(bytes) => scalar(Scalar::Bytes(bytes)),
        Plain::Tagged(number, inner) => {
            let inner = entry(key, *inner);
            Entry { tag: format!("{TAGGED}{}_{}", letters(number + 1), inner.tag), ..inner }
        }
        Plain::Array(values) => {
            let entries: Vec<Entry> = values.into_iter().map(|value| entry(key, value)).collect();
            let scalar = |entry: &Entry| match &entry.content {
                Content::Scalar(scalar) if entry.tag.is_empty() => Some(scalar.clone()),
                _ => None,
            };
            match entries.iter().map(scalar).collect() {
                Some(scalars) => Entry::new(key, "", Content::List(scalars)),
                None => Entry::new(key, LIST, Content::Group(entries)),
            }
        }
        Plain::Map(pairs) if pairs.iter().all(|(key, _)| matches!(key, Plain::Text(_))) => {
            let pair = |(key, value): (Plain, Plain)| match key {
                Plain::Text(key) => entry(&key, value),
                _ => entry("", value),
            };
            Entry::new(key, "", Content::Group(pairs.into_iter().map(pair).collect()))
        }
        Plain::Map(pairs) => {
            let pair = |(key, value)| [entry("key", key), entry("value", value)];
            Entry::new(key, MAP, Content::Group(pairs.into_iter().flat_map(pair).collect()))
        }
    }
}

/// Returns the values that a tree shows; `None` if it shows none.
fn of_tree(root: &Entry) -> Option<Vec<Plain>> {
    match &root.content {
        Content::Group(entries) if root.tag == STREAM => {
            entries.iter().map(|entry| value(&entry.tag, &entry.content)).collect()
        }
        content => Some(vec![value(&root.tag, content)?]),
    }
}

fn value(tag: &str, content: &Content) -> Option<Plain> {
    if let Some((number, inner)) = tag.strip_prefix(TAGGED).and_then(|rest| rest.split_once('_')) {
        return Some(Plain::Tagged(number_of(number)? - 1, Box::new(value(inner, content)?)));
    }
    let all = |entries: &[Entry]| -> Option<Vec<Plain>> {
        entries.iter().map(|entry| value(&entry.tag, &entry.content)).collect()
    };
    Some(match (tag, content) {
        (SHORT, Content::Scalar(Scalar::Number(number))) => Plain::Short(number.to_string().parse().ok()?),
        (SHORT, Content::Scalar(Scalar::Word(word))) => Plain::Short(word.parse().ok()?),
        (HALF, Content::Scalar(Scalar::Number(number))) => {
            Plain::Half(to_half(number.to_string().parse().ok()?)?)
        }
        (HALF, Content::Scalar(Scalar::Word(word))) => Plain::Half(to_half(word.parse().ok()?)?),
        ("", Content::Scalar(scalar)) => of_scalar(scalar)?,
        ("", Content::List(scalars)) => Plain::Array(scalars.iter().map(of_scalar).collect::<Option<_>>()?),
        (LIST, Content::Group(entries)) => Plain::Array(all(entries)?),
        (MAP, Content::Group(entries)) => {
            let mut values = all(entries)?.into_iter();
            let mut pairs = Vec::new();
            while let Some(key) = values.next() {
                pairs.push((key, values.next()?));
            }
            Plain::Map(pairs)
        }
        ("", Content::Group(entries)) => {
            let pair =
                |entry: &Entry| Some((Plain::Text(entry.key.clone()), value(&entry.tag, &entry.content)?));
            Plain::Map(entries.iter().map(pair).collect::<Option<_>>()?)
        }
        _ => return None,
    })
}

/// Returns the value of a fraction of 1 + 5 + 10 bits.
fn of_half(bits: u16) -> f32 {
    let (exponent, fraction) = (u32::from(bits >> 10 & 0x1f), u32::from(bits & 0x3ff));
    let value = match exponent {
        // Steps of 2^-24.
        0 => fraction as f32 / 16_777_216.0,
        0x1f => f32::from_bits(0x7f80_0000 | fraction << 13),
        _ => f32::from_bits((exponent + 112) << 23 | fraction << 13),
    };
    if bits >> 15 == 1 { -value } else { value }
}

/// Returns the bits of a fraction; `None` if it has too many.
fn to_half(value: f32) -> Option<u16> {
    let same = |bits: &u16| of_half(*bits).to_bits() == value.to_bits();
    (0..=u16::MAX).find(same)
}

fn of_scalar(scalar: &Scalar) -> Option<Plain> {
    Some(match scalar {
        Scalar::Number(number) => Plain::Int(*number),
        Scalar::Text(text) => Plain::Text(text.clone()),
        Scalar::Bytes(bytes) => Plain::Bytes(bytes.clone()),
        Scalar::Digest { .. } => return None,
        Scalar::Word(word)
            if matches!(word.as_str(), "NaN" | "inf" | "-inf") || word.contains(['.', 'e']) =>
        {
            match word.parse() {
                Ok(fraction) => Plain::Float(fraction),
                Err(_) => Plain::Word(word.clone()),
            }
        }
        Scalar::Word(word) => Plain::Word(word.clone()),
    })
}
