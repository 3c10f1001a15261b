//! Threads: sections and paragraphs that share a rare word, wherever they are.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::lines::Grouped;
use super::super::model::Model;
use super::super::state::State;
use super::blocks::{paragraphs, sections};
use crate::agree::unit::{Unit, UnitList, unit};

/// All sections, or all paragraphs, that contain a word which occurs in at least two and at most
/// half of them: the messages of one call, the entries of one request. Of words in the same
/// sections, one.
pub(super) fn threads(model: &Model, state: &State) -> Vec<UnitList> {
    let mut divisions = sections(model, state);
    let n_atoms = |sections: &UnitList| -> usize {
        sections.iter().flat_map(|section| section.spans.iter()).map(Range::len).sum()
    };
    // Records begin with what heads them, so that the first one begins with the document.
    divisions.sort_by_cached_key(|sections| std::cmp::Reverse(n_atoms(sections)));
    divisions.truncate(MOST_DIVISIONS);
    divisions.extend(paragraphs(model, state));
    divisions.iter().flat_map(|sections| shared(model, state, sections)).collect()
}

/// The most kinds of sections looked at.
const MOST_DIVISIONS: usize = 2;
/// Fewer sections have no threads.
const FEWEST_SECTIONS: usize = 6;
/// The most places of words looked at in one kind of sections.
const MOST_PLACES: usize = 6;
/// Words with fewer bytes are shared by chance.
const FEWEST_BYTES: u32 = 3;

/// Returns the sections that share a word: a list for each place in a line where such words are.
fn shared(model: &Model, state: &State, sections: &[Unit]) -> Vec<UnitList> {
    let lives = |unit: &&Unit| {
        unit.spans.iter().any(|span| state.alive.any_in_without(span.clone(), &model.facts.space))
    };
    let sections: Vec<&Unit> = sections.iter().filter(lives).collect();
    if sections.len() < FEWEST_SECTIONS {
        return Vec::new();
    }
    let facts = &model.facts;
    let mut by_word: Grouped<u32, (u32, usize)> = Grouped::new();
    for (number, section) in sections.iter().enumerate() {
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        for at in section.spans.iter().flat_map(|span| state.alive.iter_in(span.clone())) {
            let may_name = facts.atoms.is_word(at) && FEWEST_BYTES <= facts.atoms.n_bytes(at);
            if may_name && seen.insert(facts.atoms.word(at)) {
                by_word.push(facts.atoms.word(at), (at, number));
            }
        }
    }
    // A line begins with what it is about.
    let place = |at: u32| {
        let line = facts.lines.of_atom(at);
        (facts.lines.first_word(line), at - facts.lines.body(line).start)
    };
    let mut by_place: Grouped<(Option<u32>, u32), Vec<usize>> = Grouped::new();
    for (_, found) in by_word.into_groups() {
        let numbers: Vec<usize> = found.iter().map(|(_, number)| *number).collect();
        if 2 <= numbers.len() && 2 * numbers.len() <= sections.len() {
            by_place.push(place(found[0].0), numbers);
        }
    }
    let mut lists: Vec<Vec<Vec<usize>>> = by_place.into_groups().into_iter().map(|(_, list)| list).collect();
    lists.retain(|threads| 2 <= threads.len());
    // Few threads that cover much come first.
    let n_covered = |threads: &[Vec<usize>]| threads.iter().flatten().collect::<FxHashSet<_>>().len();
    lists.sort_by_cached_key(|threads| (std::cmp::Reverse(n_covered(threads)), threads.len()));
    let mut seen: FxHashSet<Vec<usize>> = FxHashSet::default();
    for threads in &mut lists {
        threads.retain(|numbers| seen.insert(numbers.clone()));
    }
    lists.retain(|threads| !threads.is_empty());
    lists.truncate(MOST_PLACES);
    let spans = |numbers: Vec<usize>| -> Vec<Range<u32>> {
        numbers.into_iter().flat_map(|number| sections[number].spans.iter().cloned()).collect()
    };
    let units = |threads: Vec<Vec<usize>>| threads.into_iter().map(|numbers| unit(spans(numbers))).collect();
    lists.into_iter().map(units).collect()
}
