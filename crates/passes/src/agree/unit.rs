//! What is removed together.

use std::ops::Range;
use std::sync::Arc;

use super::links::Splice;
use super::state::State;

/// Atoms that are removed together.
#[derive(Clone)]
pub(super) struct Unit {
    /// The atoms.
    pub(super) spans: Arc<[Range<u32>]>,
    /// Definitions that are spliced out: their uses stay.
    pub(super) splices: Arc<[Splice]>,
    /// Numbers that become others.
    pub(super) values: Arc<[(u32, i64)]>,
}

/// Units that are removed at once.
#[derive(Default)]
pub(super) struct Removal {
    pub(super) spans: Vec<Range<u32>>,
    pub(super) splices: Vec<Splice>,
    pub(super) values: Vec<(u32, i64)>,
}

impl Removal {
    /// Combines units to one removal.
    pub(super) fn of(units: &[Unit]) -> Removal {
        Removal {
            spans: units.iter().flat_map(|unit| unit.spans.iter().cloned()).collect(),
            splices: units.iter().flat_map(|unit| unit.splices.iter().copied()).collect(),
            values: units.iter().flat_map(|unit| unit.values.iter().copied()).collect(),
        }
    }
}

/// Units that are tried together first, then in halves.
pub(super) type UnitList = Vec<Unit>;

/// Creates a unit.
pub(super) fn unit(spans: impl IntoIterator<Item = Range<u32>>) -> Unit {
    let mut spans: Vec<Range<u32>> = spans.into_iter().filter(|span| !span.is_empty()).collect();
    spans.sort_by_key(|span| (span.start, span.end));
    spans.dedup();
    Unit { spans: spans.into(), splices: Arc::default(), values: Arc::default() }
}

/// Creates a list of units of one span each.
pub(super) fn each(spans: impl IntoIterator<Item = Range<u32>>) -> UnitList {
    spans.into_iter().map(|span| unit([span])).collect()
}

/// Whether a line is alive.
pub(super) fn lives(state: &State, line: u32) -> bool {
    state.lines.has(line)
}
