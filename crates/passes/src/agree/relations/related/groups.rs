//! Values that are computed from the numbers of a group next to them.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::super::inference::Inference;
use super::super::naming::name_before;
use super::fit::Fit;
use super::rule::{Join, Related};

/// The most labels of groups.
const MOST_LABELS: usize = 8;

/// Returns how slots are computed from the numbers in the groups with one label, each in the same
/// group as its slot: all of them, or those of one class.
pub(super) fn parts_of_groups(
    inference: &Inference<'_>,
    target: &[u32],
    sources: &[&[u32]],
) -> Option<Related> {
    let facts = inference.facts;
    let around = target.iter().map(|&at| facts.groups.around(at)).collect::<Option<Vec<u32>>>()?;
    let is_around: FxHashSet<u32> = around.iter().copied().collect();
    let mut children: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    for (number, group) in (0..).zip(facts.groups.all()) {
        if let Some(outer) = group.around.filter(|outer| is_around.contains(outer)) {
            children.entry(outer).or_default().push(number);
        }
    }
    let of = |group: u32| children.get(&group).map_or(&[][..], |children| children);
    let label = |group: u32| name_before(inference, facts.groups.group(group).open);
    let mut labels: Vec<Vec<u8>> =
        of(around[0]).iter().take(MOST_LABELS).map(|&child| label(child)).collect();
    labels.dedup();
    labels.into_iter().find_map(|wanted| {
        let labelled = |&outer: &u32| {
            let child = of(outer).iter().copied().find(|&child| label(child) == wanted)?;
            let group = facts.groups.group(child);
            Some(group.open..group.close)
        };
        let ranges = around.iter().map(labelled).collect::<Option<Vec<Range<u32>>>>()?;
        let all = |row: usize| -> Vec<u32> {
            ranges[row].clone().filter(|&at| facts.atoms.number(at).is_some()).collect()
        };
        let rule = |fit: Fit, of: &dyn Fn(usize) -> Vec<u32>| {
            let values = target.iter().enumerate().map(|(row, &at)| (at, of(row)));
            fit.rule(Join::Parts(values.collect()))
        };
        if let Some(fit) = Fit::of(inference, target, |row| Some(all(row))) {
            return Some(rule(fit, &all));
        }
        sources.iter().filter(|source| **source != target).find_map(|source| {
            let within = |row: usize| {
                let Range { start, end } = ranges[row];
                let [start, end] = [start, end].map(|bound| source.partition_point(|&at| at < bound));
                source[start..end].to_vec()
            };
            Fit::of(inference, target, |row| Some(within(row))).map(|fit| rule(fit, &within))
        })
    })
}
