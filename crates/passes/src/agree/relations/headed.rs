//! Counts of the lines below a line, which is the count's own line or has a rare word of it.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Phase, Relation};
use super::super::sections::{file_of, lines_of};
use super::tallies::LineCount;

/// Finds numbers that count the lines from below a line up to the next one of its kind, a blank
/// line, a line that begins with another mark than the first line below, or the end of the file:
/// `records 3` above three lines; `table a:`, four lines, and `size of a: 4` somewhere else.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let rare = rare_words(facts);
    let is_count = |&at: &u32| {
        facts.atoms.number(at).is_some_and(|value| FEWEST <= value) && !inference.is_explained(at)
    };
    let slots: Vec<u32> = (0..facts.atoms.len()).filter(is_count).collect();
    let mut per_shape: FxHashMap<u64, u32> = FxHashMap::default();
    let shape = |at: u32| facts.lines.shape(facts.lines.of_atom(at));
    slots.iter().for_each(|&at| *per_shape.entry(shape(at)).or_default() += 1);
    let mut found = Vec::new();
    // Numbers on many similar lines are explained as a class, or not at all.
    for at in slots.into_iter().filter(|&at| per_shape[&shape(at)] <= MOST_ALIKE).take(MOST) {
        let line = facts.lines.of_atom(at);
        let words = facts.lines.body(line).filter(|&at| facts.atoms.kind(at) == Kind::Word);
        let others = words.filter_map(|at| rare.get(&facts.atoms.word(at))).flatten();
        let value = facts.atoms.number(at).unwrap_or(0);
        let heads: BTreeSet<u32> = others.copied().chain([line]).collect();
        let blocks =
            heads.into_iter().flat_map(|head| ends(facts, head, value).map(move |end| head + 1..end));
        let Some(block) = blocks
            .filter(|block| !block.contains(&line))
            .find(|block| i64::from(block.end - block.start) == value)
        else {
            continue;
        };
        let rule = LineCount { at, lines: block.collect(), plus: 0 };
        found.push(Relation::new("number of lines below", Phase::Counts, vec![at], Box::new(rule)));
    }
    found.into_iter().for_each(|relation| inference.take(relation));
}

/// The fewest lines.
const FEWEST: i64 = 3;
/// The most numbers on similar lines, and in all.
const MOST_ALIKE: u32 = 16;
const MOST: usize = 400;
/// The most lines with a word that is rare.
const MOST_RARE: usize = 4;
/// The shortest such word.
const SHORTEST: u32 = 3;

/// Returns the lines of each word that is on few lines.
fn rare_words(facts: &DocumentFacts) -> FxHashMap<u32, Vec<u32>> {
    let mut found: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
    let is_name = |&at: &u32| facts.atoms.kind(at) == Kind::Word && SHORTEST <= facts.atoms.n_bytes(at);
    for at in (0..facts.atoms.len()).filter(is_name) {
        let lines = found.entry(facts.atoms.word(at)).or_default();
        let line = facts.lines.of_atom(at);
        if lines.len() <= MOST_RARE && lines.last() != Some(&line) {
            lines.push(line);
        }
    }
    found.retain(|_, lines| 1 < lines.len() && lines.len() <= MOST_RARE);
    found
}

/// Returns where the block below a line may end, if it has at most `n_lines` lines.
fn ends(facts: &DocumentFacts, head: u32, n_lines: i64) -> impl Iterator<Item = u32> {
    let lines = &facts.lines;
    let last = lines_of(facts, file_of(facts, head)).end;
    let mark = |line: u32| {
        let first = lines.body(line).find(|&at| !facts.space.has(at))?;
        (!facts.atoms.is_word(first)).then(|| facts.atoms.word(first))
    };
    let is_marked = |line: u32| mark(line).is_some() && mark(line) != mark(head + 1);
    let n_lines = u32::try_from(n_lines).unwrap_or(u32::MAX);
    let below = move || (head + 1..last).take((n_lines as usize).saturating_add(1));
    let first_word = lines.first_word(head);
    let ends = [
        below().find(|&line| lines.first_word(line) == first_word),
        below().find(|&line| lines.is_blank(line)),
        if head + 1 < last { below().find(|&line| is_marked(line)) } else { None },
        Some(last),
    ];
    ends.into_iter().flatten()
}
