//! Values of MessagePack.

use super::entry::Entry;
use super::plain::{self, Plain};
use crate::binary::code::{Code, Head, Order, number};
use crate::binary::containers::formats::message_pack::read;
use crate::binary::containers::formats::values::{Holds, Node};

/// Returns the tree of a file of one value or several.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    plain::decode(bytes, read, value)
}

fn value(bytes: &[u8], node: &Node) -> Option<Plain> {
    let code = bytes[node.range.start];
    let rest = &bytes[node.range.start + 1..node.range.end];
    let unsigned = || number(rest, Order::Big);
    Some(match &node.holds {
        Holds::Values(_) | Holds::Pairs(_) => plain::nested(bytes, node, value)?,
        Holds::Bytes(range) => match code {
            0xa0..0xc0 | 0xd9..0xdc => Plain::Text(String::from_utf8(bytes[range.clone()].to_vec()).ok()?),
            0xc4..0xc7 => Plain::Bytes(bytes[range.clone()].to_vec()),
            _ => extension(bytes[range.start - 1], &bytes[range.clone()]),
        },
        Holds::Content(..) => return None,
        Holds::Nothing => match code {
            0x00..0x80 => Plain::Int(code.into()),
            0xe0.. => Plain::Int(code.cast_signed().into()),
            0xc0 => Plain::Word("null".to_owned()),
            0xc2 => Plain::Word("false".to_owned()),
            0xc3 => Plain::Word("true".to_owned()),
            0xca => Plain::Short(f32::from_bits(unsigned() as u32)),
            0xcb => Plain::Float(f64::from_bits(unsigned())),
            0xcc..0xd0 => Plain::Int(unsigned().into()),
            0xd0..0xd4 => {
                let n_unused = 64 - 8 * rest.len();
                Plain::Int((unsigned().cast_signed() << n_unused >> n_unused).into())
            }
            0xd4..0xd9 => extension(*rest.first()?, &rest[1..]),
            _ => return None,
        },
    })
}

fn extension(kind: u8, bytes: &[u8]) -> Plain {
    Plain::Tagged(kind.into(), Box::new(Plain::Bytes(bytes.to_vec())))
}

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    plain::encode(root, write)
}

fn write(bytes: &mut Vec<u8>, value: &Plain) -> Option<()> {
    let head = |kind, len: usize| Code::MessagePack(kind).write(len as u64, &[]);
    match value {
        Plain::Int(number) => int(bytes, *number)?,
        Plain::Word(word) => bytes.push(match word.as_str() {
            "null" => 0xc0,
            "false" => 0xc2,
            "true" => 0xc3,
            _ => return None,
        }),
        Plain::Short(fraction) => {
            bytes.push(0xca);
            bytes.extend(fraction.to_be_bytes());
        }
        Plain::Half(_) => return None,
        Plain::Float(fraction) => {
            bytes.push(0xcb);
            bytes.extend(fraction.to_be_bytes());
        }
        Plain::Text(text) => {
            bytes.extend(head(Head::Text, text.len())?);
            bytes.extend(text.bytes());
        }
        Plain::Bytes(content) => {
            bytes.extend(head(Head::Bytes, content.len())?);
            bytes.extend(content);
        }
        Plain::Array(values) => {
            bytes.extend(head(Head::Array, values.len())?);
            values.iter().try_for_each(|value| write(bytes, value))?;
        }
        Plain::Map(pairs) => {
            bytes.extend(head(Head::Map, pairs.len())?);
            for (key, value) in pairs {
                write(bytes, key)?;
                write(bytes, value)?;
            }
        }
        Plain::Tagged(kind, inner) => {
            let Plain::Bytes(content) = &**inner else { return None };
            let code = [1, 2, 4, 8, 16].into_iter().zip(0xd4_u8..).find(|(len, _)| *len == content.len());
            match code {
                Some((_, code)) => bytes.push(code),
                None => bytes.extend(head(Head::Extension, content.len())?),
            }
            bytes.push(u8::try_from(*kind).ok()?);
            bytes.extend(content);
        }
    }
    Some(())
}

fn int(bytes: &mut Vec<u8>, number: i128) -> Option<()> {
    let (code, width) = match number {
        0..0x80 => (number as u8, 0),
        -0x20..0 => (number as i8 as u8, 0),
        0x80..0x100 => (0xcc, 1),
        0x100..0x1_0000 => (0xcd, 2),
        0x1_0000..0x1_0000_0000 => (0xce, 4),
        0x1_0000_0000..0x1_0000_0000_0000_0000 => (0xcf, 8),
        -0x80..-0x20 => (0xd0, 1),
        -0x8000..-0x80 => (0xd1, 2),
        -0x8000_0000..-0x8000 => (0xd2, 4),
        -0x8000_0000_0000_0000..-0x8000_0000 => (0xd3, 8),
        _ => return None,
    };
    bytes.push(code);
    bytes.extend(&number.to_be_bytes()[16 - width..]);
    Some(())
}
