//! Classes of atoms that define names.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::super::class::{Class, Place};
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::overloads::{self, Others};

/// Returns the classes in which each text occurs once, or nearly each, although chance would repeat
/// more: each with the other definitions of what is repeated.
pub(super) fn defining<'a>(inference: &Inference<'a>) -> Vec<(Cow<'a, Class>, Others)> {
    let facts = inference.facts;
    let repeats = Repeats::of(facts);
    let mut seen = vec![usize::MAX; facts.atoms.n_words() as usize];
    let mut is_defining = |(number, class): &(usize, &Class)| {
        let slots = &class.slots;
        let mut is_new =
            |at: &u32| std::mem::replace(&mut seen[facts.atoms.word(*at) as usize], *number) != *number;
        if slots.len() < FEWEST || !slots.iter().all(&mut is_new) {
            return false;
        }
        let is_space = inference.spaces.iter().any(|space| space.slots == *slots);
        let n_numbers = slots.iter().filter(|&&at| facts.atoms.number(at).is_some()).count();
        let is_numeric = n_numbers == slots.len();
        let all_short = slots.iter().all(|&at| facts.atoms.n_bytes(at) < 2);
        if !is_space && (repeats.nats(facts, slots) < FEWEST_NATS || !is_numeric && all_short) {
            return false;
        }
        if !is_numeric {
            // In a class of words, a few numbers are names; in a class of numbers, words are a
            // coincidence.
            return 2 * n_numbers <= slots.len();
        }
        let values = || slots.iter().map(|&at| inference.value(at));
        let n_digits: u32 = slots.iter().map(|&at| facts.atoms.n_bytes(at)).sum();
        let is_dense = class.place == Place::Column && values().max() <= Some(3 * slots.len() as i64);
        let is_long = 7 * slots.len() < 2 * n_digits as usize;
        let is_sorted = FEWEST_SORTED <= slots.len() && values().is_sorted_by(|a, b| a < b);
        Some(0) <= values().min() && (is_space || is_dense || is_long || is_sorted)
    };
    let classes = facts.classes.words.iter().enumerate().filter(|(_, class)| class.place != Place::Line);
    let found = classes.filter_map(|(number, class)| {
        if is_defining(&(number, class)) {
            return Some((without_short_numbers(facts, class), Others::default()));
        }
        let (class, others) = overloads::first_of_each(facts, class)?;
        let n_repeated: usize = others.values().map(Vec::len).sum();
        let is_sure = FEWEST_NATS * n_repeated as f64 <= repeats.nats(facts, &class.slots);
        is_sure.then_some((Cow::Owned(class), others))
    });
    found.collect()
}

/// Returns a class of names without what may be values among them: numbers of few digits. A long
/// one is a name that has no letter by chance, such as `12345678` among hexadecimal ids.
fn without_short_numbers<'a>(facts: &DocumentFacts, class: &'a Class) -> Cow<'a, Class> {
    let is_short = |at: &u32| facts.atoms.number(*at).is_some() && facts.atoms.n_bytes(*at) < FEWEST_DIGITS;
    if is_numeric(facts, class) || !class.slots.iter().any(is_short) {
        return Cow::Borrowed(class);
    }
    let slots = class.slots.iter().copied().filter(|at| !is_short(at)).collect();
    Cow::Owned(Class { place: class.place, slots })
}

/// The fewest digits of a number that is a name among words.
const FEWEST_DIGITS: u32 = 4;

/// The fewest definitions.
const FEWEST: usize = 4;
/// So many numbers are not in order by chance.
const FEWEST_SORTED: usize = 12;
/// The least evidence that texts are distinct on purpose: the chance that all texts of the class,
/// drawn at random from texts of their shapes, are distinct is exp of minus this.
const FEWEST_NATS: f64 = 6.5;

/// How often texts of the same shape repeat in a document.
struct Repeats {
    /// By shape: the probability that two of its texts are equal.
    chances: FxHashMap<u32, f64>,
}

/// The shape of all texts without digits.
const LETTERS: u32 = u32::MAX;

fn shape(facts: &DocumentFacts, at: u32) -> u32 {
    let has_digit = facts.atoms.text(at).iter().any(u8::is_ascii_digit);
    if has_digit { facts.atoms.shape(at) } else { LETTERS }
}

impl Repeats {
    fn of(facts: &DocumentFacts) -> Repeats {
        let mut counts = vec![0u64; facts.atoms.n_words() as usize];
        let is_word = |at: &u32| facts.atoms.is_word(*at);
        (0..facts.atoms.len()).filter(is_word).for_each(|at| counts[facts.atoms.word(at) as usize] += 1);
        let mut pools: FxHashMap<u32, (f64, f64)> = FxHashMap::default();
        for (word, &count) in (0..).zip(&counts).filter(|(_, count)| **count != 0) {
            let pool = pools.entry(shape(facts, facts.atoms.sample(word))).or_default();
            pool.0 += count as f64;
            pool.1 += (count * count) as f64;
        }
        let chances = pools.into_iter().map(|(shape, (n, squares))| (shape, squares / (n * n))).collect();
        Repeats { chances }
    }

    fn nats(&self, facts: &DocumentFacts, slots: &[u32]) -> f64 {
        let n = slots.len() as f64;
        let chance = |&at: &u32| self.chances.get(&shape(facts, at)).copied().unwrap_or(0.0);
        n * (n - 1.0) / 2.0 * slots.iter().map(chance).sum::<f64>() / n
    }
}

/// Whether a class defines numbers.
pub(super) fn is_numeric(facts: &DocumentFacts, class: &Class) -> bool {
    class.slots.iter().all(|&at| facts.atoms.number(at).is_some())
}
