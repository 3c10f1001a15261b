//! Dates and times: their numbers rise and restart, but count nothing.

use std::ops::RangeInclusive;

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;

/// Marks the numbers of dates (`2024-03-11`, `2024/03/11`) and times (`09:15:00`, `T09:15:00Z`) as
/// explained, if there are several: they would be taken for running numbers, and lists of them are
/// sorted. O(atoms).
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    for (marks, is_there) in [(&b"-/"[..], is_date as Is), (b":", is_time)] {
        let all = 0..facts.atoms.len();
        let starts: Vec<u32> = all.clone().filter(|&at| is_there(facts, at)).collect();
        // Triples of numbers may look like dates by chance.
        let is_triple = |&at: &u32| {
            let is_number = |at: u32| facts.atoms.number(at).is_some();
            marks.iter().any(|&mark| is_joined(facts, at, mark)) && parts(at).into_iter().all(is_number)
        };
        let n_triples = all.filter(is_triple).count();
        if starts.len() < FEWEST || 10 * starts.len() < TENTHS * n_triples {
            continue;
        }
        let numbers = starts.into_iter().flat_map(parts).filter(|&at| facts.atoms.number(at).is_some());
        numbers.for_each(|at| inference.explain(at));
    }
}

/// Whether something begins at an atom.
type Is = fn(&DocumentFacts, u32) -> bool;

/// At least so many tenths of the triples of numbers with such marks are dates or times.
const TENTHS: usize = 9;
/// Fewer dates or times are hardly taken for anything else.
const FEWEST: usize = 6;

/// Returns the atoms of the three parts of what begins at an atom.
fn parts(at: u32) -> [u32; 3] {
    [at, at + 2, at + 4]
}

/// Whether three parts that are joined by a mark begin at an atom.
fn is_joined(facts: &DocumentFacts, at: u32, mark: u8) -> bool {
    at + 4 < facts.atoms.len() && facts.atoms.is(at + 1, mark) && facts.atoms.is(at + 3, mark)
}

/// Whether a date begins at an atom.
fn is_date(facts: &DocumentFacts, at: u32) -> bool {
    let has = |at: u32, n_digits: usize, values: RangeInclusive<i64>| {
        let is_number = facts.atoms.number(at).is_some_and(|value| values.contains(&value));
        is_number && facts.atoms.text(at).len() == n_digits
    };
    (is_joined(facts, at, b'-') || is_joined(facts, at, b'/'))
        && has(at, 4, 1_900..=2_199)
        && has(at + 2, 2, 1..=12)
        && has(at + 4, 2, 1..=31)
}

/// Whether a time begins at an atom: hours, minutes and seconds of two digits.
fn is_time(facts: &DocumentFacts, at: u32) -> bool {
    let two_digits = |digits: &[u8]| match digits {
        [tens @ b'0'..=b'5', ones @ b'0'..=b'9'] => Some(10 * (tens - b'0') + (ones - b'0')),
        _ => None,
    };
    if !is_joined(facts, at, b':') {
        return false;
    }
    let [hours, minutes, seconds] = parts(at).map(|at| facts.atoms.text(at));
    let is_apart = |byte: Option<&u8>| byte.is_none_or(|byte| !byte.is_ascii_digit());
    let hours = hours.split_last_chunk::<2>().filter(|(before, _)| is_apart(before.last()));
    let seconds = seconds.split_first_chunk::<2>().filter(|(_, behind)| is_apart(behind.first()));
    hours.and_then(|(_, hours)| two_digits(hours)).is_some_and(|hours| hours < 24)
        && two_digits(minutes).is_some()
        && seconds.is_some_and(|(seconds, _)| two_digits(seconds).is_some())
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::agree::known::Known;

    fn n_explained(text: &str) -> usize {
        let facts = DocumentFacts::of(&Document::single("a", text));
        let known = Known::default();
        let mut inference = Inference::new(&facts, &known);
        find(&mut inference);
        (0..facts.atoms.len()).filter(|&at| inference.is_explained(at)).count()
    }

    #[test]
    fn the_numbers_of_dates_are_explained() {
        let line = |month: usize| format!("2024-{month:02}-17 paid {month}\n");
        let text: String = (1..=9).map(line).collect();
        assert_eq!(n_explained(&text), 27);
        assert_eq!(n_explained(&text.replace('-', "/")), 27);
        assert_eq!(n_explained(&text.replace('-', " ")), 0);
        assert_eq!(n_explained(&(1..=9).map(|at| line(at + 12)).collect::<String>()), 0);
        assert_eq!(n_explained("2024-01-17 2024-02-17\n"), 0);
        let face = |at: usize| format!("f {at}/12/{}\n", at % 29 + 3);
        assert_eq!(n_explained(&(1_880..2_000).map(face).collect::<String>()), 0);
    }

    #[test]
    fn the_numbers_of_times_are_explained() {
        let line = |minute: usize| format!("at 10:{minute:02}:00 {minute}\n");
        let text: String = (1..=9).map(line).collect();
        assert_eq!(n_explained(&text), 27);
        assert_eq!(n_explained(&text.replace("10:", "17T10:").replace(":00", ":00Z")), 9);
        assert_eq!(n_explained(&text.replace("10:", "110:")), 0);
        assert_eq!(n_explained(&(1..=9).map(|at| line(at + 60)).collect::<String>()), 0);
    }
}
