//! Values of CBOR.

use std::ops::Range;

use super::super::layout::Layout;
use super::values::{self, DEEPEST, Holds, Node};
use crate::binary::code::{Code, Order, number};

/// Parses values that fill a file.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let nodes = values::all(bytes, within, |bytes, at| read(bytes, at, 0))?;
    let mut layout = Layout::of_file(file, bytes);
    values::take(&mut layout, &nodes, NULL)?;
    Some(layout)
}

const NULL: &[u8] = &[0xf6];
const BREAK: u8 = 0xff;

/// Parses the value at an offset.
pub(in crate::binary) fn read(bytes: &[u8], start: usize, depth: usize) -> Option<Node> {
    let code = *bytes.get(start)?;
    let (major, minor) = (code >> 5, code & 0x1f);
    if DEEPEST < depth {
        return None;
    }
    let is_endless = minor == 31;
    let n_digits = match minor {
        0..24 | 31 => 0,
        24..28 => 1 << (minor - 24),
        _ => return None,
    };
    let at = start + 1 + n_digits;
    let digits = bytes.get(start + 1..at)?;
    let n = if n_digits == 0 { u64::from(minor) } else { number(digits, Order::Big) };
    let n = usize::try_from(n).ok();
    let mut end = at;
    let mut next = || {
        let node = read(bytes, end, depth + 1)?;
        end = node.range.end;
        Some(node)
    };
    let mut until_break = || {
        let mut nodes = Vec::new();
        loop {
            let node = next()?;
            if bytes[node.range.start] == BREAK {
                return Some(nodes);
            }
            nodes.push(node);
        }
    };
    let has_room = |n: usize| (n <= bytes.len() - at).then_some(n);
    let holds = match major {
        0 | 1 | 7 if is_endless && code != BREAK => return None,
        0 | 1 | 7 => Holds::Nothing,
        2..=4 if is_endless => Holds::Values(until_break()?),
        2 | 3 => {
            end += has_room(n?)?;
            Holds::Bytes(at..end)
        }
        4 => Holds::Values((0..has_room(n?)?).map(|_| next()).collect::<Option<_>>()?),
        5 if is_endless => {
            let mut nodes = until_break()?.into_iter();
            let mut pairs = Vec::new();
            while let Some(key) = nodes.next() {
                pairs.push((key, nodes.next()?));
            }
            Holds::Pairs(pairs)
        }
        5 => Holds::Pairs((0..has_room(n?)?).map(|_| Some((next()?, next()?))).collect::<Option<_>>()?),
        _ if is_endless => return None,
        // A tag belongs to the next value.
        _ => {
            let inner = next()?;
            return Some(Node { range: start..inner.range.end, ..inner });
        }
    };
    let head = (!is_endless).then_some((start..at, Code::Cbor(major << 5)));
    let is_inner_break = code == BREAK && depth == 0;
    (!is_inner_break).then_some(Node { range: start..end, head, holds })
}
