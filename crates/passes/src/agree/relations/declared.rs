//! Columns of a table whose declarations are spread over several lines.

use std::ops::Range;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Probe, Relation};
use super::super::sections::{file_of, lines_of};
use super::super::tables::Table;
use super::tallies::Nothing;

/// Finds tables with as many columns as the lines above that begin with one word have fields behind
/// it, as in `channels 3 x y z`: without such a field, its column goes. A count before the fields
/// is not one of them.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let is_wanted = |table: &&Table| {
        FEWEST_COLUMNS <= table.n_columns() && table.n_columns() * table.rows.len() <= MOST_CELLS
    };
    for table in facts.tables.iter().filter(is_wanted) {
        let Some((declared, are_counted)) = declarations(inference, table) else { continue };
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
        let evidence = if are_counted { Evidence::Strong } else { Evidence::Weak };
        let relation = relation.with_demands(demands).with_evidence(evidence);
        inference.relations.push(relation.with_probe(Probe::Gone));
    }
}

/// Tables with fewer columns have as many as something by chance.
const FEWEST_COLUMNS: usize = 8;
/// Declarations on one line are left to units of columns.
const FEWEST_LINES: usize = 2;
/// The most cells of a table.
const MOST_CELLS: usize = 200_000;

/// Returns the field that declares each column, and whether each line counts its fields.
fn declarations(inference: &Inference<'_>, table: &Table) -> Option<(Vec<Range<u32>>, bool)> {
    let facts = inference.facts;
    let first = table.rows[0].line;
    let above = lines_of(facts, file_of(facts, first)).start..first;
    let mut kinds = facts.lines.by_first_word(above).into_groups();
    // The lines nearest to the table declare its columns.
    kinds.sort_by_key(|(_, lines)| std::cmp::Reverse(lines.last().copied()));
    let n_fields =
        |lines: &[u32]| lines.iter().map(|&line| declaring(inference, line).0.len()).sum::<usize>();
    let is_word = |field: &Range<u32>| field.clone().any(|at| is_name(facts, at));
    kinds.into_iter().find_map(|(_, lines)| {
        // Lines of one field each may be imports: they have no table.
        if lines.len() < FEWEST_LINES
            || lines.len() == table.n_columns()
            || n_fields(&lines) != table.n_columns()
        {
            return None;
        }
        let all: Vec<_> = lines.iter().map(|&line| declaring(inference, line)).collect();
        let fields: Vec<Range<u32>> = all.iter().flat_map(|(fields, _)| fields.iter().cloned()).collect();
        fields.iter().all(is_word).then(|| (fields, all.iter().all(|(_, is_counted)| *is_counted)))
    })
}

fn is_name(facts: &DocumentFacts, at: u32) -> bool {
    facts.atoms.is_word(at) && facts.atoms.amount(at).is_none()
}

/// Returns the fields of a line behind its first one and their count, and whether there is such a
/// count.
fn declaring<'a>(inference: &Inference<'a>, line: u32) -> (&'a [Range<u32>], bool) {
    let facts: &'a DocumentFacts = inference.facts;
    let fields = facts.lines.fields(line).get(1..).unwrap_or_default();
    let is_count = |field: &Range<u32>| {
        field.len() == 1
            && facts.atoms.number(field.start).and_then(|value| usize::try_from(value).ok())
                == Some(fields.len() - 1)
    };
    let is_counted = fields.first().is_some_and(is_count);
    (&fields[usize::from(is_counted)..], is_counted)
}
