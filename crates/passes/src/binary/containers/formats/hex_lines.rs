//! Lines of hexadecimal digits with a length, an address and a checksum (Intel HEX, SREC).

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use super::super::image::{Image, narrow};
use super::super::kinds::kind_of;
use super::super::layout::{Layout, Value};
use super::tails::Tail;
use crate::binary::code::{Code, Order, number};

/// The fewest lines.
const FEWEST: usize = 4;
/// With more lines, addresses are not searched.
const MOST: usize = 4096;

/// Finds lines of pairs of digits, at least one of whose columns is computed.
pub(super) fn find(file: u32, text: &[u8]) -> Option<Layout> {
    let (lines, pairs) = lines(text)?;
    if lines.len() < FEWEST {
        return None;
    }
    let image = Image::hex(file, text, &pairs);
    let rows = Rows::of(&image, &lines, &pairs);
    let bytes = image.bytes().to_vec();
    let tail = Tail::of(&bytes, &rows.rows);
    let length = rows.length(&bytes);
    if tail.is_none() && length.is_none() {
        return None;
    }
    let n_tail = tail.map_or(0, |tail| tail.width);
    let n_known = length.map_or(0, |(at, n_uncounted)| (at + 1).max(n_uncounted.saturating_sub(n_tail)));
    let address = rows.address(&bytes, length.map(|(at, _)| at), n_known, n_tail);
    let n_head = address.as_ref().map_or(n_known, |address| n_known.max(address.columns.end));
    let mut layout = Layout::new(image);
    for (row, line) in rows.rows.iter().zip(&rows.lines) {
        let head = &bytes[row.start..(row.start + n_head).min(row.end)];
        let kind = kind_of(&(&bytes[line.start..row.start], head.get(n_head.saturating_sub(1))));
        layout.item(vec![narrow(line)], 0, kind);
        if let Some((at, n_uncounted)) = length {
            let code = Code::Fixed(1, Order::Big);
            let value = Value::Length { of: narrow(row), plus: -(n_uncounted as i64), code };
            layout.field(narrow(&(row.start + at..row.start + at + 1)), value);
        }
        if let Some(Tail { width, from, algorithm, order }) = tail {
            let at = row.end - width;
            let of = vec![narrow(&(row.start + from..at))];
            layout.field(narrow(&(at..row.end)), Value::Checksum { of, algorithm, order });
        }
        layout.content(narrow(&rows.content(row, n_head, n_tail)));
    }
    for (at, of) in rows.counts(&bytes, n_known, n_tail) {
        let code = Code::Fixed(at.len() as u8, Order::Big);
        layout.field(narrow(&at), Value::Count { of, plus: 0, code });
    }
    if let Some(Address { columns, bases }) = address {
        let code = Code::Fixed(columns.len() as u8, Order::Big);
        for run in bases {
            let of: Arc<[Range<u32>]> =
                run.rows.iter().map(|row| narrow(&rows.content(row, n_head, n_tail))).collect();
            for (n, row) in run.rows.iter().enumerate() {
                let value = Value::Running { of: of.clone(), n, plus: run.base, code };
                layout.field(narrow(&(row.start + columns.start..row.start + columns.end)), value);
            }
        }
    }
    Some(layout)
}

/// Returns the lines of a text and the digits of each; `None` if a line has anything else.
fn lines(text: &[u8]) -> Option<(Ranges, Ranges)> {
    let (mut lines, mut pairs) = (Vec::new(), Vec::new());
    let mut start = 0;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let end = start + line.trim_ascii_end().len();
        let n_mark = match line {
            [b'S', kind, ..] if kind.is_ascii_digit() => 2,
            _ => line.iter().take_while(|byte| byte.is_ascii_punctuation()).count(),
        };
        let digits = start + n_mark..end;
        if digits.is_empty()
            || !digits.len().is_multiple_of(2)
            || !text[digits.clone()].iter().all(u8::is_ascii_hexdigit)
        {
            return None;
        }
        lines.push(start..start + line.len());
        pairs.push(digits);
        start += line.len();
    }
    Some((lines, pairs))
}

type Ranges = Vec<Range<usize>>;

/// The bytes of each line.
struct Rows {
    rows: Vec<Range<usize>>,
    lines: Vec<Range<usize>>,
}

/// Columns that contain the address of a row's content.
struct Address {
    columns: Range<usize>,
    bases: Vec<Run>,
}

/// Rows with contiguous addresses.
struct Run {
    base: i64,
    rows: Vec<Range<usize>>,
}

impl Rows {
    fn of(image: &Image, lines: &[Range<usize>], pairs: &[Range<usize>]) -> Rows {
        let mut found = Rows { rows: Vec::new(), lines: Vec::new() };
        let mut at = 0;
        for (line, digits) in lines.iter().zip(pairs) {
            let row = at + (digits.start - line.start);
            let end = row + digits.len() / 2;
            found.lines.push(at..end + (line.end - digits.end));
            found.rows.push(row..end);
            at = end + (line.end - digits.end);
        }
        debug_assert_eq!(at, image.len() as usize);
        found
    }

    fn content(&self, row: &Range<usize>, n_head: usize, n_tail: usize) -> Range<usize> {
        let start = (row.start + n_head).min(row.end);
        start..row.end.saturating_sub(n_tail).max(start)
    }

    /// Returns numbers that are all that their rows contain, and equal the number of the rows with
    /// one mark; with these rows.
    fn counts(&self, bytes: &[u8], n_known: usize, n_tail: usize) -> Vec<(Range<usize>, Vec<u32>)> {
        let mut by_mark: BTreeMap<&[u8], Vec<u32>> = BTreeMap::new();
        for ((row, line), number) in self.rows.iter().zip(&self.lines).zip(0..) {
            by_mark.entry(&bytes[line.start..row.start]).or_default().push(number);
        }
        let count = |row: &Range<usize>| {
            let at = row.start + n_known..row.end.saturating_sub(n_tail);
            let value =
                (1..=MOST_COUNT_BYTES).contains(&at.len()).then(|| number(&bytes[at.clone()], Order::Big))?;
            let of = by_mark.values().find(|of| FEWEST <= of.len() && of.len() as u64 == value)?;
            Some((at, of.clone()))
        };
        self.rows.iter().filter_map(count).collect()
    }

    /// Returns the column with the length, and how many bytes it does not count.
    fn length(&self, bytes: &[u8]) -> Option<(usize, usize)> {
        let n_lengths = self.rows.iter().map(Range::len).collect::<std::collections::BTreeSet<_>>().len();
        (0..LAST_COLUMN).filter(|_| 1 < n_lengths).find_map(|at| {
            let uncounted = |row: &Range<usize>| {
                let value = *bytes[row.clone()].get(at)?;
                row.len().checked_sub(usize::from(value))
            };
            let n_uncounted = uncounted(&self.rows[0])?;
            self.rows.iter().all(|row| uncounted(row) == Some(n_uncounted)).then_some((at, n_uncounted))
        })
    }

    /// Finds columns besides the length whose values increase by the bytes of each row.
    fn address(&self, bytes: &[u8], length: Option<usize>, n_known: usize, n_tail: usize) -> Option<Address> {
        for width in [4, 3, 2] {
            // A constant length together with an address after it also increases like an address.
            let is_free = |at: &usize| length.is_none_or(|length| !(*at..at + width).contains(&length));
            for at in (0..LAST_COLUMN).filter(is_free) {
                let n_head = n_known.max(at + width);
                let full: Vec<&Range<usize>> =
                    self.rows.iter().filter(|row| n_head + n_tail < row.len()).collect();
                if full.len() < FEWEST || MOST < full.len() {
                    continue;
                }
                let value = |row: &Range<usize>| {
                    number(&bytes[row.start + at..row.start + at + width], Order::Big) as i64
                };
                let mut runs: Vec<Run> = Vec::new();
                let mut next = None;
                for row in full.iter().copied() {
                    let address = value(row);
                    match runs.last_mut().filter(|_| next == Some(address)) {
                        Some(run) => run.rows.push(row.clone()),
                        None => runs.push(Run { base: address, rows: vec![row.clone()] }),
                    }
                    next = Some(address + self.content(row, n_head, n_tail).len() as i64);
                }
                if 2 * runs.len() <= full.len() {
                    return Some(Address { columns: at..at + width, bases: runs });
                }
            }
        }
        None
    }
}

/// The most bytes of a number of rows.
const MOST_COUNT_BYTES: usize = 4;
/// Lengths and addresses are before this column.
const LAST_COLUMN: usize = 5;
