//! The units of removal, from large to small.

mod blocks;
mod contractions;
mod fields;
mod joints;
mod kinds;
mod names;
mod nests;
mod shells;
mod small;
mod threads;
mod uniform;
mod values;

use super::model::Model;
use super::state::State;
use super::unit::UnitList;

/// Returns the lists of one kind of units. Units may be dead already.
type Make = fn(&Model, &State) -> Vec<UnitList>;

/// The end of a list at which group testing begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// The first unit.
    FromFirst,
    /// The last unit, for definitions: most documents define before they use, so that little
    /// depends on the last ones.
    FromLast,
}

/// The kinds of units in the order in which they are tried.
const STAGES: &[(Make, Order)] = &[
    (blocks::files, Order::FromFirst),
    (blocks::paragraphs, Order::FromFirst),
    (blocks::sections, Order::FromFirst),
    (threads::threads, Order::FromFirst),
    (blocks::regions, Order::FromFirst),
    (blocks::frames, Order::FromFirst),
    (names::splices, Order::FromFirst),
    (nests::nests, Order::FromFirst),
    (blocks::records, Order::FromFirst),
    (joints::joints, Order::FromFirst),
    (shells::shells, Order::FromFirst),
    (blocks::indented, Order::FromFirst),
    (kinds::kinds, Order::FromFirst),
    (kinds::members, Order::FromFirst),
    (names::keys, Order::FromLast),
    (names::mutual, Order::FromFirst),
    (names::numbers, Order::FromFirst),
    (values::values, Order::FromFirst),
    (uniform::uniform, Order::FromFirst),
    (contractions::contractions, Order::FromFirst),
    (names::words, Order::FromFirst),
    (fields::rows, Order::FromFirst),
    (fields::columns, Order::FromFirst),
    (fields::optional, Order::FromFirst),
    (small::lines, Order::FromFirst),
    (small::linked_lines, Order::FromFirst),
    (names::item_words, Order::FromFirst),
    (small::items, Order::FromFirst),
    (small::insides, Order::FromFirst),
    (small::groups, Order::FromFirst),
    (small::fields, Order::FromFirst),
    (small::same_words, Order::FromFirst),
    (small::atoms, Order::FromFirst),
];

/// The number of kinds of units.
pub(super) const N_STAGES: usize = STAGES.len();

/// Returns the lists of a kind of units.
pub(super) fn lists(stage: usize, model: &Model, state: &State) -> Vec<UnitList> {
    let (make, order) = STAGES[stage];
    let mut lists = make(model, state);
    if order == Order::FromLast {
        lists.iter_mut().for_each(|list| list.reverse());
    }
    lists
}

/// The number of stages at the end whose units are small.
pub(super) const N_FINE: usize = 7;
