//! What is removed together, from large units to small ones.

mod blocks;
mod fields;
mod kinds;
mod names;
mod small;

use std::ops::Range;
use std::sync::Arc;

use super::links::Splice;
use super::model::Model;
use super::state::State;

/// What is removed together, and what must die with it.
#[derive(Clone)]
pub(super) struct Unit {
    /// The atoms.
    pub(super) spans: Arc<[Range<u32>]>,
    /// A definition whose uses stay.
    splice: Option<Splice>,
}

/// Units that are removed at once.
#[derive(Default)]
pub(super) struct Removal {
    pub(super) spans: Vec<Range<u32>>,
    pub(super) splices: Vec<Splice>,
}

impl Removal {
    /// Puts units together.
    pub(super) fn of(units: &[Unit]) -> Removal {
        Removal {
            spans: units.iter().flat_map(|unit| unit.spans.iter().cloned()).collect(),
            splices: units.iter().filter_map(|unit| unit.splice).collect(),
        }
    }
}

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
    blocks::frames,
    names::splices,
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
    Unit { spans: spans.into(), splice: None }
}

/// Makes a list of units of one span each.
fn each(spans: impl IntoIterator<Item = Range<u32>>) -> UnitList {
    spans.into_iter().map(|span| unit([span])).collect()
}

/// Whether a line lives.
fn lives(state: &State, line: u32) -> bool {
    state.lines.has(line)
}
