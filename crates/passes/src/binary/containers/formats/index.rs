//! Members of an archive that list the others, with names, sizes and digests.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::image::narrow;
use super::super::layout::{Layout, Value};
use crate::binary::checksum::Algorithm;
use crate::binary::code::{Code, Order};

/// A member of an archive.
pub(super) struct Member {
    pub(super) item: u32,
    pub(super) name: Range<usize>,
    pub(super) data: Range<usize>,
}

/// Digests, by their number of digits.
const DIGESTS: [(usize, Algorithm); 4] =
    [(8, Algorithm::Crc32), (32, Algorithm::Md5), (40, Algorithm::Sha1), (64, Algorithm::Sha256)];

/// Adds the contents of members. A line that names exactly one member is removed with it, and sizes
/// and digests on the line are computed.
pub(super) fn take(layout: &mut Layout, members: &[Member]) {
    let bytes = layout.image.bytes().to_vec();
    let named = |(number, member): (usize, &Member)| (bytes[member.name.clone()].to_vec(), number);
    let by_name: FxHashMap<Vec<u8>, usize> = members.iter().enumerate().map(named).collect();
    for member in members {
        let mut rest = member.data.start;
        if std::str::from_utf8(&bytes[member.data.clone()]).is_ok() {
            for line in lines(&bytes, member.data.clone()) {
                let listed = || words(&bytes, line.clone()).find_map(|word| by_name.get(&bytes[word]));
                let Some(listed) = listed().map(|&number| &members[number]) else { continue };
                layout.items[listed.item as usize].spans.push(narrow(&line));
                layout.item(vec![narrow(&line)], 1, 0);
                for word in words(&bytes, line) {
                    if let Some(value) = explained(&bytes, &word, listed) {
                        layout.content(narrow(&(rest..word.start)));
                        layout.field(narrow(&word), value);
                        rest = word.end;
                    }
                }
            }
        }
        layout.content(narrow(&(rest..member.data.end)));
    }
}

/// Returns the value of a member that a word shows.
fn explained(bytes: &[u8], word: &Range<usize>, member: &Member) -> Option<Value> {
    let of = narrow(&member.data);
    let text = &bytes[word.clone()];
    if text == member.data.len().to_string().as_bytes() {
        return Some(Value::Length { of, plus: 0, code: Code::Decimal });
    }
    let (_, algorithm) = DIGESTS.into_iter().find(|(n_digits, _)| *n_digits == text.len())?;
    let digest = algorithm.of(&bytes[member.data.clone()], text.len() / 2, Order::Big);
    let written: Vec<u8> = digest.iter().flat_map(|byte| format!("{byte:02x}").into_bytes()).collect();
    (text == written).then_some(Value::HexDigest { of, algorithm })
}

fn lines(bytes: &[u8], within: Range<usize>) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = within.start;
    for at in within.clone() {
        if bytes[at] == b'\n' || at + 1 == within.end {
            lines.push(start..at + 1);
            start = at + 1;
        }
    }
    lines
}

/// Returns the words between white space, commas and quotes.
fn words(bytes: &[u8], line: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let is_inner = |&byte: &u8| !byte.is_ascii_whitespace() && !matches!(byte, b',' | b'"' | b'\'');
    let mut at = line.start;
    std::iter::from_fn(move || {
        at += bytes[at..line.end].iter().position(is_inner)?;
        let start = at;
        at += bytes[at..line.end].iter().take_while(|byte| is_inner(byte)).count();
        Some(start..at)
    })
}
