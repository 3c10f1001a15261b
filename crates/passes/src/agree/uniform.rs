//! Numbers in the same place: if all of them are equal, what must agree between them does.

use rustc_hash::FxHashSet;

use super::atoms::Kind;
use super::class::Place;
use super::facts::DocumentFacts;
use super::lines::Grouped;
use super::relation::{Evidence, Keys, Relation};
use super::state::{Slots, State, View};

/// The fewest numbers of a place.
const FEWEST: usize = 4;
/// The most places.
const MOST_PLACES: usize = 32;
/// By how many atoms before it the place of a number is known.
const N_BEFORE: usize = 3;

/// Whether the next atoms make a number a part of a word, of a date or of a time.
fn is_part(facts: &DocumentFacts, next: [Option<u32>; 2]) -> bool {
    let [beside, further] = next.map(|at| at.filter(|&at| at < facts.atoms.len()));
    let is_word = |at: u32| facts.atoms.is_word(at);
    beside.is_some_and(|at| is_word(at) || facts.atoms.joins(at) && further.is_some_and(is_word))
}

/// Returns the numbers behind the same name, and those of each column of a table, if they differ;
/// without those that are names, or that a relation explains or reads, as that is kept right. The
/// places with most bytes come first. O(atoms) for each relation.
pub(super) fn places(facts: &DocumentFacts, relations: &[Relation], keys: &[Keys]) -> Vec<Vec<u32>> {
    let strong = relations.iter().filter(|relation| relation.evidence == Evidence::Strong);
    let mut known: FxHashSet<u32> = strong.flat_map(|relation| relation.targets.iter().copied()).collect();
    let names = keys.iter().flat_map(|keys| &keys.names);
    known.extend(names.flat_map(|name| name.definitions.iter().chain(&name.uses)));
    known.extend(read(facts, relations));
    let is_alone = |at: u32| {
        let before = [at.checked_sub(1), at.checked_sub(2)];
        !is_part(facts, before) && !is_part(facts, [Some(at + 1), Some(at + 2)])
    };
    let has_name = |at: u32| {
        let mut before = facts.inked_before(at, N_BEFORE).iter();
        before.any(|&at| facts.atoms.kind(at) == Kind::Word)
    };
    let mut behind: Grouped<u64, u32> = Grouped::new();
    let numbers = facts.inked.iter().copied().filter(|&at| facts.atoms.amount(at).is_some());
    for at in numbers.filter(|&at| has_name(at) && is_alone(at)) {
        behind.push(facts.hash_before(at, N_BEFORE), at);
    }
    let mut found: Vec<Vec<u32>> = behind.into_groups().into_iter().map(|(_, numbers)| numbers).collect();
    found.retain(|numbers| FEWEST <= numbers.len());
    let mut seen: FxHashSet<u32> = found.iter().flatten().copied().collect();
    for column in facts.classes.of_any_numbers().filter(|class| class.place == Place::Column) {
        found.push(column.slots.iter().copied().filter(|&at| seen.insert(at)).collect());
    }
    found.retain_mut(|numbers| {
        let differ = numbers.windows(2).any(|two| facts.atoms.amount(two[0]) != facts.atoms.amount(two[1]));
        let is_place = FEWEST <= numbers.len() && differ;
        numbers.retain(|at| !known.contains(at));
        is_place && !numbers.is_empty()
    });
    let n_bytes = |numbers: &Vec<u32>| numbers.iter().map(|&at| facts.atoms.n_bytes(at)).sum::<u32>();
    found.sort_by_cached_key(|numbers| std::cmp::Reverse(n_bytes(numbers)));
    found.truncate(MOST_PLACES);
    found
}

/// Returns the numbers that relations compute others from.
fn read(facts: &DocumentFacts, relations: &[Relation]) -> Vec<u32> {
    let slots = Slots::of(facts, []);
    let state = State::original(facts, &slots);
    let view = View::noting(facts, &slots, &state);
    for rule in relations.iter().flat_map(|relation| &relation.rules) {
        rule.evaluate(&view, &mut |_, _| ());
    }
    view.noted()
}
