//! Lists whose items are each referred to exactly once, by numbers with a few different labels.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::groups::Group;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::Evidence;
use super::index;

/// Finds lists of groups whose indices all occur exactly once, under one or a few labels:
/// `"POSITION": 0`, `"indices": 1`, `"POSITION": 2` and a list of three. Lists whose name resembles
/// the label are excluded.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let is_list = |group: &&Group| {
        let first = group.items().next();
        let inked = first.and_then(|item| item.into_iter().find(|&at| !facts.atoms.is_space(at)));
        (FEWEST_ITEMS..=MOST_ITEMS).contains(&group.n_items())
            && !inference.indexed.contains(&group.open)
            && inked.is_some_and(|at| facts.groups.opened_by(at).is_some())
    };
    let lists: Vec<&Group> = facts.groups.all().iter().filter(is_list).take(MOST_LISTS).collect();
    if lists.is_empty() {
        return;
    }
    let by_label = by_label(inference);
    for list in lists {
        let n_items = list.n_items() as i64;
        for base in [0, 1] {
            let is_place = |slots: &&Vec<u32>| {
                let places = slots.iter().map(|&at| inference.value(at) - base);
                let different: FxHashSet<i64> =
                    places.clone().filter(|at| (0..n_items).contains(at)).collect();
                let free = slots.iter().all(|&at| !inference.is_explained(at));
                free && different.len() == slots.len() && !is_own(inference, list, slots, base)
            };
            let mut named: Vec<&Vec<u32>> = by_label.groups().iter().map(|(_, slots)| slots).collect();
            named.retain(is_place);
            named.sort_by_key(|slots| std::cmp::Reverse(slots.len()));
            named.truncate(MOST_NAMES);
            let place = |at: &u32| (inference.value(*at) - base) as usize;
            let sets: Vec<Vec<usize>> = named.iter().map(|slots| slots.iter().map(place).collect()).collect();
            let mut chosen = Vec::new();
            if !cover(&sets, &mut vec![false; n_items as usize], &mut chosen) {
                continue;
            }
            let mut slots: Vec<u32> = chosen.iter().flat_map(|&name| named[name].iter().copied()).collect();
            slots.sort_unstable();
            let items: Vec<Range<u32>> = list.items().collect();
            let about = format!("index into the list of line {}", facts.lines.of_atom(list.open) + 1);
            index::take(inference, about, base, items, &slots, Evidence::Strong);
            break;
        }
    }
}

/// Fewer items may be covered by chance.
const FEWEST_ITEMS: usize = 8;
/// Limits of the items of a list, and of the lists.
const MOST_ITEMS: usize = 20_000;
const MOST_LISTS: usize = 64;
/// The most labels under which items are referred to.
const MOST_NAMES: usize = 12;
/// The most atoms between a label and its number, or the list of numbers.
const FARTHEST: usize = 8;

/// Returns whole numbers, grouped by the word before them or before their list.
fn by_label(inference: &Inference<'_>) -> Grouped<u32, u32> {
    let facts = inference.facts;
    let mut found: Grouped<u32, u32> = Grouped::new();
    let is_point = |at: Option<u32>| at.is_some_and(|at| at < facts.atoms.len() && facts.atoms.is(at, b'.'));
    for at in (0..facts.atoms.len()).filter(|&at| facts.atoms.number(at).is_some_and(|value| 0 <= value)) {
        if is_point(at.checked_sub(1)) || is_point(Some(at + 1)) || inference.is_explained(at) {
            continue;
        }
        let label = match facts.groups.around(at).map(|group| facts.groups.group(group)) {
            Some(group) if facts.atoms.is(group.open, b'[') => facts.atoms.word_before(group.open, FARTHEST),
            _ => facts.atoms.word_before(at, FARTHEST),
        };
        if let Some(label) = label {
            found.push(label, at);
        }
    }
    found
}

/// Whether each number is in the item that it counts: then it is not a reference.
fn is_own(inference: &Inference<'_>, list: &Group, slots: &[u32], base: i64) -> bool {
    let place = |at: u32| list.item_at(at) as i64 + base;
    let is_within = |at: u32| (list.open..list.close).contains(&at);
    slots.iter().all(|&at| is_within(at) && place(at) == inference.value(at))
}

/// Chooses sets that contain each index exactly once; the first missing index determines the next
/// set.
fn cover(sets: &[Vec<usize>], is_held: &mut [bool], chosen: &mut Vec<usize>) -> bool {
    let Some(missing) = is_held.iter().position(|is_held| !is_held) else { return true };
    for (number, set) in sets.iter().enumerate() {
        if !set.contains(&missing) || set.iter().any(|&place| is_held[place]) {
            continue;
        }
        set.iter().for_each(|&place| is_held[place] = true);
        chosen.push(number);
        if cover(sets, is_held, chosen) {
            return true;
        }
        chosen.pop();
        set.iter().for_each(|&place| is_held[place] = false);
    }
    false
}
