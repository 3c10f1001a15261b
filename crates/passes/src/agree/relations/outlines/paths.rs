//! Numbers of one or several parts.

use super::super::super::atoms::Kind;
use super::super::super::facts::DocumentFacts;
use super::super::super::lines::mix;

/// The separators between the parts of a number.
pub(super) const MARKS: [u8; 2] = *b".-";

/// A number of one or several parts: `2.1.3`.
pub(super) struct Path {
    /// The atoms of the parts.
    pub(super) atoms: Vec<u32>,
    pub(super) values: Vec<i64>,
    /// The separator; for a single part, the first possible one.
    pub(super) mark: u8,
    pub(super) line: u32,
    /// The word before it.
    pub(super) word: Option<u32>,
    /// A hash of how the line begins before the number; `None` if the path is not at the start of a
    /// line.
    pub(super) start: Option<u64>,
}

/// Limits of the number of parts, and of their values.
const MOST_PARTS: usize = 8;
const LARGEST_PART: i64 = 999;
/// The most atoms, blanks included, before a number at the start of a line.
const MOST_IN_FRONT: u32 = 8;

/// Returns all numbers of a document that may belong to an outline.
pub(super) fn paths(facts: &DocumentFacts) -> Vec<Path> {
    let atoms = &facts.atoms;
    let mut found = Vec::new();
    let mut at = 0;
    while at < atoms.len() {
        let part = |at: u32| atoms.number(at).filter(|part| (0..=LARGEST_PART).contains(part));
        let Some(first) = part(at) else {
            at += 1;
            continue;
        };
        let (mut parts, mut values) = (vec![at], vec![first]);
        let mut mark = None;
        let mut end = at + 1;
        while end + 1 < atoms.len()
            && let Some(next) = MARKS.into_iter().find(|&mark| atoms.is(end, mark))
            && mark.is_none_or(|mark| mark == next)
            && let Some(value) = part(end + 1)
        {
            mark = Some(next);
            parts.push(end + 1);
            values.push(value);
            end += 2;
        }
        let is_cut = at.checked_sub(1).is_some_and(|before| atoms.is(before, b'.') || atoms.is(before, b'-'));
        if !is_cut && parts.len() <= MOST_PARTS {
            let line = facts.lines.of_atom(at);
            let first = facts.lines.atoms(line).start;
            let before = (first..at).rev().find(|&at| !atoms.is_space(at));
            let word = before.filter(|&at| atoms.kind(at) == Kind::Word).map(|at| atoms.word(at));
            let (mark, start) = (mark.unwrap_or(MARKS[0]), start(facts, first, at));
            found.push(Path { atoms: parts, values, mark, line, word, start });
        }
        at = end;
    }
    found
}

/// Returns a hash of what is before the number at the start of a line: marks (repeated ones count
/// once) and at most one word.
fn start(facts: &DocumentFacts, first: u32, at: u32) -> Option<u64> {
    if MOST_IN_FRONT < at - first {
        return None;
    }
    let (mut hash, mut last, mut n_words) = (0, None, 0);
    for before in (first..at).filter(|&before| !facts.atoms.is_space(before)) {
        let word = facts.atoms.word(before);
        match facts.atoms.kind(before) {
            Kind::Mark if last == Some(word) => continue,
            Kind::Mark => {}
            Kind::Word if n_words == 0 => n_words += 1,
            _ => return None,
        }
        hash = mix(hash, u64::from(word));
        last = Some(word);
    }
    Some(hash)
}
