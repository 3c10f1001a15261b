//! Values that repeat those of the line before: the end of a chain names its last member.

use rustc_hash::FxHashSet;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Phase, Relation, Rule};
use super::super::sections::{file_of, lines_of};
use super::super::state::View;
use crate::bits::Bits;

/// Finds lines of one kind, words of which always equal words of the line before.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let fewest = inference.fewest(FEWEST, FEWEST_IN_SMALL);
    let fewest_bits = FEWEST_BITS_EACH * fewest as f64;
    let has_before = |&line: &u32| file_of(facts, line) == file_of(facts, line - 1);
    let kinds = facts.lines.by_first_word((1..facts.lines.len()).filter(has_before));
    let words = |line: u32| -> Vec<u32> {
        facts.lines.body(line).filter(|&at| facts.atoms.is_word(at)).take(MOST_WORDS).collect()
    };
    for (word, lines) in kinds.groups() {
        let is_trailer = fewest <= lines.len() && 3 * lines.len() <= facts.lines.len() as usize;
        let is_apart = |&line: &u32| facts.lines.first_word(line - 1) != Some(*word);
        if !is_trailer || !lines.iter().all(is_apart) {
            continue;
        }
        let pairs: Vec<(Vec<u32>, Vec<u32>)> =
            lines.iter().map(|&line| (words(line), words(line - 1))).collect();
        let n_words = pairs.iter().map(|(own, _)| own.len()).min().unwrap_or(0);
        for shift in -MOST_SHIFT..=MOST_SHIFT {
            let other = |place: usize| place.checked_add_signed(shift);
            let equal = |place: usize| {
                let same = |(own, before): &(Vec<u32>, Vec<u32>)| {
                    let there = other(place).and_then(|place| before.get(place));
                    there.is_some_and(|&there| facts.atoms.word(own[place]) == facts.atoms.word(there))
                };
                let is_free = |(own, _): &(Vec<u32>, Vec<u32>)| !inference.is_explained(own[place]);
                pairs.iter().all(|pair| same(pair) && is_free(pair))
            };
            let bits = |place: usize| {
                let texts = pairs.iter().map(|(own, _)| facts.atoms.word(own[place]));
                let different: FxHashSet<u32> = texts.collect();
                pairs.len() as f64 * (different.len() as f64).log2()
            };
            let places: Vec<usize> = (1..n_words).filter(|&place| equal(place)).collect();
            // Repeated words alone are frequent in code.
            let is_numbered =
                |&place: &usize| pairs.iter().all(|(own, _)| facts.atoms.amount(own[place]).is_some());
            let sum: f64 = places.iter().map(|&place| bits(place)).sum();
            if sum < fewest_bits || !places.iter().any(is_numbered) {
                continue;
            }
            for place in places {
                let slots: Vec<u32> = pairs.iter().map(|(own, _)| own[place]).collect();
                let place = other(place).unwrap_or(0);
                let rule = Copied { lines: lines.clone(), slots: slots.clone(), place };
                inference.take(Relation::new(
                    "copy of the line before",
                    Phase::Counts,
                    slots,
                    Box::new(rule),
                ));
            }
            break;
        }
    }
}

/// The fewest lines.
const FEWEST: usize = 3;
/// The fewest lines where there are few numbers.
const FEWEST_IN_SMALL: usize = 2;
/// The most words of a line that are compared.
const MOST_WORDS: usize = 12;
/// How much earlier or later a word may be on the line before.
const MOST_SHIFT: isize = 3;
/// The least evidence that equal words are not a coincidence, in bits for each of the fewest lines.
const FEWEST_BITS_EACH: f64 = 3.0;

/// Each value is a word of the last live line before.
struct Copied {
    lines: Vec<u32>,
    /// By line: the word that is a copy.
    slots: Vec<u32>,
    /// The index of the original among the words of the line before.
    place: usize,
}

impl Copied {
    fn originals<'a>(&'a self, view: &'a View<'_>) -> impl Iterator<Item = (u32, u32)> + 'a {
        let facts = view.facts;
        self.lines.iter().zip(&self.slots).filter(|(_, at)| view.lives(**at)).filter_map(
            move |(&line, &at)| {
                let before = (lines_of(facts, file_of(facts, line)).start..line)
                    .rev()
                    .find(|&line| view.has_line(line) && !facts.lines.is_blank(line))?;
                let mut words = facts.lines.body(before).filter(|&at| facts.atoms.is_word(at));
                let there = words.nth(self.place).filter(|&there| view.lives(there))?;
                Some((at, there))
            },
        )
    }
}

/// Whether two atoms are numbers in the same format.
fn are_numbers(facts: &DocumentFacts, at: u32, other: u32) -> bool {
    let are_some = [at, other].iter().all(|&at| facts.atoms.amount(at).is_some());
    are_some && facts.atoms.format(at) == facts.atoms.format(other)
}

impl Rule for Copied {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let numbers = self.originals(view).filter(|&(at, there)| are_numbers(view.facts, at, there));
        numbers.for_each(|(at, there)| set(at, view.number(there)));
    }

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        let words = self.originals(view).filter(|&(at, there)| !are_numbers(view.facts, at, there));
        words.for_each(|(at, there)| set(at, view.rendered(there..there + 1)));
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
