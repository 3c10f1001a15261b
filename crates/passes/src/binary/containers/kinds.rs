//! Things by kind.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

/// Returns things by their kind, kinds in the order in which they first came.
pub(super) fn by_kind<K: Copy + Eq + Hash, T>(things: impl IntoIterator<Item = (K, T)>) -> Vec<(K, Vec<T>)> {
    let mut kinds: Vec<(K, Vec<T>)> = Vec::new();
    let mut places: FxHashMap<K, usize> = FxHashMap::default();
    for (kind, thing) in things {
        let place = *places.entry(kind).or_insert(kinds.len());
        if place == kinds.len() {
            kinds.push((kind, Vec::new()));
        }
        kinds[place].1.push(thing);
    }
    kinds
}

/// Returns a number that is the same in every run, and differs for what differs.
pub(super) fn kind_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
