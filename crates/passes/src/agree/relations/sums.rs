//! Sums: totals by key, products within a row, totals below or above a block of rows.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::state::View;
use super::super::tables::Row;
use crate::bits::Bits;

/// Finds columns computed from other columns.
pub(super) fn find(inference: &mut Inference<'_>) {
    let all_columns: Vec<Columns> = inference
        .facts
        .tables
        .iter()
        .take(MOST_TABLES)
        .map(|table| Columns::of(inference, &table.rows))
        .collect();
    for table in &all_columns {
        products(inference, table);
    }
    block_totals(inference, &all_columns);
    for target in &all_columns {
        totals_by_key(inference, target, &all_columns);
    }
}

/// The most tables considered.
const MOST_TABLES: usize = 30;
/// The most columns considered.
const MOST_COLUMNS: usize = 10;
/// The fewest rows.
const FEWEST_ROWS: usize = 4;

/// The cells of a table.
struct Columns {
    /// By column and row: the word in the cell, if it is a single one.
    cells: Vec<Vec<Option<u32>>>,
    /// By column: whether all cells except the first are numbers.
    is_number: Vec<bool>,
    /// By column: the prefix sums of its numbers, with one entry more.
    sums: Vec<Vec<i64>>,
    lines: Vec<u32>,
}

impl Columns {
    fn of(inference: &Inference<'_>, rows: &[Row]) -> Columns {
        let atoms = &inference.facts.atoms;
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
            .map(|cells| cells.iter().skip(1).all(|cell| cell.is_some_and(|at| atoms.amount(at).is_some())))
            .collect();
        let sums = |cells: &Vec<Option<u32>>| {
            let mut sum = 0i64;
            let value = |cell: &Option<u32>| cell.and_then(|at| atoms.amount(at)).unwrap_or(0);
            let behind = cells.iter().map(|cell| {
                sum = sum.saturating_add(value(cell));
                sum
            });
            std::iter::once(0).chain(behind).collect()
        };
        let sums = cells.iter().map(sums).collect();
        Columns { cells, is_number, sums, lines: rows.iter().map(|row| row.line).collect() }
    }

    /// Returns the rows in which all these columns are numbers: all rows, or all but the first.
    fn rows(&self, inference: &Inference<'_>, columns: &[usize]) -> std::ops::Range<usize> {
        let is_number = |&column: &usize| {
            self.cells[column][0].is_some_and(|at| inference.facts.atoms.amount(at).is_some())
        };
        usize::from(!columns.iter().all(is_number))..self.lines.len()
    }

    fn number_columns(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.cells.len()).filter(|&column| self.is_number[column])
    }
}

/// How a value is computed from two others of its row.
#[derive(Clone, Copy)]
pub(super) enum How {
    Product,
    Sum,
    Difference,
}

impl How {
    pub(super) fn of(self, a: i64, b: i64) -> i64 {
        match self {
            How::Product => a.saturating_mul(b),
            How::Sum => a.saturating_add(b),
            How::Difference => a.saturating_sub(b),
        }
    }
}

/// Finds columns that are the product, sum or difference of two earlier columns.
fn products(inference: &mut Inference<'_>, table: &Columns) {
    for column in table.number_columns() {
        let rows = table.rows(inference, &[column]);
        let own: Vec<u32> = table.cells[column][rows.clone()].iter().flatten().copied().collect();
        let different: FxHashSet<i64> = own.iter().map(|&at| inference.value(at)).collect();
        if own.len() < FEWEST_ROWS || different.len() < 4 || own.iter().any(|&at| inference.is_explained(at))
        {
            continue;
        }
        let before = || table.number_columns().take_while(|&other| other < column);
        let ways = before().flat_map(|a| before().map(move |b| (a, b)));
        let ways = ways.flat_map(|(a, b)| [How::Product, How::Sum, How::Difference].map(|how| (a, b, how)));
        let found = ways.filter(|(a, b, _)| a != b).find_map(|(a, b, how)| {
            let row = |row: usize| {
                let cells = [table.cells[column][row]?, table.cells[a][row]?, table.cells[b][row]?];
                let [to, a, b] = cells.map(|at| inference.value(at));
                (how.of(a, b) == to).then_some(cells)
            };
            let rows: Option<Vec<[u32; 3]>> = rows.clone().map(row).collect();
            rows.map(|rows| Computed { rows, how })
        });
        if let Some(rule) = found {
            let relation = Relation::new("computed column", Phase::Counts, own, Box::new(rule));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// Values that are computed from two others of their row.
pub(super) struct Computed {
    /// By row: the computed value and the two others.
    pub(super) rows: Vec<[u32; 3]>,
    pub(super) how: How,
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

/// Finds classes whose values are the sum of a column over the rows between one slot and the
/// previous or next one.
fn block_totals(inference: &mut Inference<'_>, tables: &[Columns]) {
    let facts = inference.facts;
    for class in facts.classes.of_any_numbers() {
        let slots = inference.unexplained(&class.slots);
        let lines: Vec<u32> = slots.iter().map(|&at| facts.lines.of_atom(at)).collect();
        if slots.is_empty() || !lines.windows(2).all(|pair| pair[0] < pair[1]) {
            continue;
        }
        let found = tables.iter().find_map(|table| {
            let is_outside = |line: &u32| table.lines.binary_search(line).is_err();
            if table.lines.len() < slots.len() * 2 || !lines.iter().all(is_outside) {
                return None;
            }
            table.number_columns().find_map(|column| {
                [false, true]
                    .into_iter()
                    .find_map(|is_below| totals(inference, table, &slots, &lines, column, is_below))
            })
        });
        if let Some(rule) = found {
            let relation = Relation::new("total of rows", Phase::Counts, slots, Box::new(rule));
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// The least evidence, in bits, against a coincidence.
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
        let sum = table.sums[column][to].saturating_sub(table.sums[column][from]);
        if sum != inference.value(slot) {
            return None;
        }
        let cells = table.cells[column][from..to].iter().flatten();
        let cells: Vec<Term> = cells.map(|&number| Term { number, factor: None }).collect();
        bits += if 1 < cells.len() || 9 < sum { (2.0 + sum.unsigned_abs() as f64).log2() / 2.0 } else { 0.0 };
        blocks.push((slot, cells));
    }
    (FEWEST_BITS < bits || slots.len() == 1 && 8.0 < 2.0 * bits && 7 < table.lines.len())
        .then_some(Totals { blocks })
}

/// A number that is summed up, or its product with another one.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Term {
    pub(super) number: u32,
    pub(super) factor: Option<u32>,
}

impl Term {
    /// Returns the value, given that of each number.
    pub(super) fn value(self, number: impl Fn(u32) -> i64) -> i64 {
        self.factor.map_or(1, &number).saturating_mul(number(self.number))
    }
}

/// Values that are each the sum of some numbers.
pub(super) struct Totals {
    /// Each value with what it sums up.
    pub(super) blocks: Vec<(u32, Vec<Term>)>,
}

impl Rule for Totals {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, terms) in self.blocks.iter().filter(|(at, _)| view.lives(*at)) {
            let lives = |term: &&Term| view.lives(term.number) && term.factor.is_none_or(|at| view.lives(at));
            let values = terms.iter().filter(lives).map(|term| term.value(|at| view.number(at)));
            set(*at, values.fold(0, i64::saturating_add));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

/// Finds columns that count or sum up the rows of another table with the key of their row.
fn totals_by_key(inference: &mut Inference<'_>, target: &Columns, tables: &[Columns]) {
    let facts = inference.facts;
    let is_wanted = |inference: &Inference<'_>, column: usize| {
        let rows = target.rows(inference, &[column]);
        let own = &target.cells[column][rows.clone()];
        let different: FxHashSet<i64> = own.iter().flatten().map(|&at| inference.value(at)).collect();
        let is_free = own.iter().all(|cell| cell.is_some_and(|at| !inference.is_explained(at)));
        FEWEST_ROWS <= own.len() && 2 <= different.len() && is_free
    };
    let mut wanted: Vec<usize> =
        target.number_columns().filter(|&column| is_wanted(inference, column)).collect();
    for key in 0..target.cells.len() {
        let mut places: FxHashMap<u32, usize> = FxHashMap::default();
        let is_key = target.cells[key].iter().enumerate().all(|(row, cell)| {
            let word = cell.map(|at| facts.atoms.word(at));
            word.is_some_and(|word| places.insert(word, row).is_none())
        });
        if wanted.is_empty() || !is_key {
            continue;
        }
        for other in tables {
            for other_key in 0..other.cells.len() {
                let is_same = std::ptr::eq(other, target);
                if is_same && key == other_key {
                    continue;
                }
                let Some(joined) = Joined::of(facts, other, other_key, &places) else { continue };
                for summed in std::iter::once(None).chain(other.number_columns().map(Some)) {
                    if summed == Some(other_key) || is_same && summed.is_none() {
                        continue;
                    }
                    let sums = joined.sums(inference, other, summed);
                    let is_right = |&column: &usize| {
                        let rows = target.rows(inference, &[column]);
                        let is_itself = is_same && summed == Some(column);
                        let mut cells = target.cells[column][rows.clone()].iter().flatten().zip(&sums[rows]);
                        column != key && !is_itself && cells.all(|(&at, sum)| inference.value(at) == *sum)
                    };
                    let Some(column) = wanted.iter().copied().find(is_right) else { continue };
                    wanted.retain(|&other| other != column);
                    let rows = target.rows(inference, &[column]);
                    let own: Vec<u32> =
                        target.cells[column][rows.clone()].iter().flatten().copied().collect();
                    let parts = joined.parts(other, summed.unwrap_or(other_key));
                    let totals = own.iter().copied().zip(parts[rows].iter().cloned()).collect();
                    let rule = Box::new(ByKey { totals, is_count: summed.is_none() });
                    let relation = Relation::new("total by key", Phase::Counts, own, rule);
                    inference.take(relation.with_evidence(Evidence::Strong));
                }
            }
        }
    }
}

/// The rows of a table joined to another table by key.
struct Joined {
    /// By row: the row of the other table.
    places: Vec<Option<usize>>,
    n_rows: usize,
}

/// If none of this many rows has a key, the others are not examined.
const SAMPLE: usize = 64;

impl Joined {
    /// Joins a table by a column. At least a third of the rows must have keys, and some key must
    /// occur twice.
    fn of(
        facts: &DocumentFacts,
        table: &Columns,
        key: usize,
        keys: &FxHashMap<u32, usize>,
    ) -> Option<Joined> {
        let place = |cell: &Option<u32>| cell.and_then(|at| keys.get(&facts.atoms.word(at)).copied());
        let cells = &table.cells[key];
        if cells.iter().step_by(cells.len() / SAMPLE + 1).all(|cell| place(cell).is_none()) {
            return None;
        }
        let places: Vec<Option<usize>> = cells.iter().map(place).collect();
        let known: Vec<usize> = places.iter().flatten().copied().collect();
        let different: FxHashSet<usize> = known.iter().copied().collect();
        let is_joined =
            places.len() <= 3 * known.len() && FEWEST_ROWS <= known.len() && different.len() < known.len();
        is_joined.then_some(Joined { places, n_rows: keys.len() })
    }

    fn cells<'a>(&'a self, table: &'a Columns, column: usize) -> impl Iterator<Item = (usize, u32)> + 'a {
        let cells = self.places.iter().zip(&table.cells[column]);
        cells.filter_map(|(place, cell)| place.zip(*cell))
    }

    /// Returns for each key the number of its rows, or the sum of a column over them.
    fn sums(&self, inference: &Inference<'_>, table: &Columns, summed: Option<usize>) -> Vec<i64> {
        let mut sums = vec![0i64; self.n_rows];
        match summed {
            None => self.places.iter().flatten().for_each(|&place| sums[place] += 1),
            Some(column) => {
                for (place, at) in self.cells(table, column) {
                    sums[place] = sums[place].saturating_add(inference.value(at));
                }
            }
        }
        sums
    }

    /// Returns for each key the cells of a column in its rows.
    fn parts(&self, table: &Columns, column: usize) -> Vec<Vec<u32>> {
        let mut parts: Vec<Vec<u32>> = vec![Vec::new(); self.n_rows];
        self.cells(table, column).for_each(|(place, at)| parts[place].push(at));
        parts
    }
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
                false => living.map(|&cell| view.number(cell)).fold(0, i64::saturating_add),
            };
            set(*at, value);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
