//! Names and labels of slots.

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::mix;

/// Returns the last word before an atom on its line, if it is near.
pub(super) fn name_before(inference: &Inference<'_>, at: u32) -> Vec<u8> {
    word_before(inference.facts, at)
}

/// Returns the last word before an atom on its line, if it is near.
pub(super) fn word_before(facts: &DocumentFacts, at: u32) -> Vec<u8> {
    let body = facts.lines.body(facts.lines.of_atom(at));
    let word = (body.start..at).rev().take(FARTHEST).find(|&at| facts.atoms.kind(at) == Kind::Word);
    word.map(|at| facts.atoms.text(at).to_ascii_lowercase()).unwrap_or_default()
}

/// Words further away are no names.
const FARTHEST: usize = 100;

/// Returns the first word of a line.
pub(super) fn first_word(inference: &Inference<'_>, line: u32) -> Vec<u8> {
    let facts = inference.facts;
    let word = facts.lines.body(line).find(|&at| facts.atoms.kind(at) == Kind::Word);
    word.map(|at| facts.atoms.text(at).to_ascii_lowercase()).unwrap_or_default()
}

/// Returns a hash of how a line begins, up to its first word; `None` if it is blank.
pub(super) fn beginning(facts: &DocumentFacts, line: u32) -> Option<u64> {
    let inked = facts.lines.body(line).filter(|&at| !facts.atoms.is_space(at)).take(LONGEST);
    let mut hash = None;
    for at in inked {
        hash = Some(mix(hash.unwrap_or(0), u64::from(facts.atoms.word(at))));
        if facts.atoms.is_word(at) {
            break;
        }
    }
    hash
}

/// The most atoms of a beginning.
const LONGEST: usize = 3;

/// Whether a name says that its value counts something.
pub(super) fn is_named_as_count(name: &[u8]) -> bool {
    COUNTS.iter().any(|word| name.starts_with(word) || name.ends_with(word))
}

/// What such names begin or end with.
const COUNTS: [&[u8]; 4] = [b"total", b"count", b"number", b"num"];

/// Returns the length of the common prefix of two names; 0 if it is less than three.
pub(super) fn likeness(a: &[u8], b: &[u8]) -> usize {
    let n_alike = a.iter().zip(b).take_while(|(a, b)| a == b).count();
    if n_alike < 3 { 0 } else { n_alike }
}
