//! Counts of the items of an adjacent group.

use rustc_hash::FxHashSet;

use super::super::facts::DocumentFacts;
use super::super::groups::Group;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds classes in which nearly every value is the number of items of the next group, or of the
/// previous one.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    for class in facts.classes.numbers.iter().chain(&facts.classes.numbers_by_marks) {
        let slots = inference.unexplained(&class.slots);
        if slots.len() < FEWEST {
            continue;
        }
        let beside = |group_of: fn(&DocumentFacts, u32) -> Option<&Group>| {
            let mut groups: Vec<(u32, &Group)> = Vec::new();
            for (slot, &at) in slots.iter().enumerate() {
                if groups.len() + slots.len() / 10 < slot {
                    return None;
                }
                let group = group_of(facts, at);
                groups.extend(
                    group
                        .filter(|group| group.n_items() as i64 == inference.value(at))
                        .map(|group| (at, group)),
                );
            }
            let bits: f64 = groups.iter().map(|(_, group)| (1.0 + group.n_items() as f64).log2()).sum();
            let different: FxHashSet<usize> = groups.iter().map(|(_, group)| group.n_items()).collect();
            let is_sure = 9 * slots.len() <= 10 * groups.len() && FEWEST_BITS <= bits && 2 < different.len();
            is_sure.then_some(groups)
        };
        let Some(groups) = beside(next_group).or_else(|| beside(last_group)) else { continue };
        let targets = groups.iter().map(|&(at, _)| at).collect();
        let rule = Items { groups: groups.into_iter().map(|(at, group)| (at, group.clone())).collect() };
        let relation = Relation::new("number of items", Phase::Counts, targets, Box::new(rule));
        inference.take(relation.with_evidence(Evidence::Strong));
    }
}

/// The fewest slots.
const FEWEST: usize = 4;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;
/// The most atoms between a number and its group.
const FARTHEST: usize = 12;

/// Returns the next group that opens after an atom.
pub(super) fn next_group(facts: &DocumentFacts, at: u32) -> Option<&Group> {
    let place = facts.inked_place(at);
    let near = facts.inked[place + 1..].iter().take(FARTHEST);
    near.copied().find_map(|at| facts.groups.opened_by(at)).map(|group| facts.groups.group(group))
}

/// Returns the last group that closes before an atom.
fn last_group(facts: &DocumentFacts, at: u32) -> Option<&Group> {
    let place = facts.inked_place(at);
    let near = facts.inked[..place].iter().rev().take(FARTHEST);
    near.copied().find_map(|at| {
        let group = facts.groups.group(facts.groups.around(at)?);
        (group.close == at).then_some(group)
    })
}

/// Each value is the number of live items of a group.
pub(super) struct Items {
    pub(super) groups: Vec<(u32, Group)>,
}

impl Rule for Items {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, group) in &self.groups {
            let n_items = group.items().filter(|item| view.has_item(item.clone())).count();
            set(*at, n_items as i64);
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.groups.iter().for_each(|(_, group)| bits.insert_range(group.open..group.close));
        true
    }
}
