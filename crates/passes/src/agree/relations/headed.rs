//! Counts of the lines below a line, which is the count's own line or has a rare word of it.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Phase, Relation};
use super::super::sections::{file_of, lines_of};
use super::chance::take_unless_chance;
use super::codes::is_compound;
use super::eligible::may_count;
use super::tallies::LineCount;

/// Finds numbers that count the lines from below a line up to the next one of its kind, a blank
/// line, a line that begins with another mark than the first line below, or the end of the file:
/// `records 3` above three lines; `table a:`, four lines, and `size of a: 4` somewhere else.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let rare = rare_words(facts);
    let is_count = |&at: &u32| {
        facts.atoms.number(at).is_some_and(|value| FEWEST <= value)
            && !inference.is_explained(at)
            && !is_compound(facts, at)
            && may_count(facts, at)
    };
    let slots: Vec<u32> = (0..facts.atoms.len()).filter(is_count).collect();
    let mut per_shape: FxHashMap<u64, u32> = FxHashMap::default();
    let shape = |at: u32| facts.lines.shape(facts.lines.of_atom(at));
    slots.iter().for_each(|&at| *per_shape.entry(shape(at)).or_default() += 1);
    // Numbers on many similar lines are explained as a class, or not at all.
    let slots: Vec<u32> =
        slots.into_iter().filter(|&at| per_shape[&shape(at)] <= MOST_ALIKE).take(MOST).collect();
    let value = |at: u32| facts.atoms.number(at).unwrap_or(0);
    let largest = slots.iter().map(|&at| value(at)).max().unwrap_or(0).min(LARGEST);
    let (mut n_like, mut n_fitting): (FxHashMap<i64, usize>, FxHashMap<i64, usize>) = Default::default();
    let (mut lines, mut found) = (BTreeSet::new(), Vec::new());
    for &at in &slots {
        let line = facts.lines.of_atom(at);
        let words = facts.lines.body(line).filter(|&at| facts.atoms.kind(at) == Kind::Word);
        let others = words.filter_map(|at| rare.get(&facts.atoms.word(at))).flatten();
        let heads: BTreeSet<u32> = others.copied().chain([line]).collect();
        let most = largest.max(value(at));
        let blocks = heads.into_iter().flat_map(|head| ends(facts, head, most).map(move |end| head + 1..end));
        let blocks: Vec<Range<u32>> = blocks.filter(|block| !block.contains(&line)).collect();
        let n_lines = |block: &Range<u32>| i64::from(block.end - block.start);
        let lengths: BTreeSet<i64> = blocks.iter().map(n_lines).collect();
        if lines.insert(line) {
            lengths.into_iter().for_each(|length| *n_fitting.entry(length).or_default() += 1);
        }
        *n_like.entry(value(at)).or_default() += 1;
        if let Some(block) = blocks.into_iter().find(|block| n_lines(block) == value(at)) {
            let rule = LineCount { at, lines: block.collect(), plus: 0 };
            found.push(Relation::new("number of lines below", Phase::Counts, vec![at], Box::new(rule)));
        }
    }
    let mut n_found: FxHashMap<i64, usize> = FxHashMap::default();
    found.iter().for_each(|relation| *n_found.entry(value(relation.targets[0])).or_default() += 1);
    found.retain(|relation| {
        let value = value(relation.targets[0]);
        // So many numbers like it would count lines if they were anywhere.
        let n_others = n_fitting.get(&value).map_or(0, |n| n.saturating_sub(n_found[&value]));
        ((n_like[&value] * n_others) as f64) * MOST_BY_CHANCE < (n_found[&value] * lines.len()) as f64
    });
    take_unless_chance(inference, found, FEWEST);
}

/// The fewest lines.
const FEWEST: i64 = 3;
/// The most numbers on similar lines, and in all.
const MOST_ALIKE: u32 = 16;
const MOST: usize = 400;
/// So many lines at most are counted to see how many numbers fit by chance.
const LARGEST: i64 = 64;
/// A number is a count if more numbers like it are than this times as many as by chance.
const MOST_BY_CHANCE: f64 = 3.0;
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
    let is_marked = |line: u32| facts.mark(line).is_some() && facts.mark(line) != facts.mark(head + 1);
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
