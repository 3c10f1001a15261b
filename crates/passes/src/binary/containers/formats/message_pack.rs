//! Values of MessagePack.

use std::ops::Range;

use super::super::layout::Layout;
use super::values::{self, DEEPEST, Holds, Node};
use crate::binary::code::{Code, Head, Order, number};

/// Parses values that fill a file.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let nodes = values::all(bytes, within, |bytes, at| read(bytes, at, 0))?;
    let mut layout = Layout::of_file(file, bytes);
    values::take(&mut layout, &nodes, NIL)?;
    Some(layout)
}

const NIL: &[u8] = &[0xc0];

/// Parses the value at an offset.
pub(in crate::binary) fn read(bytes: &[u8], start: usize, depth: usize) -> Option<Node> {
    let code = *bytes.get(start)?;
    let counted = |width: usize| {
        let digits = bytes.get(start + 1..start + 1 + width)?;
        Some((usize::try_from(number(digits, Order::Big)).ok()?, start + 1 + width))
    };
    let plain = |len: usize| {
        let end = start.checked_add(1 + len).filter(|&end| end <= bytes.len())?;
        Some(Node { range: start..end, head: None, holds: Holds::Nothing })
    };
    let (head, (n, at)) = match code {
        0x00..0x80 | 0xc0 | 0xc2 | 0xc3 | 0xe0.. => return plain(0),
        0x80..0x90 => (Head::Map, (usize::from(code & 0xf), start + 1)),
        0x90..0xa0 => (Head::Array, (usize::from(code & 0xf), start + 1)),
        0xa0..0xc0 => (Head::Text, (usize::from(code & 0x1f), start + 1)),
        0xc1 => return None,
        0xc4..0xc7 => (Head::Bytes, counted(1 << (code - 0xc4))?),
        0xc7..0xca => (Head::Extension, counted(1 << (code - 0xc7))?),
        0xcc | 0xd0 => return plain(1),
        0xcd | 0xd1 => return plain(2),
        0xca | 0xce | 0xd2 => return plain(4),
        0xcb | 0xcf | 0xd3 => return plain(8),
        0xd4..0xd9 => return plain(1 + (1 << (code - 0xd4))),
        0xd9..0xdc => (Head::Text, counted(1 << (code - 0xd9))?),
        0xdc | 0xdd => (Head::Array, counted(2 << (code - 0xdc))?),
        0xde | 0xdf => (Head::Map, counted(2 << (code - 0xde))?),
    };
    // Each value takes at least one byte.
    if bytes.len() - at < n || DEEPEST < depth {
        return None;
    }
    let mut end = at;
    let mut next = || {
        let node = read(bytes, end, depth + 1)?;
        end = node.range.end;
        Some(node)
    };
    let holds = match head {
        Head::Array => Holds::Values((0..n).map(|_| next()).collect::<Option<_>>()?),
        Head::Map => Holds::Pairs((0..n).map(|_| Some((next()?, next()?))).collect::<Option<_>>()?),
        Head::Text | Head::Bytes => {
            end += n;
            Holds::Bytes(at..end)
        }
        Head::Extension => {
            end += 1 + n;
            Holds::Bytes(at + 1..end)
        }
    };
    let head = Some((start..at, Code::MessagePack(head)));
    (end <= bytes.len()).then_some(Node { range: start..end, head, holds })
}
