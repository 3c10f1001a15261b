//! Cycles in a graph.

use std::collections::{BTreeMap, BTreeSet};

/// Returns the strongly connected components of at least two nodes.
pub fn circles<T: Ord + Clone>(arrows: &BTreeMap<T, BTreeSet<T>>) -> Vec<BTreeSet<T>> {
    let reached: BTreeMap<&T, BTreeSet<&T>> = arrows.keys().map(|from| (from, reach(arrows, from))).collect();
    let mut found: Vec<BTreeSet<T>> = Vec::new();
    for (&from, to) in &reached {
        let circle: BTreeSet<T> = to
            .iter()
            .filter(|&&other| reached.get(other).is_some_and(|back| back.contains(from)))
            .map(|&x| x.clone())
            .collect();
        if 1 < circle.len() && !found.contains(&circle) {
            found.push(circle);
        }
    }
    found
}

/// Returns all nodes reachable from `from` in one or more steps.
fn reach<'a, T: Ord>(arrows: &'a BTreeMap<T, BTreeSet<T>>, from: &T) -> BTreeSet<&'a T> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&T> = arrows.get(from).into_iter().flatten().collect();
    while let Some(at) = open.pop() {
        if found.insert(at) {
            open.extend(arrows.get(at).into_iter().flatten());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrows(list: &[(u8, u8)]) -> BTreeMap<u8, BTreeSet<u8>> {
        let mut arrows = BTreeMap::<u8, BTreeSet<u8>>::new();
        for &(from, to) in list {
            arrows.entry(from).or_default().insert(to);
        }
        arrows
    }

    #[test]
    fn what_leads_back_is_a_circle() {
        assert_eq!(circles(&arrows(&[(1, 2), (2, 3), (3, 1), (3, 4), (5, 1)])), [BTreeSet::from([1, 2, 3])]);
    }

    #[test]
    fn a_diamond_is_none() {
        assert!(circles(&arrows(&[(1, 2), (1, 3), (2, 4), (3, 4)])).is_empty());
    }
}
