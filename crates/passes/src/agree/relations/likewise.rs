//! References by their company: the other numbers of a class most of which refer to assigned ids.

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use crate::bits::Bits;

/// Returns the numbers in classes most of which refer to assigned ids, if the remaining ones are
/// assigned, too: then they are references as well.
pub(super) fn likewise(inference: &Inference<'_>, own: &[u32], references: &[u32], used: &Bits) -> Vec<u32> {
    let facts = inference.facts;
    let mut is_known = Bits::none(facts.atoms.len());
    references.iter().for_each(|&at| is_known.insert(at));
    let mut found = Vec::new();
    let plain = on_plain_lines(facts);
    for slots in facts.classes.words.iter().map(|class| &class.slots).chain([&plain]) {
        let n_known = slots.iter().filter(|&&at| is_known.has(at)).count();
        let definition = |at: u32| owner(facts, own, at);
        let is_other = |at: &u32| !is_known.has(*at) && definition(*at) != *at;
        let others: Vec<u32> = slots.iter().copied().filter(is_other).collect();
        let is_free = |&at: &u32| !used.has(at) && !inference.is_explained(at) && definition(at) != u32::MAX;
        if FEWEST_KNOWN <= n_known && others.len() <= n_known && others.iter().all(is_free) {
            others.iter().for_each(|&at| is_known.insert(at));
            found.extend(others);
        }
    }
    found
}

/// Returns the numbers on lines that have no words, without zeros, which may end lists.
fn on_plain_lines(facts: &DocumentFacts) -> Vec<u32> {
    let lines = &facts.lines;
    let has_word = |line: &u32| lines.body(*line).any(|at| facts.atoms.kind(at) == Kind::Word);
    let plain = (0..lines.len()).filter(|line| !has_word(line)).flat_map(|line| lines.body(line));
    plain.filter(|&at| facts.atoms.number(at).is_some_and(|value| value != 0)).collect()
}

/// The fewest known references in such a class.
const FEWEST_KNOWN: usize = 4;

/// Returns the definition of the name that an atom uses, with or without its sign; `u32::MAX` if
/// there is none.
pub(super) fn owner(facts: &DocumentFacts, own: &[u32], at: u32) -> u32 {
    match own[facts.atoms.word(at) as usize] {
        u32::MAX => own[facts.atoms.unsigned_word(at) as usize],
        definition => definition,
    }
}

/// Returns the other numbers behind the mark that stands before each definition (`#12`), if nearly
/// all numbers behind it are names of the class.
pub(super) fn behind_mark(
    inference: &Inference<'_>,
    own: &[u32],
    definitions: &[u32],
    used: &Bits,
) -> Vec<u32> {
    let facts = inference.facts;
    let mark = |at: u32| {
        let before = at.checked_sub(1).filter(|&before| facts.atoms.kind(before) == Kind::Mark);
        before.map(|before| facts.atoms.word(before))
    };
    let Some(own_mark) = definitions.first().and_then(|&at| mark(at)) else { return Vec::new() };
    if !is_sigil(facts.atoms.text(definitions[0] - 1))
        || !definitions.iter().all(|&at| mark(at) == Some(own_mark))
    {
        return Vec::new();
    }
    let is_behind = |at: &u32| facts.atoms.number(*at).is_some() && mark(*at) == Some(own_mark);
    let (known, others): (Vec<u32>, Vec<u32>) =
        (0..facts.atoms.len()).filter(is_behind).partition(|&at| owner(facts, own, at) != u32::MAX);
    if known.len() < FEWEST_BEHIND || known.len() < 20 * others.len() {
        return Vec::new();
    }
    let is_new = |at: &u32| {
        own[facts.atoms.word(*at) as usize] != *at && !used.has(*at) && !inference.is_explained(*at)
    };
    known.into_iter().filter(is_new).collect()
}

/// Whether a mark before a number makes it a name: not one that separates or computes.
fn is_sigil(mark: &[u8]) -> bool {
    matches!(mark, b"#" | b"%" | b"@" | b"$" | b"&" | b"!" | b"~" | b"^")
}

/// The fewest numbers behind a mark.
const FEWEST_BEHIND: usize = 12;
