//! Consecutive parts, and a table of their offsets.

use std::ops::Range;

use super::super::image::narrow;
use super::super::layout::{Layout, Value};
use crate::binary::code::{Code, Order, number};

/// Finds a table whose rows contain the offsets and lengths of consecutive parts.
pub(super) fn find(file: u32, bytes: &[u8], within: Range<usize>) -> Option<Layout> {
    let bytes = &bytes[..within.end];
    let found = [Order::Little, Order::Big].into_iter().filter_map(|order| table(bytes, order));
    let table = found.max_by_key(|table| table.rows.len())?;
    if table.rows.iter().any(|row| bytes.len() < row.at + table.stride) {
        return None;
    }
    let mut layout = Layout::of_file(file, bytes);
    let code = Code::Fixed(WIDTH as u8, table.order);
    let (offset, length) = (table.offset, table.length);
    let items: Vec<u32> = table
        .rows
        .iter()
        .map(|row| {
            let part = row.part.start as u32..row.part.end as u32;
            let item = layout.item(vec![part.clone(), narrow(&(row.at..row.at + table.stride))], 0, 0);
            let place = |column: usize| narrow(&(row.at + column..row.at + column + WIDTH));
            let value = Value::Offset { from: 0, to: part.start, plus: 0, code };
            layout.field(place(offset), value);
            layout.field(place(length), Value::Length { of: part.clone(), plus: 0, code });
            layout.content(part);
            item
        })
        .collect();
    let rows = &table.rows;
    let whole = rows[0].at..rows[rows.len() - 1].at + table.stride;
    let first = rows.iter().map(|row| row.part.start).min().unwrap_or(0);
    let head = 0..first.min(whole.start);
    layout.loose.push(narrow(&head));
    // The number with the offset of the table.
    for at in head.start..head.end.saturating_sub(WIDTH - 1) {
        if number(&bytes[at..at + WIDTH], table.order) == whole.start as u64 {
            let value = Value::Offset { from: 0, to: whole.start as u32, plus: 0, code };
            layout.doubtful_field(narrow(&(at..at + WIDTH)), value);
        }
    }
    if let Some(texts @ 1..) = names(&mut layout, &table, &items) {
        // The number with the index of the part that has the names.
        for width in [WIDTH, 2] {
            for at in head.start..(head.end + 1).saturating_sub(width) {
                if number(&bytes[at..at + width], table.order) == texts as u64 {
                    let code = Code::Fixed(width as u8, table.order);
                    let value = Value::Count { of: items[..texts].to_vec(), plus: 0, code };
                    layout.doubtful_field(narrow(&(at..at + width)), value);
                }
            }
        }
    }
    Some(layout)
}

/// The width of a number in the table, in bytes.
const WIDTH: usize = 4;
/// The longest row, in bytes.
const LONGEST_ROW: usize = 128;
/// Fewer rows may be chance.
const FEWEST: usize = 4;
/// With more possible offsets, the file consists of small numbers.
const MOST_PLACES: usize = 4_000;
/// The largest distance between the two numbers of a row, in bytes.
const FARTHEST: usize = 32;

struct Table {
    order: Order,
    stride: usize,
    /// The positions of the offset and the length in a row.
    offset: usize,
    length: usize,
    rows: Vec<Row>,
}

struct Row {
    at: usize,
    part: Range<usize>,
}

/// Finds the longest table. O(possible offsets · row lengths²).
fn table(bytes: &[u8], order: Order) -> Option<Table> {
    let value = |at: usize| {
        let value = number(bytes.get(at..at + WIDTH)?, order);
        usize::try_from(value).ok().filter(|&value| value <= bytes.len())
    };
    let is_offset = |at: &usize| value(*at).is_some_and(|value| 0 < value);
    let places: Vec<usize> = (0..bytes.len()).filter(is_offset).take(MOST_PLACES).collect();
    if places.len() == MOST_PLACES {
        return None;
    }
    let mut best: Option<Table> = None;
    let mut is_known = vec![false; bytes.len()];
    for &at in &places {
        if is_known[at] {
            continue;
        }
        let Some(first) = value(at) else { continue };
        for stride in 2 * WIDTH..=LONGEST_ROW {
            let Some(len) = value(at + stride).and_then(|next| next.checked_sub(first)) else { continue };
            if len == 0 {
                continue;
            }
            let reach = FARTHEST.min(stride - WIDTH);
            let columns =
                (at.saturating_sub(reach)..=at + reach).filter(|&column| WIDTH <= at.abs_diff(column));
            for column in columns.filter(|&column| value(column) == Some(len)) {
                let (start, offset, length) = match column < at {
                    true => (column, at - column, 0),
                    false => (at, 0, column - at),
                };
                let rows =
                    rows(bytes, start, stride, |row| Some((value(row + offset)?, value(row + length)?)));
                let most = best.as_ref().map_or(FEWEST - 1, |table| table.rows.len());
                if most < rows.len() {
                    rows.iter().for_each(|row| is_known[row.at + offset] = true);
                    best = Some(Table { order, stride, offset, length, rows });
                }
            }
        }
    }
    best.map(|table| table.widened(bytes.len()))
}

/// Follows rows as long as each part begins where the previous one ends.
fn rows(
    bytes: &[u8],
    start: usize,
    stride: usize,
    read: impl Fn(usize) -> Option<(usize, usize)>,
) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    let mut at = start;
    while at + stride <= bytes.len() + stride - 2 * WIDTH
        && let Some((offset, len)) = read(at)
        && offset + len <= bytes.len()
        && rows.last().is_none_or(|last| last.part.end == offset)
        && !(offset..offset + len).contains(&start)
    {
        rows.push(Row { at, part: offset..offset + len });
        at += stride;
    }
    rows
}

impl Table {
    /// Returns the table with complete rows: the bytes before the two columns belong to the row if
    /// there is no room for them after the last row.
    fn widened(mut self, n_bytes: usize) -> Table {
        let last_part = self.rows.iter().map(|row| row.part.end).max().unwrap_or(0);
        let start = self.rows[0].at;
        let room = start.saturating_sub(last_part);
        let end = self.rows[self.rows.len() - 1].at + self.stride;
        let missing = end.saturating_sub(n_bytes);
        let shift = room.min(self.stride - 2 * WIDTH);
        if 0 < shift && missing <= shift {
            self.rows.iter_mut().for_each(|row| row.at -= shift);
            self.offset += shift;
            self.length += shift;
        }
        self
    }
}

/// Adds the names in a part of the table to which rows point by a number. Returns the index of that
/// part.
fn names(layout: &mut Layout, table: &Table, items: &[u32]) -> Option<usize> {
    let bytes = layout.image.bytes().to_vec();
    let columns = (0..=table.stride - WIDTH)
        .filter(|column| WIDTH <= column.abs_diff(table.offset) && WIDTH <= column.abs_diff(table.length));
    let is_text = |part: &Range<usize>| {
        bytes[part.clone()].iter().all(|&byte| byte == 0 || byte.is_ascii_graphic())
            && bytes[part.clone()].ends_with(b"\0")
    };
    for column in columns {
        let value =
            |row: &Row| number(&bytes[row.at + column..row.at + column + WIDTH], table.order) as usize;
        let parts = table.rows.iter().map(|row| &row.part).enumerate();
        for (part, texts) in parts.filter(|(_, part)| is_text(part)) {
            let is_start = |row: &Row| {
                value(row) == 0
                    || bytes.get(texts.start + value(row) - 1) == Some(&0) && value(row) < texts.len()
            };
            let n_set = table.rows.iter().filter(|row| value(row) != 0).count();
            if 2 * n_set < table.rows.len() || !table.rows.iter().all(is_start) {
                continue;
            }
            for (row, &item) in table.rows.iter().zip(items).filter(|(row, _)| value(row) != 0) {
                let start = texts.start + value(row);
                let end = start + bytes[start..texts.end].iter().take_while(|&&byte| byte != 0).count() + 1;
                let name = narrow(&(start..end.min(texts.end)));
                let code = Code::Fixed(WIDTH as u8, table.order);
                let to = Value::Offset { from: texts.start as u32, to: name.start, plus: 0, code };
                layout.field(narrow(&(row.at + column..row.at + column + WIDTH)), to);
                layout.items[item as usize].spans.push(name);
            }
            return Some(part);
        }
    }
    None
}
