//! Rows of equal length after a header with their number, their length, and the offset of the first
//! row; a table in the header may contain the widths of their columns.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::super::image::narrow;
use super::super::layout::{Layout, Value};
use crate::binary::code::{Code, Order, number};

/// Finds rows that fill a file after a header, up to an end mark of at most two bytes.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let bytes = &bytes[..within.end];
    let found = [Order::Little, Order::Big].into_iter().filter_map(|order| grid(bytes, order));
    let grid = found.max_by_key(|grid| grid.n_rows * grid.width)?;
    let mut layout = Layout::of_file(file, bytes);
    let rows: Vec<Range<u32>> = (0..grid.n_rows).map(|row| narrow(&grid.row(row))).collect();
    let items = rows.iter().map(|row| layout.item(vec![row.clone()], 0, 1)).collect();
    let first = narrow(&grid.row(0)).start;
    let values = [
        (&grid.count, Value::Count { of: items, plus: 0, code: grid.count.code(grid.order) }),
        (&grid.head, Value::Offset { from: 0, to: first, plus: 0, code: grid.head.code(grid.order) }),
        (&grid.length, Value::Longest { of: rows.into(), plus: 0, code: grid.length.code(grid.order) }),
    ];
    for (number, value) in values {
        layout.field(narrow(&number.range()), value);
    }
    let numbers = [&grid.count, &grid.head, &grid.length];
    let behind = numbers.iter().map(|number| number.range().end).max().unwrap_or(0);
    match columns(bytes, &grid, behind) {
        Some(columns) => columns.take(&mut layout, &grid),
        None => (0..grid.n_rows).for_each(|row| layout.content(narrow(&grid.row(row)))),
    }
    Some(layout)
}

/// The header's numbers are within this many bytes of the beginning.
const LONGEST_HEAD: usize = 128;
/// Fewer rows may be chance.
const FEWEST: usize = 4;
/// Shorter rows may be chance.
const NARROWEST: usize = 4;
/// The longest end mark after the last row, in bytes.
const LONGEST_MARK: usize = 2;

/// A number in the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Number {
    at: usize,
    width: usize,
    value: usize,
}

impl Number {
    fn range(self) -> Range<usize> {
        self.at..self.at + self.width
    }

    fn code(self, order: Order) -> Code {
        Code::Fixed(self.width as u8, order)
    }

    fn is_apart(self, other: Number) -> bool {
        self.range().end <= other.at || other.range().end <= self.at
    }
}

/// Rows, and the numbers that describe them.
struct Grid {
    order: Order,
    count: Number,
    /// The number with the offset of the first row.
    head: Number,
    length: Number,
    n_rows: usize,
    width: usize,
}

impl Grid {
    fn row(&self, row: usize) -> Range<usize> {
        let start = self.head.value + row * self.width;
        start..start + self.width
    }
}

/// Finds the grid that covers most bytes. O(numbers in the header², plus the rows of those that
/// fit).
fn grid(bytes: &[u8], order: Order) -> Option<Grid> {
    let head = bytes.len().min(LONGEST_HEAD);
    let mut numbers: Vec<Number> = Vec::new();
    for width in [4, 2] {
        for at in (0..(head + 1).saturating_sub(width)).step_by(2) {
            let value = number(&bytes[at..at + width], order) as usize;
            numbers.extend((NARROWEST..bytes.len()).contains(&value).then_some(Number { at, width, value }));
        }
    }
    let mut by_value: FxHashMap<usize, Vec<Number>> = FxHashMap::default();
    numbers.iter().for_each(|number| by_value.entry(number.value).or_default().push(*number));
    let mut best: Option<Grid> = None;
    for &count in numbers.iter().filter(|count| FEWEST <= count.value) {
        for &head in numbers.iter().filter(|head| head.is_apart(count)) {
            for mark in 0..=LONGEST_MARK {
                let Some(room) = bytes.len().checked_sub(head.value + mark) else { continue };
                let width = room / count.value;
                if room % count.value != 0 || width < NARROWEST {
                    continue;
                }
                let is_length = |length: &&Number| {
                    let is_in_head =
                        [count, head, **length].iter().all(|number| number.range().end <= head.value);
                    is_in_head && length.is_apart(count) && length.is_apart(head)
                };
                let length = by_value.get(&width).and_then(|numbers| numbers.iter().find(is_length));
                let Some(&length) = length else { continue };
                let grid = Grid { order, count, head, length, n_rows: count.value, width };
                let most = best.as_ref().map_or(0, |best| best.n_rows * best.width);
                if most < grid.n_rows * grid.width && has_columns(bytes, &grid) {
                    best = Some(grid);
                }
            }
        }
    }
    best
}

/// Whether some column is constant, and rows are more similar to each other than they would be if
/// they were a byte longer.
fn has_columns(bytes: &[u8], grid: &Grid) -> bool {
    let is_constant = |column: usize| {
        let of = |row: usize| bytes[grid.row(row).start + column];
        (1..grid.n_rows).all(|row| of(row) == of(0))
    };
    let whole = &bytes[grid.head.value..grid.head.value + grid.n_rows * grid.width];
    let n_like = |shift: usize| whole.iter().zip(&whole[shift..]).filter(|(a, b)| a == b).count();
    (0..grid.width).any(is_constant) && n_like(grid.width + 1) < n_like(grid.width)
}

/// A table of columns in the header: one byte of each of its rows is a width.
struct Columns {
    /// The rows of the table.
    rows: Vec<Range<usize>>,
    /// The position of the width in a row.
    place: usize,
    /// The number of bytes of a data row before its first column.
    lead: usize,
    widths: Vec<usize>,
}

/// The longest row of the table, in bytes.
const LONGEST_ROW: usize = 64;

/// Finds the longest table between the numbers and the rows.
fn columns(bytes: &[u8], grid: &Grid, from: usize) -> Option<Columns> {
    let mut best: Option<Columns> = None;
    for mark in 0..=LONGEST_MARK {
        let Some(end) = grid.head.value.checked_sub(mark).filter(|end| from < *end) else { continue };
        for stride in NARROWEST..=LONGEST_ROW.min(end - from) {
            for n_rows in (2..=(end - from) / stride).rev() {
                let start = end - n_rows * stride;
                // Of two tables of the same length, prefer the better aligned one.
                let size = (end - start, start.trailing_zeros());
                if best.as_ref().is_some_and(|best| size <= best.size()) {
                    break;
                }
                let widths = |place: usize| -> Vec<usize> {
                    (0..n_rows).map(|row| usize::from(bytes[start + row * stride + place])).collect()
                };
                let fits = |place: usize| {
                    let widths = widths(place);
                    let lead = grid.width.checked_sub(widths.iter().sum())?;
                    (lead <= 1 && widths.iter().all(|&width| 0 < width)).then_some((place, lead, widths))
                };
                if let Some((place, lead, widths)) = (0..stride).find_map(fits) {
                    let row = |row: usize| start + row * stride..start + (row + 1) * stride;
                    best = Some(Columns { rows: (0..n_rows).map(row).collect(), place, lead, widths });
                }
            }
        }
    }
    best
}

impl Columns {
    /// Returns the length of the table, and the alignment of the width in its row.
    fn size(&self) -> (usize, u32) {
        (self.rows.len() * self.rows[0].len(), self.rows[0].start.trailing_zeros())
    }

    fn take(self, layout: &mut Layout, grid: &Grid) {
        let mut column_start = self.lead;
        for (row, width) in self.rows.into_iter().zip(self.widths) {
            let cell = |of: usize| {
                let start = grid.row(of).start + column_start;
                narrow(&(start..start + width))
            };
            let cells: Arc<[Range<u32>]> = (0..grid.n_rows).map(cell).collect();
            cells.iter().for_each(|cell| layout.content(cell.clone()));
            layout.item(std::iter::once(narrow(&row)).chain(cells.iter().cloned()).collect(), 0, 2);
            let at = row.start + self.place;
            let code = Code::Fixed(1, grid.order);
            layout.field(narrow(&(at..at + 1)), Value::Longest { of: cells, plus: 0, code });
            column_start += width;
        }
    }
}
