//! Values of CBOR.

use super::entry::Entry;
use super::plain::{self, Plain};
use crate::binary::code::{Code, Order, number};
use crate::binary::containers::formats::cbor::read;
use crate::binary::containers::formats::values::{Holds, Node};

/// Returns the tree of a file of one value or several.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    plain::decode(bytes, read, value)
}

/// The major types.
const UNSIGNED: u8 = 0;
const NEGATIVE: u8 = 1;
const BYTES: u8 = 2;
const TEXT: u8 = 3;
const ARRAY: u8 = 4;
const MAP: u8 = 5;
const TAG: u8 = 6;
const SIMPLE: u8 = 7;

/// Returns the number in the head at an offset, and the offset behind the head.
fn head(bytes: &[u8], at: usize) -> Option<(u64, usize)> {
    let minor = bytes[at] & 0x1f;
    match minor {
        0..24 => Some((minor.into(), at + 1)),
        24..28 => {
            let behind = at + 1 + (1 << (minor - 24));
            Some((number(bytes.get(at + 1..behind)?, Order::Big), behind))
        }
        _ => Some((0, at + 1)),
    }
}

fn value(bytes: &[u8], node: &Node) -> Option<Plain> {
    tagged(bytes, node.range.start, node)
}

/// Decodes a value whose first tag is at `at`.
fn tagged(bytes: &[u8], at: usize, node: &Node) -> Option<Plain> {
    let (n, behind) = head(bytes, at)?;
    if bytes[at] >> 5 == TAG && n < u64::MAX {
        return Some(Plain::Tagged(n, Box::new(tagged(bytes, behind, node)?)));
    }
    Some(match (bytes[at] >> 5, &node.holds) {
        (UNSIGNED, _) => Plain::Int(n.into()),
        (NEGATIVE, _) => Plain::Int(-1 - i128::from(n)),
        (BYTES, Holds::Bytes(range)) => Plain::Bytes(bytes[range.clone()].to_vec()),
        (TEXT, Holds::Bytes(range)) => Plain::Text(String::from_utf8(bytes[range.clone()].to_vec()).ok()?),
        (ARRAY, Holds::Values(_)) | (MAP, Holds::Pairs(_)) => plain::nested(bytes, node, value)?,
        (BYTES | TEXT, Holds::Values(parts)) => {
            joined(bytes[at] >> 5, parts.iter().map(|part| value(bytes, part)).collect::<Option<_>>()?)?
        }
        (SIMPLE, _) => simple(bytes[at] & 0x1f, n)?,
        _ => return None,
    })
}

/// Joins the parts of a string of indefinite length.
fn joined(major: u8, parts: Vec<Plain>) -> Option<Plain> {
    let mut whole = Vec::new();
    for part in parts {
        match part {
            Plain::Bytes(part) => whole.extend(part),
            Plain::Text(part) => whole.extend(part.bytes()),
            _ => return None,
        }
    }
    Some(if major == TEXT { Plain::Text(String::from_utf8(whole).ok()?) } else { Plain::Bytes(whole) })
}

const WORDS: [(u8, &str); 4] = [(20, "false"), (21, "true"), (22, "null"), (23, "undefined")];

fn simple(minor: u8, n: u64) -> Option<Plain> {
    let word = WORDS.iter().find(|(code, _)| *code == minor);
    Some(match minor {
        26 => Plain::Short(f32::from_bits(n as u32)),
        27 => Plain::Float(f64::from_bits(n)),
        25 => Plain::Half(n as u16),
        _ => Plain::Word(word?.1.to_owned()),
    })
}

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    plain::encode(root, write)
}

fn write(bytes: &mut Vec<u8>, value: &Plain) -> Option<()> {
    let head = |major: u8, n: u64| Code::Cbor(major << 5).write(n, &[]);
    match value {
        Plain::Int(number @ 0..) => bytes.extend(head(UNSIGNED, u64::try_from(*number).ok()?)?),
        Plain::Int(number) => bytes.extend(head(NEGATIVE, u64::try_from(-1 - number).ok()?)?),
        Plain::Word(word) => {
            bytes.push(SIMPLE << 5 | WORDS.iter().find(|(_, other)| other == word)?.0);
        }
        Plain::Short(fraction) => {
            bytes.push(SIMPLE << 5 | 26);
            bytes.extend(fraction.to_be_bytes());
        }
        Plain::Half(half) => {
            bytes.push(SIMPLE << 5 | 25);
            bytes.extend(half.to_be_bytes());
        }
        Plain::Float(fraction) => {
            bytes.push(SIMPLE << 5 | 27);
            bytes.extend(fraction.to_be_bytes());
        }
        Plain::Text(text) => {
            bytes.extend(head(TEXT, text.len() as u64)?);
            bytes.extend(text.bytes());
        }
        Plain::Bytes(content) => {
            bytes.extend(head(BYTES, content.len() as u64)?);
            bytes.extend(content);
        }
        Plain::Array(values) => {
            bytes.extend(head(ARRAY, values.len() as u64)?);
            values.iter().try_for_each(|value| write(bytes, value))?;
        }
        Plain::Map(pairs) => {
            bytes.extend(head(MAP, pairs.len() as u64)?);
            for (key, value) in pairs {
                write(bytes, key)?;
                write(bytes, value)?;
            }
        }
        Plain::Tagged(tag, inner) => {
            bytes.extend(head(TAG, *tag)?);
            write(bytes, inner)?;
        }
    }
    Some(())
}
