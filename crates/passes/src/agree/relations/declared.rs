//! Columns of a table whose declarations are spread over several lines.

use std::ops::Range;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Probe, Relation};
use super::super::tables::Table;
use super::tallies::Nothing;

/// Finds tables with as many columns as the lines above that begin with one word have fields behind
/// it, as in `channels 3 x y z`: without such a field, its column goes. A count before the fields
/// is none.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    for table in facts.tables.iter().filter(|table| FEWEST_COLUMNS <= table.n_columns()) {
        let Some(declared) = declarations(inference, table) else { continue };
        if MOST_CELLS < declared.len() * table.rows.len() {
            continue;
        }
        let demands = table.rows.iter().flat_map(|row| {
            let cell = |column: usize| Table::cell(row, column);
            let pairs = declared.iter().cloned().enumerate();
            pairs.map(move |(column, field)| Demand { needs: vec![field], kills: cell(column) })
        });
        let demands = demands.collect();
        let Some(row) = table.rows.last() else { continue };
        // No value is computed: the question is whether a cell may be missing.
        let targets = vec![row.fields[0].start];
        let relation = Relation::new("declared columns", Phase::Counts, targets, Box::new(Nothing));
        let relation = relation.with_demands(demands).with_evidence(Evidence::Strong);
        inference.relations.push(relation.with_probe(Probe::Gone));
    }
}

/// Tables with fewer columns have as many as something by chance.
const FEWEST_COLUMNS: usize = 8;
/// Declarations on one line are left to units of columns.
const FEWEST_LINES: usize = 2;
/// The most cells of a table.
const MOST_CELLS: usize = 200_000;

/// Returns the field that declares each column.
fn declarations(inference: &Inference<'_>, table: &Table) -> Option<Vec<Range<u32>>> {
    let facts = inference.facts;
    let first = table.rows[0].line;
    let file_of = |line: u32| facts.atoms.file(facts.lines.atoms(line).start);
    let above = (0..first).filter(|&line| file_of(line) == file_of(first));
    let mut kinds = facts.lines.by_first_word(above).into_groups();
    // The lines nearest to the table declare its columns.
    kinds.sort_by_key(|(_, lines)| std::cmp::Reverse(lines.last().copied()));
    let fields =
        |lines: &[u32]| lines.iter().flat_map(|&line| declaring(inference, line)).collect::<Vec<_>>();
    let several = kinds.iter().filter(|(_, lines)| FEWEST_LINES <= lines.len());
    several.map(|(_, lines)| fields(lines)).find(|fields| {
        let is_word = |field: &Range<u32>| field.clone().any(|at| is_name(facts, at));
        fields.len() == table.n_columns() && fields.iter().all(is_word)
    })
}

fn is_name(facts: &DocumentFacts, at: u32) -> bool {
    facts.atoms.is_word(at) && facts.atoms.amount(at).is_none()
}

/// Returns the fields of a line behind its first word and their count.
fn declaring(inference: &Inference<'_>, line: u32) -> Vec<Range<u32>> {
    let facts = inference.facts;
    let fields = facts.lines.fields(line).get(1..).unwrap_or_default();
    let is_count = |field: &Range<u32>| {
        field.len() == 1
            && facts.atoms.number(field.start).and_then(|value| usize::try_from(value).ok())
                == Some(fields.len() - 1)
    };
    let from = usize::from(fields.first().is_some_and(is_count));
    fields[from..].to_vec()
}
