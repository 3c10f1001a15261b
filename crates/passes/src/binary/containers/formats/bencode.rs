//! Values of bencode: strings after their decimal length; lists and dictionaries with an end mark.

use std::ops::Range;

use super::super::layout::Layout;
use super::values::{self, DEEPEST, Holds, Node};
use crate::binary::code::Code;

/// Parses one value that fills a file.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let nodes = values::all(bytes, within, |bytes, at| read(bytes, at, 0))?;
    let mut layout = Layout::of_file(file, bytes);
    values::take(&mut layout, &nodes, EMPTY)?;
    Some(layout)
}

/// The shortest value.
const EMPTY: &[u8] = b"0:";
/// The most digits of a number or length.
const MOST_DIGITS: usize = 18;

/// Parses the value at an offset.
pub(in crate::binary) fn read(bytes: &[u8], start: usize, depth: usize) -> Option<Node> {
    if DEEPEST < depth {
        return None;
    }
    let digits = |at: usize| -> Option<Range<usize>> {
        let n_digits = bytes.get(at..)?.iter().take_while(|byte| byte.is_ascii_digit()).count();
        (1..=MOST_DIGITS).contains(&n_digits).then_some(at..at + n_digits)
    };
    let is_end = |at: usize| bytes.get(at) == Some(&b'e');
    let mut at = start + 1;
    match bytes.get(start)? {
        b'i' => {
            let number = digits(start + 1 + usize::from(bytes.get(start + 1) == Some(&b'-')))?;
            let range = start..number.end + 1;
            is_end(number.end).then_some(Node { range, head: None, holds: Holds::Nothing })
        }
        b'l' => {
            let mut nodes = Vec::new();
            while !is_end(at) {
                nodes.push(read(bytes, at, depth + 1)?);
                at = nodes[nodes.len() - 1].range.end;
            }
            Some(Node { range: start..at + 1, head: None, holds: Holds::Values(nodes) })
        }
        b'd' => {
            let mut pairs = Vec::new();
            while !is_end(at) {
                let key = read(bytes, at, depth + 1)?;
                let value = read(bytes, key.range.end, depth + 1)?;
                at = value.range.end;
                pairs.push((key, value));
            }
            Some(Node { range: start..at + 1, head: None, holds: Holds::Pairs(pairs) })
        }
        _ => {
            let length = digits(start)?;
            let content = length.end + 1;
            let len: usize = std::str::from_utf8(&bytes[length.clone()]).ok()?.parse().ok()?;
            let end = content.checked_add(len).filter(|&end| end <= bytes.len())?;
            let is_string = bytes.get(length.end) == Some(&b':');
            let head = Some((length, Code::Decimal));
            is_string.then_some(Node { range: start..end, head, holds: Holds::Bytes(content..end) })
        }
    }
}
