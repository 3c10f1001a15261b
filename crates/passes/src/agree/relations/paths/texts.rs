//! Texts that may be paths: in quotes, or behind a label.

use std::ops::Range;

use super::super::super::atoms::Kind;
use super::super::super::facts::DocumentFacts;
use super::super::super::lines::{mix, mix_name};
use super::super::naming::word_before;

/// A text of at least one atom on one line.
pub(super) struct Text<'a> {
    pub(super) atoms: Range<u32>,
    pub(super) bytes: &'a [u8],
    /// Equal for the keys of one object, and for texts behind the same label.
    pub(super) place: u64,
    /// Equal for the keys of all objects of the same name, and for texts behind the same label.
    pub(super) label: u64,
}

/// The longest text, in bytes.
const LONGEST: usize = 200;

/// The kinds of places.
const KEY: u64 = 1;
const KEY_OF: u64 = 2;
const ITEM_OF: u64 = 3;
const BEHIND: u64 = 4;

/// Returns the texts in double quotes, and on lines without quotes what stands behind `label:` or
/// `label=`; in document order. O(atoms).
pub(super) fn texts(facts: &DocumentFacts) -> Vec<Text<'_>> {
    let mut found = Vec::new();
    for line in (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line)) {
        let body = facts.lines.body(line);
        let is_quote = |&at: &u32| facts.atoms.is(at, b'"') && !facts.atoms.is(at.saturating_sub(1), b'\\');
        let quotes: Vec<u32> = body.clone().filter(is_quote).collect();
        if quotes.is_empty() {
            found.extend(labelled(facts, body));
            continue;
        }
        let pairs = quotes.chunks_exact(2).map(|pair| pair[0] + 1..pair[1]);
        found.extend(pairs.filter_map(|atoms| quoted(facts, atoms, body.end)));
    }
    found
}

fn text(facts: &DocumentFacts, atoms: Range<u32>, [place, label]: [u64; 2]) -> Option<Text<'_>> {
    let last = atoms.end.checked_sub(1).filter(|&last| atoms.start <= last)?;
    let file = &facts.atoms.document().files()[facts.atoms.file(last) as usize];
    let bytes = &file.bytes()[facts.atoms.bytes(atoms.start).start..facts.atoms.bytes(last).end];
    (bytes.len() <= LONGEST).then_some(Text { atoms, bytes, place, label })
}

/// Returns a text in quotes on a line that ends with the atom `end`.
fn quoted(facts: &DocumentFacts, atoms: Range<u32>, end: u32) -> Option<Text<'_>> {
    let group = facts.groups.around(atoms.start);
    let name = |kind: u64, at: u32| mix_name(kind, &word_before(facts, at));
    let behind = (atoms.end + 1..end).find(|&at| !facts.atoms.is_space(at));
    let is_key = behind.is_some_and(|at| facts.atoms.is(at, b':'));
    let of_group = |kind: u64, number: u32| name(kind, facts.groups.group(number).open);
    let is_list = |&number: &u32| facts.atoms.is(facts.groups.group(number).open, b'[');
    let places = match group {
        Some(number) if is_key => [mix(KEY, u64::from(number)), of_group(KEY_OF, number)],
        Some(number) if is_list(&number) => [of_group(ITEM_OF, number); 2],
        _ => [name(BEHIND, atoms.start - 1); 2],
    };
    text(facts, atoms, places)
}

/// Returns what stands behind a label at the start of a line.
fn labelled(facts: &DocumentFacts, body: Range<u32>) -> Option<Text<'_>> {
    let atoms = &facts.atoms;
    let mut inked = body.clone().filter(|&at| !atoms.is_space(at)).peekable();
    inked.next_if(|&at| atoms.is(at, b'-'));
    let label = inked.next().filter(|&at| atoms.kind(at) == Kind::Word)?;
    inked.next().filter(|&at| atoms.is(at, b':') || atoms.is(at, b'='))?;
    let first = inked.next()?;
    let last = body.rev().find(|&at| !atoms.is_space(at))?;
    text(facts, first..last + 1, [mix_name(BEHIND, &atoms.text(label).to_ascii_lowercase()); 2])
}
