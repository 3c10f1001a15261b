//! What is removed together, from large units to small ones.

mod blocks;
mod fields;
mod kinds;
mod names;
mod small;

use std::ops::Range;
use std::sync::Arc;

use super::model::Model;
use super::state::State;

/// Atoms that are removed together, and what must die with them.
pub(super) type Unit = Arc<[Range<u32>]>;

/// Units that are tried together, then in halves.
pub(super) type UnitList = Vec<Unit>;

/// Makes the lists of one kind of units. Units may be dead already.
type Make = fn(&Model, &State) -> Vec<UnitList>;

/// The kinds of units in the order in which they are tried.
pub(super) const STAGES: &[Make] = &[
    blocks::files,
    blocks::paragraphs,
    blocks::sections,
    blocks::regions,
    blocks::records,
    blocks::indented,
    kinds::kinds,
    kinds::members,
    names::keys,
    names::numbers,
    names::words,
    fields::rows,
    fields::columns,
    fields::optional,
    small::lines,
    small::linked_lines,
    names::item_words,
    small::items,
    small::insides,
    small::groups,
    small::fields,
    small::atoms,
];

/// So many stages at the end are left until a turn of the others has taken less than a tenth.
pub(super) const N_FINE: usize = 6;

/// Makes a unit.
fn unit(spans: impl IntoIterator<Item = Range<u32>>) -> Unit {
    let mut spans: Vec<Range<u32>> = spans.into_iter().filter(|span| !span.is_empty()).collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    spans.into()
}

/// Makes a list of units of one span each.
fn each(spans: impl IntoIterator<Item = Range<u32>>) -> UnitList {
    spans.into_iter().map(|span| unit([span])).collect()
}

/// Whether a line lives.
fn lives(state: &State, line: u32) -> bool {
    state.lines.has(line)
}
