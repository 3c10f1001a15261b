//! Lines, lines that share words, items, groups and single atoms.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::groups::Group;
use super::super::lines::Grouped;
use super::super::model::Model;
use super::super::records::item_span;
use super::super::state::State;
use crate::agree::unit::{UnitList, each, lives, unit};

/// Single lines.
pub(super) fn lines(model: &Model, state: &State) -> Vec<UnitList> {
    let lines = &model.facts.lines;
    vec![each((0..lines.len()).filter(|&line| lives(state, line)).map(|line| lines.atoms(line)))]
}

/// Lines that share the same two rare words with the next similar lines: triples, then pairs.
pub(super) fn linked_lines(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let living: Vec<u32> =
        (0..facts.lines.len()).filter(|&line| lives(state, line) && !facts.lines.is_blank(line)).collect();
    if MOST_LINES < living.len() {
        return Vec::new();
    }
    let words_of = |line: u32| -> FxHashSet<u32> {
        let words = facts.lines.body(line).filter(|&at| {
            state.alive.has(at) && facts.atoms.is_word(at) && !facts.atoms.text(at)[0].is_ascii_digit()
        });
        words.map(|at| facts.atoms.word(at)).collect()
    };
    let words: Vec<FxHashSet<u32>> = living.iter().map(|&line| words_of(line)).collect();
    let mut counts: FxHashMap<u32, usize> = FxHashMap::default();
    words.iter().flatten().for_each(|&word| *counts.entry(word).or_default() += 1);
    let is_rare = |word: &&u32| 2 * counts[*word] < living.len();
    let (mut threes, mut pairs) = (Vec::new(), Vec::new());
    for (place, own) in words.iter().enumerate() {
        let shares = |other: &usize| own.intersection(&words[*other]).filter(is_rare).count() > 1;
        let next: Vec<usize> =
            (place + 1..living.len().min(place + FARTHEST)).filter(shares).take(2).collect();
        let atoms = |places: &[usize]| {
            let lines = std::iter::once(place).chain(places.iter().copied());
            unit(lines.map(|place| facts.lines.atoms(living[place])))
        };
        if let [first, ..] = next[..] {
            pairs.push(atoms(&[first]));
        }
        if next.len() == 2 {
            threes.push(atoms(&next));
        }
    }
    vec![threes, pairs]
}

/// With more lines, pairs are not tried.
const MOST_LINES: usize = 1_500;
/// The largest distance between the lines of a pair.
const FARTHEST: usize = 120;

/// Items of groups, from the largest group on.
pub(super) fn items(model: &Model, state: &State) -> Vec<UnitList> {
    let items = living(model, state).into_iter().flat_map(|group| {
        let span = |item| item_span(&model.facts.atoms, &model.facts.lines, &item);
        group.items().map(span).collect::<Vec<_>>()
    });
    vec![each(items)]
}

/// The contents of brackets.
pub(super) fn insides(model: &Model, state: &State) -> Vec<UnitList> {
    vec![each(living(model, state).into_iter().map(|group| group.open + 1..group.close))]
}

/// Groups with their brackets.
pub(super) fn groups(model: &Model, state: &State) -> Vec<UnitList> {
    vec![each(living(model, state).into_iter().map(|group| group.open..group.close + 1))]
}

fn living<'a>(model: &'a Model, state: &State) -> Vec<&'a Group> {
    let mut groups: Vec<&Group> = model
        .facts
        .groups
        .all()
        .iter()
        .filter(|group| state.alive.any_in(group.open..group.close + 1))
        .collect();
    groups.sort_by_key(|group| std::cmp::Reverse(group.close - group.open));
    groups
}

/// Single fields, each with the blank before it.
pub(super) fn fields(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let living = (0..facts.lines.len()).filter(|&line| lives(state, line));
    let fields = living.flat_map(|line| facts.lines.fields(line).iter().skip(1));
    let several = fields.filter(|field| 1 < field.len()).map(|field| field.start - 1..field.end);
    vec![each(several)]
}

/// Words with all of their few occurrences.
pub(super) fn same_words(model: &Model, state: &State) -> Vec<UnitList> {
    let atoms = &model.facts.atoms;
    let mut found: Grouped<u32, u32> = Grouped::new();
    let living = state.alive.iter_in(0..atoms.len());
    living.filter(|&at| atoms.is_word(at)).for_each(|at| found.push(atoms.word(at), at));
    let several = found.into_groups().into_iter().filter(|(_, places)| PLACES.contains(&places.len()));
    let units: UnitList = several.map(|(_, places)| unit(places.into_iter().map(|at| at..at + 1))).collect();
    if MOST_ATOMS < units.len() { Vec::new() } else { vec![units] }
}

/// The number of occurrences of such a word.
const PLACES: std::ops::RangeInclusive<usize> = 2..=8;

/// Single atoms that are not white space.
pub(super) fn atoms(model: &Model, state: &State) -> Vec<UnitList> {
    let living = state.alive.iter_in(0..model.facts.atoms.len());
    let atoms: Vec<_> = living.filter(|&at| !model.facts.atoms.is_space(at)).map(|at| at..at + 1).collect();
    if MOST_ATOMS < atoms.len() { Vec::new() } else { vec![each(atoms)] }
}

/// With more atoms, other passes are more efficient.
const MOST_ATOMS: usize = 4_000;
