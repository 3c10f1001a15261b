//! Records that begin and end something.

use super::super::model::Model;
use super::super::nest::Nest;
use super::super::state::State;
use crate::agree::unit::{Unit, UnitList, unit};

/// Pairs with all pairs in between, the largest first; then pairs alone.
pub(super) fn nests(model: &Model, _: &State) -> Vec<UnitList> {
    let list = |nests: &[&Nest], make: fn(&Nest) -> Unit| -> UnitList {
        nests.iter().map(|nest| make(nest)).collect()
    };
    let whole = |nest: &Nest| unit(nest.within.iter().chain([&nest.begin, &nest.end]).cloned());
    let alone = |nest: &Nest| unit([nest.begin.clone(), nest.end.clone()]);
    let mut lists = Vec::new();
    for nests in &model.nests {
        let mut nests: Vec<&Nest> = nests.iter().collect();
        nests.sort_by_key(|nest| (std::cmp::Reverse(nest.within.len()), nest.begin.start));
        lists.push(list(&nests, whole));
        lists.push(list(&nests, alone));
    }
    lists
}
