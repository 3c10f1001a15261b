//! The units of removal, from large to small.

mod blocks;
mod fields;
mod kinds;
mod names;
mod small;

use super::model::Model;
use super::state::State;
use super::unit::UnitList;

/// Returns the lists of one kind of units. Units may be dead already.
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
    names::mutual,
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
    small::same_words,
    small::atoms,
];

/// The number of stages at the end that wait until a round of the others has removed less than a
/// tenth.
pub(super) const N_FINE: usize = 7;
