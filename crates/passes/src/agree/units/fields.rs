//! Rows and columns of tables, and optional fields.

use std::ops::Range;

use super::super::facts::DocumentFacts;
use super::super::lines::{Grouped, mix};
use super::super::model::Model;
use super::super::state::State;
use super::super::tables::Table;
use crate::agree::unit::{UnitList, each, lives, unit};

/// The rows of each table.
pub(super) fn rows(model: &Model, _: &State) -> Vec<UnitList> {
    let lines = &model.facts.lines;
    let rows = |table: &Table| each(table.rows.iter().map(|row| lines.atoms(row.line)));
    model.facts.tables.iter().map(rows).collect()
}

/// The columns of tables: alone, and with the line or item that declares them.
pub(super) fn columns(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    if MOST_TABLES < facts.tables.len() {
        return Vec::new();
    }
    let mut units = Vec::new();
    for table in &facts.tables {
        let rows: Vec<_> = table.rows.iter().filter(|row| lives(state, row.line)).collect();
        let Some(first) = rows.first() else { continue };
        let runs = runs_above(facts, state, first.line, table.n_columns());
        let above = first.line.checked_sub(1);
        let groups = facts.groups.all().iter().filter(|group| {
            Some(facts.lines.of_atom(group.open)) == above && group.commas.len() + 1 == table.n_columns()
        });
        let groups: Vec<_> = groups.collect();
        for column in 0..table.n_columns() {
            let cells = || rows.iter().map(|row| Table::cell(row, column));
            units.push(unit(cells()));
            for run in &runs {
                let ahead = table.n_columns() - run.len();
                let places = if ahead == 0 { vec![column] } else { vec![column, column.wrapping_sub(ahead)] };
                for &line in places.into_iter().filter_map(|place| run.get(place)) {
                    units.push(unit(cells().chain([facts.lines.atoms(line)])));
                }
            }
            for group in &groups {
                units.push(unit(cells().chain(group.items().nth(column))));
            }
        }
    }
    vec![units]
}

/// With more tables, columns are not tried.
const MOST_TABLES: usize = 400;

/// Returns the runs of at most `n_columns` lines above a line that begin with the same word.
fn runs_above(facts: &DocumentFacts, state: &State, line: u32, n_columns: usize) -> Vec<Vec<u32>> {
    let mut runs: Vec<Vec<u32>> = Vec::new();
    let mut last = None;
    for line in (0..line).filter(|&line| lives(state, line)) {
        let field = facts.lines.first_field(line);
        let word = field.fold(0, |hash, at| mix(hash, u64::from(facts.atoms.shape(at))));
        match runs.last_mut() {
            Some(run) if last == Some(word) => run.push(line),
            _ => runs.push(vec![line]),
        }
        last = Some(word);
    }
    runs.retain(|run| (2..=n_columns).contains(&run.len()));
    runs
}

/// Similar fields of all lines: `name=` of every line that has it.
pub(super) fn optional(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let mut found: Grouped<u64, Range<u32>> = Grouped::new();
    for line in (0..facts.lines.len()).filter(|&line| lives(state, line)) {
        for field in facts.lines.fields(line).iter().skip(1) {
            let ends =
                |at: u32| facts.atoms.is(at, b'=') || facts.atoms.is(at, b':') || facts.atoms.is(at, b'(');
            let head = field.clone().take_while(|&at| !ends(at) && facts.atoms.amount(at).is_none());
            let hash = head.fold(0, |hash, at| mix(hash, u64::from(facts.atoms.word(at))));
            if hash != 0 {
                found.push(hash, field.start - 1..field.end);
            }
        }
    }
    let mut groups: Vec<_> = found.into_groups().into_iter().filter(|(_, fields)| 2 < fields.len()).collect();
    groups.sort_by_key(|(_, fields)| std::cmp::Reverse(fields.len()));
    groups.truncate(MOST_FIELDS);
    let all = groups.iter().map(|(_, fields)| unit(fields.iter().cloned())).collect();
    vec![all]
}

/// The most optional fields tried.
const MOST_FIELDS: usize = 1_000;
