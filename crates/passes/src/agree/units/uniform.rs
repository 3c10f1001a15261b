//! Numbers that all become the same.

use super::super::model::Model;
use super::super::state::{State, View};
use crate::agree::unit::{Unit, UnitList, unit};

/// For each place, all of its numbers become 0; then, for those that may not be 0, 1. Numbers with
/// decimals, such as amounts and their totals, are first; they often agree with each other, and
/// hardly with others.
pub(super) fn uniform(model: &Model, state: &State) -> Vec<UnitList> {
    let view = View::new(&model.facts, &model.slots, state);
    let is_longer = |at: u32| model.facts.atoms.n_bytes(at) > 1 && view.number(at).abs() > 1;
    let of = |value: i64, has_decimals: bool| -> UnitList {
        let unit_of = |numbers: &Vec<u32>| Unit {
            values: numbers.iter().copied().filter(|&at| view.lives(at)).map(|at| (at, value)).collect(),
            ..unit([])
        };
        let is_wanted = |numbers: &&Vec<u32>| {
            let is_whole = model.facts.atoms.number(numbers[0]).is_some();
            is_whole != has_decimals && numbers.iter().any(|&at| is_longer(at))
        };
        let places = model.places.iter().filter(is_wanted);
        places.map(unit_of).collect()
    };
    vec![of(0, true), of(0, false), of(1, true), of(1, false)]
}
