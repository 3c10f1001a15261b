//! Values of ASN.1 with definite lengths.

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

const NULL: &[u8] = &[5, 0];
/// The bit of a tag whose content consists of values.
const CONSTRUCTED: u8 = 0x20;
const BIT_STRING: u8 = 3;
const OCTET_STRING: u8 = 4;
const SEQUENCE: u8 = 0x30;

/// Parses the value at an offset.
pub(in crate::binary) fn read(bytes: &[u8], start: usize, depth: usize) -> Option<Node> {
    let tag = *bytes.get(start)?;
    if DEEPEST < depth || tag == 0 {
        return None;
    }
    let mut at = start + 1;
    if tag & 0x1f == 0x1f {
        let n_more = bytes[at..].iter().take(LONGEST_TAG).position(|byte| byte & 0x80 == 0)?;
        at += n_more + 1;
    }
    let first = usize::from(*bytes.get(at)?);
    let (len, content) = match first {
        0..0x80 => (first, at + 1),
        0x81..0x85 => {
            let digits = bytes.get(at + 1..at + 1 + (first & 0x7f))?;
            (usize::try_from(number(digits, Order::Big)).ok()?, at + 1 + digits.len())
        }
        // Indefinite or too long.
        0x80 | 0x85.. => return None,
    };
    let end = content.checked_add(len).filter(|&end| end <= bytes.len())?;
    let inner = |from: usize| values::all(bytes, from..end, |bytes, at| read(bytes, at, depth + 1));
    let holds_values = |from: usize| bytes.get(from) == Some(&SEQUENCE) && from + 2 < end;
    let holds = match tag {
        _ if tag & CONSTRUCTED != 0 => Holds::Content(content..end, inner(content)?),
        OCTET_STRING if holds_values(content) => match inner(content) {
            Some(nodes) => Holds::Content(content..end, nodes),
            None => Holds::Bytes(content..end),
        },
        BIT_STRING if holds_values(content + 1) => match inner(content + 1) {
            Some(nodes) => Holds::Content(content..end, nodes),
            None => Holds::Bytes(content..end),
        },
        _ => Holds::Bytes(content..end),
    };
    Some(Node { range: start..end, head: Some((at..content, Code::Asn1)), holds })
}

/// The longest tag, in bytes.
const LONGEST_TAG: usize = 4;
