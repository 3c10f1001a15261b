//! Values of bencode.

use super::entry::{Entry, as_text};
use super::plain::{self, Plain};
use crate::binary::containers::formats::bencode::read;
use crate::binary::containers::formats::values::{Holds, Node};

/// Whether a file may be a list or a dictionary.
pub(super) fn is_begun(bytes: &[u8]) -> bool {
    matches!(bytes, [b'd', b'0'..=b'9', ..] | [b'l', b'0'..=b'9' | b'd' | b'i' | b'l', ..])
        && bytes.ends_with(b"e")
}

/// Returns the tree of a file of one value.
pub(super) fn decode(bytes: &[u8]) -> Option<Entry> {
    plain::decode(bytes, read, value)
}

fn value(bytes: &[u8], node: &Node) -> Option<Plain> {
    Some(match &node.holds {
        Holds::Values(_) | Holds::Pairs(_) => plain::nested(bytes, node, value)?,
        Holds::Bytes(range) => {
            let content = &bytes[range.clone()];
            as_text(content).map_or_else(|| Plain::Bytes(content.to_vec()), Plain::Text)
        }
        Holds::Content(..) => return None,
        Holds::Nothing => {
            let digits = &bytes[node.range.start + 1..node.range.end - 1];
            Plain::Int(std::str::from_utf8(digits).ok()?.parse().ok()?)
        }
    })
}

/// Returns the file that a tree shows; `None` if it shows none.
pub(super) fn encode(root: &Entry) -> Option<Vec<u8>> {
    plain::encode(root, write)
}

fn write(bytes: &mut Vec<u8>, value: &Plain) -> Option<()> {
    let mut string = |content: &[u8]| {
        bytes.extend(content.len().to_string().bytes());
        bytes.push(b':');
        bytes.extend(content);
    };
    match value {
        Plain::Text(text) => string(text.as_bytes()),
        Plain::Bytes(content) => string(content),
        Plain::Int(number) => bytes.extend(format!("i{number}e").bytes()),
        Plain::Array(values) => {
            bytes.push(b'l');
            values.iter().try_for_each(|value| write(bytes, value))?;
            bytes.push(b'e');
        }
        Plain::Map(pairs) => {
            bytes.push(b'd');
            for (key, value) in pairs {
                write(bytes, key)?;
                write(bytes, value)?;
            }
            bytes.push(b'e');
        }
        Plain::Word(_) | Plain::Float(_) | Plain::Short(_) | Plain::Half(_) | Plain::Tagged(..) => {
            return None;
        }
    }
    Some(())
}
