//! Names with running numbers: `N001`, `N002`, …

use rustc_hash::FxHashMap;

use super::super::atoms::Kind;
use super::super::format::MOST_DIGITS;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Name, Phase, Probe, Relation, Rule};
use super::super::state::{Target, View};
use crate::agree::facts::DocumentFacts;
use crate::bits::Bits;

/// The name of the relation.
const NUMBERED: &str = "numbered names";

/// Finds names that are one word with numbers that increase by one from definition to definition.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let fewest = inference.fewest(FEWEST, FEWEST_IN_SMALL);
    let mut found = Vec::new();
    for keys in inference.keys.iter().filter(|keys| keys.are_written) {
        // Tags of several kinds may have ids that are numbered apart: `N001`, `F001`.
        let mut by_prefix: Grouped<&[u8], &Name> = Grouped::new();
        for name in &keys.names {
            let first = name.definitions.first().and_then(|&at| split(facts.atoms.text(at)));
            if let Some((prefix, ..)) = first {
                by_prefix.push(prefix, name);
            }
        }
        for (_, names) in by_prefix.into_groups() {
            let slots = names.iter().map(|name| (&name.definitions[..], &name.uses[..]));
            if fewest <= names.len()
                && let Some(names) = numbered(facts, slots)
            {
                let targets: Vec<u32> = names.all().collect();
                found.push((names, targets));
            }
        }
    }
    found.extend(sequences(inference));
    for (names, mut targets) in found {
        // Two classes of names may share uses.
        if targets.iter().any(|&at| inference.is_explained(at)) {
            continue;
        }
        targets.sort_unstable();
        let relation = Relation::new(NUMBERED, Phase::Ranks, targets, Box::new(names));
        inference.take(relation.with_probe(Probe::AllSpread));
    }
}

/// The fewest names.
const FEWEST: usize = 8;
/// The fewest names where there are few numbers.
const FEWEST_IN_SMALL: usize = 3;

/// Returns the words that differ in a number only, which is one more than in the last such word,
/// each with its targets.
fn sequences(inference: &Inference<'_>) -> Vec<(Numbered, Vec<u32>)> {
    let facts = inference.facts;
    let mut by_shape: Grouped<u32, u32> = Grouped::new();
    let is_word = |&at: &u32| facts.atoms.kind(at) == Kind::Word && split(facts.atoms.text(at)).is_some();
    (0..facts.atoms.len()).filter(is_word).for_each(|at| by_shape.push(facts.atoms.shape(at), at));
    let mut found = Vec::new();
    for (_, words) in by_shape.into_groups() {
        let is_free = |at: &u32| !inference.is_explained(*at) && !inference.refers.has(*at);
        if words.len() < inference.fewest(FEWEST, FEWEST_IN_SMALL) || !words.iter().all(is_free) {
            continue;
        }
        if let Some(names) = numbered(facts, words.iter().map(|at| (std::slice::from_ref(at), &[][..]))) {
            found.push((names, words));
        }
    }
    found
}

/// Returns the names if they are numbered.
fn numbered<'a>(
    facts: &DocumentFacts,
    names: impl Iterator<Item = (&'a [u32], &'a [u32])>,
) -> Option<Numbered> {
    let mut found: Option<Numbered> = None;
    for (definitions, uses) in names {
        let &[definition] = definitions else { return None };
        let (prefix, number, width) = split(facts.atoms.text(definition))?;
        let names = found.get_or_insert_with(|| Numbered {
            prefix: prefix.to_vec(),
            base: number,
            width,
            names: Vec::new(),
        });
        let is_next = number == names.base + names.names.len() as u64;
        if names.prefix != prefix || !is_next || width != 0 && width != names.width {
            return None;
        }
        names.names.push((definition, uses.to_vec()));
    }
    found
}

/// Splits a word into letters, a number, and the number's width if it begins with zeros.
fn split(word: &[u8]) -> Option<(&[u8], u64, usize)> {
    let n_digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (prefix, digits) = word.split_at(word.len() - n_digits);
    let number =
        std::str::from_utf8(digits).ok().filter(|digits| digits.len() <= MOST_DIGITS)?.parse().ok()?;
    let width = if digits[0] == b'0' && 1 < n_digits { n_digits } else { 0 };
    (!prefix.is_empty()).then_some((prefix, number, width))
}

/// Names with the same letters; each has a number that is one more than the last.
struct Numbered {
    prefix: Vec<u8>,
    base: u64,
    width: usize,
    /// The definition of each name, and its uses.
    names: Vec<(u32, Vec<u32>)>,
}

impl Numbered {
    fn all(&self) -> impl Iterator<Item = u32> + '_ {
        self.names.iter().flat_map(|(definition, uses)| std::iter::once(definition).chain(uses)).copied()
    }

    fn text(&self, number: u64) -> Vec<u8> {
        let digits = format!("{number:0width$}", width = self.width);
        [&self.prefix[..], digits.as_bytes()].concat()
    }
}

impl Rule for Numbered {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        let mut number = self.base;
        let target = |at: &u32| view.state.targets.get(at);
        let mut redirected: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (&at, to) in view.state.targets.iter() {
            if let Target::Definition(definition) = to {
                redirected.entry(*definition).or_default().push(at);
            }
        }
        for (definition, uses) in &self.names {
            let is_there = view.lives(*definition);
            let own = uses.iter().filter(|at| view.lives(**at) && target(at).is_none());
            for &at in own.chain(is_there.then_some(definition)) {
                set(at, self.text(number));
            }
            if is_there {
                let others = redirected.get(definition).into_iter().flatten();
                others.filter(|at| view.lives(**at)).for_each(|&at| set(at, self.text(number)));
            }
            number += u64::from(is_there);
        }
    }

    /// The last third is moved by one: a gap is an error only where the numbers are counted, while
    /// another name may be missed for itself.
    fn spread(&self, facts: &DocumentFacts, at: u32) -> Option<Vec<u8>> {
        let (_, number, _) = split(facts.atoms.text(at))?;
        let first_moved = self.base + 2 * self.names.len() as u64 / 3;
        Some(self.text(number + u64::from(first_moved <= number)))
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.names.iter().for_each(|(definition, _)| bits.insert(*definition));
        true
    }
}
