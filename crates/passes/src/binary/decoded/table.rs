//! Records that contain a number of rows of equal length behind that number.

use super::columns::{Column, Kind, columns, is_name};
use super::entry::{Content, Entry, Scalar, as_texts, letters};
use crate::binary::code::{Order, number};

/// The tag of a row.
pub(super) const ROW: &str = "t";
/// The longest row, in bytes.
const LONGEST_ROW: usize = 64;
/// The latest offset of the number of rows.
const LATEST: usize = 32;
/// The fewest rows of one record.
const FEWEST: usize = 3;

/// The form of the contents of records of a kind.
pub(super) struct Table {
    /// What is before the rows, the number of rows included.
    head: Vec<Column>,
    n_head: usize,
    row: Vec<Column>,
    n_row: usize,
}

impl Table {
    /// Finds the number of rows in contents without computed columns.
    pub(super) fn of(contents: &[&[u8]], known: &[Column], order: Order) -> Option<Table> {
        let is_computed =
            |column: &Column| !matches!(column.kind, Kind::Text | Kind::Bytes | Kind::Number(_));
        if known.iter().any(is_computed) {
            return None;
        }
        let places = (0..LATEST).step_by(2).flat_map(|at| [(at, 4), (at, 2)]);
        let mut fitting = places.filter(|(at, width)| at.is_multiple_of(*width));
        fitting.find_map(|(at, width)| {
            let n_row = row_len(contents, at, width, order)?;
            Some(Table::new(contents, at, width, n_row, order))
        })
    }

    fn new(contents: &[&[u8]], at: usize, width: usize, n_row: usize, order: Order) -> Table {
        let heads: Vec<&[u8]> = contents.iter().map(|content| &content[..at]).collect();
        let mut head = filled(columns(&heads, order, &[]), at);
        head.push(Column { width, kind: Kind::Number(order) });
        let n_head = at + width;
        let rows: Vec<&[u8]> = contents.iter().flat_map(|content| content[n_head..].chunks(n_row)).collect();
        Table { head, n_head, row: cells(&rows, n_row, order), n_row }
    }

    /// Returns the values of a content, and an entry for each row.
    pub(super) fn entries(&self, content: &[u8]) -> Vec<Entry> {
        let mut entries = shown(&self.head, &content[..self.n_head]);
        let rows = content[self.n_head..].chunks(self.n_row);
        entries.extend(rows.map(|row| Entry::new("R", ROW, Content::Group(shown(&self.row, row)))));
        entries
    }
}

/// Returns columns of a total width.
fn filled(mut columns: Vec<Column>, width: usize) -> Vec<Column> {
    let n_known: usize = columns.iter().map(|column| column.width).sum();
    if n_known < width {
        columns.push(Column { width: width - n_known, kind: Kind::Bytes });
    }
    columns
}

/// Returns the columns of rows: numbers of one width and names, if that is what all rows consist
/// of.
fn cells(rows: &[&[u8]], n_row: usize, order: Order) -> Vec<Column> {
    for width in [4, 2] {
        let fits = |cell: &[u8]| number(cell, order) < 1 << (8 * width - 8) || as_texts(cell).is_some();
        if n_row.is_multiple_of(width) && rows.iter().all(|row| row.chunks(width).all(fits)) {
            let cell = |at: usize| {
                let are_names = width == 4 && rows.iter().all(|row| is_name(&row[at..at + width]));
                Column { width, kind: if are_names { Kind::Text } else { Kind::Number(order) } }
            };
            return (0..n_row).step_by(width).map(cell).collect();
        }
    }
    filled(columns(rows, order, &[]), n_row)
}

fn shown(columns: &[Column], bytes: &[u8]) -> Vec<Entry> {
    let mut at = 0;
    let entry = |(place, column): (u64, &Column)| {
        let cell = &bytes[at..at + column.width];
        at += column.width;
        let scalar = column.scalar(cell);
        let tag = if matches!(scalar, Scalar::Number(_)) { column.tag() } else { String::new() };
        Entry::scalar(letters(place), tag, scalar)
    };
    (1..).zip(columns).map(entry).collect()
}

/// Returns the length of a row, if a number at this offset counts the rows of all contents.
fn row_len(contents: &[&[u8]], at: usize, width: usize, order: Order) -> Option<usize> {
    let mut n_row = None;
    let mut has_several = false;
    for content in contents {
        let n_rows = usize::try_from(number(content.get(at..at + width)?, order)).ok()?;
        let n_bytes = content.len() - at - width;
        if n_rows == 0 && n_bytes == 0 {
            continue;
        }
        let len = n_bytes.checked_div(n_rows).filter(|&len| len * n_rows == n_bytes)?;
        if !(2..=LONGEST_ROW).contains(&len) || n_row.is_some_and(|known| known != len) {
            return None;
        }
        n_row = Some(len);
        has_several |= FEWEST <= n_rows;
    }
    n_row.filter(|_| has_several)
}
