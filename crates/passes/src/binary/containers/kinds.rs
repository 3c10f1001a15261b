//! Grouping by kind.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

/// Groups things by kind; the kinds are in the order of their first occurrence.
pub(in crate::binary) fn by_kind<K: Copy + Eq + Hash, T>(
    things: impl IntoIterator<Item = (K, T)>,
) -> Vec<(K, Vec<T>)> {
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

/// Returns a hash that is the same in every run.
pub(super) fn kind_of(value: &impl Hash) -> u64 {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish()
}
