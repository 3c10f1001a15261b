//! Numbers that count nothing: codes of lines, dates, versions.

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::lines::Grouped;
use crate::bits::Bits;

/// Whether a number is a part of a date, a version, a hyphenated name or another compound.
pub(super) fn is_compound(facts: &DocumentFacts, at: u32) -> bool {
    let is_word = |at: u32| facts.atoms.kind(at) == Kind::Word;
    let is_number = |at: u32| facts.atoms.number(at).is_some();
    let joins = |mark: u32, other: u32| {
        let is = |byte: &u8| facts.atoms.is(mark, *byte);
        is_number(other) && b"-./:".iter().any(is) || is_word(other) && is(&b'-')
    };
    1 < at && joins(at - 1, at - 2)
        || at + 2 < facts.atoms.len() && joins(at + 1, at + 2)
        || 0 < at && facts.atoms.text(at)[0] == b'-' && (is_number(at - 1) || is_word(at - 1))
}

/// Whether a number is before or behind a slash, as a total may be: `3/9`.
pub(super) fn is_ratio(facts: &DocumentFacts, at: u32) -> bool {
    at != 0 && facts.atoms.is(at - 1, b'/') || at + 1 < facts.atoms.len() && facts.atoms.is(at + 1, b'/')
}

/// Returns the numbers that say what sort of line or field it is. At the beginning of lines, maybe
/// behind a mark: if most lines begin with one, and these are few, those with a leading zero and
/// those that begin at least [`FEWEST_CODES`] lines. Before `=`: those that are so in at least
/// [`FEWEST_CODES`] places (`35=D|49=A|`). O(atoms).
pub(super) fn codes(facts: &DocumentFacts) -> Bits {
    let mut found = Bits::none(facts.atoms.len());
    let mut keys: Grouped<u32, u32> = Grouped::new();
    for at in (1..facts.atoms.len()).filter(|&at| facts.atoms.is(at, b'=')) {
        if facts.atoms.number(at - 1).is_some() {
            keys.push(facts.atoms.word(at - 1), at - 1);
        }
    }
    for (_, atoms) in keys.into_groups().into_iter().filter(|(_, atoms)| FEWEST_CODES <= atoms.len()) {
        atoms.into_iter().for_each(|at| found.insert(at));
    }
    let mut n_lines = 0;
    let mut leading: Grouped<u32, u32> = Grouped::new();
    for line in (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line)) {
        n_lines += 1;
        let first = facts.lines.first_field(line).start;
        let code = first + u32::from(facts.atoms.kind(first) == Kind::Mark);
        if code + 1 < facts.lines.body(line).end && facts.atoms.number(code).is_some() {
            leading.push(facts.atoms.word(code), code);
        }
    }
    let n_leading: usize = leading.groups().iter().map(|(_, atoms)| atoms.len()).sum();
    if n_lines < 2 * n_leading && 3 * leading.groups().len() < n_leading {
        for (_, atoms) in leading.into_groups() {
            let has_zero = facts.atoms.n_bytes(atoms[0]) > 1 && facts.atoms.text(atoms[0])[0] == b'0';
            if has_zero || FEWEST_CODES <= atoms.len() {
                atoms.into_iter().for_each(|at| found.insert(at));
            }
        }
    }
    found
}

/// Numbers that begin at least so many lines are codes.
const FEWEST_CODES: usize = 4;

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    #[test]
    fn the_first_numbers_of_lines_are_codes_if_they_are_few() {
        let line = |n: u32| format!(":{}:{n}\n", if n.is_multiple_of(4) { 20 } else { 61 });
        let text: String = (0..16).map(line).chain(["012 a\n".to_owned(), ":25:7\n".to_owned()]).collect();
        let facts = DocumentFacts::of(&Document::single("a", text));
        let mut words: Vec<String> =
            codes(&facts).iter_in(0..facts.atoms.len()).map(|at| facts.text(at..at + 1)).collect();
        words.sort();
        words.dedup();
        assert_eq!(words, ["012", "20", "61"]);
        let rows: String = (0..20).map(|n| format!("{n} {}\n", n % 3)).collect();
        let facts = DocumentFacts::of(&Document::single("a", rows));
        assert_eq!(codes(&facts).count(), 0);
    }

    #[test]
    fn parts_of_dates_and_versions_are_compounds() {
        let facts = DocumentFacts::of(&Document::single("a", "2024-03-11 n: 12 x 3.4 ISO-10303-21 k=5\n"));
        let of = |text: &str| (0..facts.atoms.len()).find(|&at| facts.text(at..at + 1) == text).unwrap();
        let compound = |text: &str| is_compound(&facts, of(text));
        assert!(compound("2024") && compound("3") && compound("10303"));
        assert!(!compound("12") && !compound("5"));
        let facts = DocumentFacts::of(&Document::single("a", "gcc-12-base 7 BSD-3-Clause - 9\n"));
        let of = |text: &str| (0..facts.atoms.len()).find(|&at| facts.text(at..at + 1) == text).unwrap();
        assert!(["12", "3"].iter().all(|text| is_compound(&facts, of(text))));
        assert!(!["7", "9"].iter().any(|text| is_compound(&facts, of(text))));
    }

    #[test]
    fn numbers_before_equal_signs_in_many_places_are_keys() {
        let facts = DocumentFacts::of(&Document::single("a", "x 35=4|9=1|\n35=5|\n35=6|\n35=7|8\n"));
        assert_eq!(codes(&facts).count(), 4);
    }
}
