//! Sums: totals by key, products within a row, totals below or above a block of rows.

use std::collections::{HashMap, HashSet};

use super::super::bits::Bits;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::sheet::Sheet;
use super::super::state::View;
use super::super::tables::Row;

/// Finds columns that are computed from other columns.
pub(super) fn find(inference: &mut Inference<'_>) {
    let sheets: Vec<Columns> = inference
        .sheet
        .tables
        .iter()
        .take(MOST_TABLES)
        .map(|table| Columns::of(inference, &table.rows))
        .collect();
    for table in &sheets {
        products(inference, table);
    }
    for table in &sheets {
        block_totals(inference, table);
    }
    for target in &sheets {
        totals_by_key(inference, target, &sheets);
    }
}

/// Tables further down are not looked at.
const MOST_TABLES: usize = 30;
/// Columns further right are not looked at.
const MOST_COLUMNS: usize = 10;
/// Fewer rows are no relation.
const FEWEST_ROWS: usize = 4;

/// The cells of a table.
struct Columns {
    /// For each column and row the word in it, if it is one.
    cells: Vec<Vec<Option<u32>>>,
    /// For each column whether all its cells are numbers, the first row left out.
    is_number: Vec<bool>,
    lines: Vec<u32>,
}

impl Columns {
    fn of(inference: &Inference<'_>, rows: &[Row]) -> Columns {
        let atoms = &inference.sheet.atoms;
        let cell = |row: &Row, column: usize| {
            let field = row.fields[column].clone();
            let mut words =
                field.filter(|&at| !atoms.is(at, b'"') && !atoms.is(at, b'\'') && !atoms.is_space(at));
            let first = words.next()?;
            (words.next().is_none() && atoms.is_word(first)).then_some(first)
        };
        let n_columns = rows[0].fields.len().min(MOST_COLUMNS);
        let cells: Vec<Vec<Option<u32>>> =
            (0..n_columns).map(|column| rows.iter().map(|row| cell(row, column)).collect()).collect();
        let is_number = cells
            .iter()
            .map(|cells| cells.iter().skip(1).all(|cell| cell.is_some_and(|at| atoms.number(at).is_some())))
            .collect();
        Columns { cells, is_number, lines: rows.iter().map(|row| row.line).collect() }
    }

    /// Returns the rows in which all of some columns are numbers: all, or all but the first.
    fn rows(&self, inference: &Inference<'_>, columns: &[usize]) -> std::ops::Range<usize> {
        let is_number = |&column: &usize| {
            self.cells[column][0].is_some_and(|at| inference.sheet.atoms.number(at).is_some())
        };
        usize::from(!columns.iter().all(is_number))..self.lines.len()
    }

    fn number_columns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&column| self.is_number[column])
    }
}

/// How a value is made of two others of its row.
#[derive(Clone, Copy)]
enum How {
    Product,
    Sum,
    Difference,
}

impl How {
    fn of(self, a: i64, b: i64) -> i64 {
        match self {
            How::Product => a.saturating_mul(b),
            How::Sum => a.saturating_add(b),
            How::Difference => a.saturating_sub(b),
        }
    }
}

/// Finds columns that are the product, sum or difference of two columns before them.
fn products(inference: &mut Inference<'_>, table: &Columns) {
    for column in table.number_columns() {
        let rows = table.rows(inference, &[column]);
        let own: Vec<u32> = table.cells[column][rows.clone()].iter().flatten().copied().collect();
        let different: HashSet<i64> = own.iter().map(|&at| inference.value(at)).collect();
        if own.len() < FEWEST_ROWS || different.len() < 4 || own.iter().any(|&at| inference.is_explained(at))
        {
            continue;
        }
        let before = || table.number_columns().take_while(|&other| other < column);
        let ways = before().flat_map(|a| before().map(move |b| (a, b)));
        let ways = ways.flat_map(|(a, b)| [How::Product, How::Sum, How::Difference].map(|how| (a, b, how)));
        let found = ways.filter(|(a, b, _)| a != b).find_map(|(a, b, how)| {
            let row =
                |row: usize| Some([table.cells[column][row]?, table.cells[a][row]?, table.cells[b][row]?]);
            let rows: Option<Vec<[u32; 3]>> = rows.clone().map(row).collect();
            let is_right = |[to, a, b]: &[u32; 3]| {
                how.of(inference.value(*a), inference.value(*b)) == inference.value(*to)
            };
            rows.filter(|rows| rows.iter().all(is_right)).map(|rows| Computed { rows, how })
        });
        if let Some(rule) = found {
            let relation = Relation::new("computed column", Phase::Counts, own, Box::new(rule));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

struct Computed {
    rows: Vec<[u32; 3]>,
    how: How,
}

impl Rule for Computed {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for &[to, a, b] in self.rows.iter().filter(|row| row.iter().all(|&at| view.lives(at))) {
            set(to, self.how.of(view.number(a), view.number(b)));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

/// Finds classes whose values are the sum of a column over the rows between this one and the one before or behind.
fn block_totals(inference: &mut Inference<'_>, table: &Columns) {
    let sheet = inference.sheet;
    for class in &sheet.classes.numbers {
        let slots: Vec<u32> = class.slots.iter().copied().filter(|&at| !inference.is_explained(at)).collect();
        let lines: Vec<u32> = slots.iter().map(|&at| sheet.lines.of_atom(at)).collect();
        let is_outside = |line: &u32| table.lines.binary_search(line).is_err();
        let is_rare = slots.len() * 2 <= table.lines.len() && lines.windows(2).all(|pair| pair[0] < pair[1]);
        if slots.is_empty() || !is_rare || !lines.iter().all(is_outside) {
            continue;
        }
        let found = table.number_columns().find_map(|column| {
            [false, true]
                .into_iter()
                .find_map(|is_below| totals(inference, table, &slots, &lines, column, is_below))
        });
        if let Some(rule) = found {
            let relation = Relation::new("total of rows", Phase::Counts, slots, Box::new(rule));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// With less evidence, the values are chance.
const FEWEST_BITS: f64 = 14.0;

fn totals(
    inference: &Inference<'_>,
    table: &Columns,
    slots: &[u32],
    lines: &[u32],
    column: usize,
    is_below: bool,
) -> Option<Totals> {
    let place = |line: u32| table.lines.partition_point(|&other| other < line);
    let mut bits = 0.0;
    let mut blocks = Vec::new();
    for (at, &slot) in slots.iter().enumerate() {
        let (from, to) = if is_below {
            (place(lines[at]), lines.get(at + 1).map_or(table.lines.len(), |&next| place(next)))
        } else {
            (at.checked_sub(1).map_or(0, |before| place(lines[before])), place(lines[at]))
        };
        let cells: Vec<u32> = table.cells[column][from..to].iter().flatten().copied().collect();
        let sum: i64 = cells.iter().map(|&at| inference.value(at)).sum();
        if sum != inference.value(slot) {
            return None;
        }
        bits += if 1 < cells.len() || 9 < sum { (2.0 + sum.unsigned_abs() as f64).log2() / 2.0 } else { 0.0 };
        blocks.push((slot, cells));
    }
    (FEWEST_BITS < bits || slots.len() == 1 && 8.0 < 2.0 * bits && 7 < table.lines.len())
        .then_some(Totals { blocks })
}

struct Totals {
    blocks: Vec<(u32, Vec<u32>)>,
}

impl Rule for Totals {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, cells) in self.blocks.iter().filter(|(at, _)| view.lives(*at)) {
            let living = cells.iter().filter(|&&cell| view.lives(cell));
            set(*at, living.map(|&cell| view.number(cell)).sum());
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

/// What is summed up: the rows themselves, or a column.
type Summed = Option<usize>;

/// Finds columns that count or sum up the rows of another table that hold the key of their row.
fn totals_by_key(inference: &mut Inference<'_>, target: &Columns, tables: &[Columns]) {
    let sheet = inference.sheet;
    for column in target.number_columns() {
        let rows = target.rows(inference, &[column]);
        let own: Vec<u32> = target.cells[column][rows.clone()].iter().flatten().copied().collect();
        let different: HashSet<i64> = own.iter().map(|&at| inference.value(at)).collect();
        let is_free = own.iter().all(|&at| !inference.is_explained(at));
        if own.len() < FEWEST_ROWS || different.len() < 2 || own.len() != rows.len() || !is_free {
            continue;
        }
        let found = (0..target.cells.len()).filter(|&key| key != column).find_map(|key| {
            let keys: Option<Vec<u32>> = target.cells[key][rows.clone()]
                .iter()
                .map(|cell| cell.map(|at| sheet.atoms.word(at)))
                .collect();
            let keys = keys?;
            let places: HashMap<u32, usize> = keys.iter().copied().zip(0..).collect();
            if places.len() < keys.len() {
                return None;
            }
            tables.iter().find_map(|other| by_key(sheet, other, target, &places, &own, column))
        });
        if let Some(rule) = found {
            let relation = Relation::new("total by key", Phase::Counts, own, Box::new(rule));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

fn by_key(
    sheet: &Sheet,
    other: &Columns,
    target: &Columns,
    places: &HashMap<u32, usize>,
    own: &[u32],
    column: usize,
) -> Option<ByKey> {
    let number = |at: u32| sheet.atoms.number(at).unwrap_or(0);
    let is_same = std::ptr::eq(other, target);
    (0..other.cells.len()).find_map(|key| {
        let place = |at: &Option<u32>| at.and_then(|at| places.get(&sheet.atoms.word(at)).copied());
        let rows: Vec<Option<usize>> = other.cells[key].iter().map(place).collect();
        let n_known = rows.iter().flatten().count();
        if 3 * n_known < rows.len() || n_known < FEWEST_ROWS {
            return None;
        }
        let summed = std::iter::once(None).chain(other.number_columns().map(Some));
        let summed = summed.filter(|summed| {
            *summed != Some(key) && !(is_same && (*summed == Some(column) || summed.is_none()))
        });
        summed.into_iter().find_map(|summed: Summed| {
            let mut parts: Vec<Vec<u32>> = vec![Vec::new(); own.len()];
            for (row, place) in rows.iter().enumerate() {
                let cell = other.cells[summed.unwrap_or(key)][row];
                if let Some((place, cell)) = place.zip(cell) {
                    parts[place].push(cell);
                }
            }
            let value = |cells: &[u32]| match summed {
                None => cells.len() as i64,
                Some(_) => cells.iter().map(|&at| number(at)).sum(),
            };
            let is_right = parts.iter().zip(own).all(|(cells, &at)| value(cells) == number(at));
            let is_shared = parts.iter().any(|cells| 1 < cells.len());
            is_right
                .then_some(ByKey {
                    totals: own.iter().copied().zip(parts).collect(),
                    is_count: summed.is_none(),
                })
                .filter(|_| is_shared)
        })
    })
}

struct ByKey {
    totals: Vec<(u32, Vec<u32>)>,
    is_count: bool,
}

impl Rule for ByKey {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, cells) in self.totals.iter().filter(|(at, _)| view.lives(*at)) {
            let living = cells.iter().filter(|&&cell| view.lives(cell));
            let value = match self.is_count {
                true => living.count() as i64,
                false => living.map(|&cell| view.number(cell)).sum(),
            };
            set(*at, value);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
