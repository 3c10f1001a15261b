//! Dense ids in columns: rows and columns of a matrix, ends of edges.

use std::collections::BTreeSet;

use super::super::inference::Inference;
use super::super::relation::{Phase, Probe, Relation};
use super::super::tables::Table;
use super::ranks::{DENSE, Ranks};

/// Finds columns of tables whose values have no gaps, and whose largest value occurs above the
/// table.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    for table in &facts.tables {
        let mut dense: Vec<(BTreeSet<i64>, Vec<u32>)> = Vec::new();
        for column in 0..table.n_columns() {
            if let Some(found) = column_of(inference, table, column) {
                dense.push(found);
            }
        }
        while let Some((values, mut slots)) = dense.pop() {
            // Columns with the same values refer to the same ids.
            dense.retain(|(others, more)| {
                let is_same = *others == values;
                if is_same {
                    slots.extend(more);
                }
                !is_same
            });
            slots.sort_unstable();
            let rule = Box::new(Ranks::new(inference, &slots, &[]));
            let relation = Relation::new(DENSE, Phase::Ranks, slots, rule);
            inference.take(relation.with_probe(Probe::AllSpread));
        }
    }
}

/// Fewer distinct values may be dense by chance.
const FEWEST: usize = 9;
/// How many lines above the table the largest value may be.
const FARTHEST: u32 = 3;

/// Returns the values and atoms of a column, without a header in the first row.
fn column_of(inference: &Inference<'_>, table: &Table, column: usize) -> Option<(BTreeSet<i64>, Vec<u32>)> {
    let facts = inference.facts;
    let slot = |row: &super::super::tables::Row| {
        let field = row.fields[column].clone();
        let at = field.start;
        let is_free = field.len() == 1 && facts.atoms.number(at).is_some() && !inference.is_explained(at);
        is_free.then_some(at)
    };
    let heads = usize::from(table.rows.len() > 4 * FEWEST);
    let all: Vec<u32> = table.rows.iter().filter_map(slot).collect();
    if all.len() < table.rows.len() - heads || table.rows.len() < 2 * FEWEST {
        return None;
    }
    for skip in 0..=heads {
        let slots = &all[skip.min(all.len())..];
        let values: BTreeSet<i64> = slots.iter().map(|&at| inference.value(at)).collect();
        let (&least, &most) = (values.first()?, values.last()?);
        let is_dense = (0..=1).contains(&least) && (most - least + 1) as usize == values.len();
        let first = facts.lines.of_atom(slots[0]);
        let sizes = (first.saturating_sub(FARTHEST)..first).flat_map(|line| facts.lines.body(line));
        let mut sizes = sizes.filter_map(|at| facts.atoms.number(at));
        let n_values = values.len() as i64;
        let is_paired = sizes.any(|size| size == n_values);
        if is_dense && FEWEST <= values.len() && is_paired {
            return Some((values, slots.to_vec()));
        }
    }
    None
}
