//! The lines below a line that says how many there are.

use std::iter::successors;

use rustc_hash::FxHashMap;

use super::super::facts::DocumentFacts;
use super::super::sections::{file_of, lines_of};

/// The lines of a document that are not blank.
pub(super) struct Rest {
    lines: Vec<u32>,
    /// By line of `lines`: the place of the last one before it with the same first word.
    alike: Vec<Option<u32>>,
}

/// The most lines at the end of a file that a number of lines at its beginning leaves out.
const MOST_ENDS: usize = 2;
/// Fewer lines below may agree by chance.
const FEWEST: usize = 6;

impl Rest {
    /// Collects the lines. O(lines).
    pub(super) fn of(facts: &DocumentFacts) -> Rest {
        let lines: Vec<u32> = (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line)).collect();
        let mut last: FxHashMap<Option<u32>, u32> = FxHashMap::default();
        let places = (0..).zip(&lines);
        let alike = places.map(|(place, &line)| last.insert(facts.lines.first_word(line), place)).collect();
        Rest { lines, alike }
    }

    /// Returns the lines below a line to the end of its file, if there are `n_lines`. One or two at
    /// the end do not count if no other line below begins like them. O(log lines).
    pub(super) fn below(&self, facts: &DocumentFacts, line: u32, n_lines: usize) -> Option<&[u32]> {
        if n_lines < FEWEST {
            return None;
        }
        let file = facts.atoms.file(facts.lines.atoms(line).start);
        let first = self.lines.partition_point(|&other| other <= line);
        let is_in_file = |other: &u32| facts.atoms.file(facts.lines.atoms(*other).start) == file;
        let end = first + self.lines[first..].partition_point(is_in_file);
        let n_ends = (end - first).checked_sub(n_lines).filter(|&n_ends| n_ends <= MOST_ENDS)?;
        let last = end - n_ends;
        // The last place before `last` with the same first word.
        let alike = |place: usize| {
            let mut all = successors(self.alike[place], |&before| self.alike[before as usize]);
            all.find(|&before| (before as usize) < last)
        };
        let is_end = |place: usize| alike(place).is_none_or(|before| (before as usize) < first);
        (last..end).all(is_end).then(|| &self.lines[first..last])
    }
}

/// Returns the lines below a line that begin with the same mark as the first one, up to a line that
/// begins otherwise and is not indented more.
pub(super) fn marked_below(facts: &DocumentFacts, line: u32) -> Vec<u32> {
    let mark = |line: u32| facts.mark(line);
    let first = line + 1;
    let end = lines_of(facts, file_of(facts, line)).end;
    let Some(of_first) = Some(first).filter(|&first| first < end).and_then(mark) else {
        return Vec::new();
    };
    let begins = |line: u32| mark(line) == Some(of_first);
    let belongs = |&line: &u32| begins(line) || facts.lines.indent(first) < facts.lines.indent(line);
    (first..end).take_while(belongs).filter(|&line| begins(line)).collect()
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    #[test]
    fn lines_at_the_end_that_begin_otherwise_do_not_count() {
        let facts = DocumentFacts::of(&Document::single("a", "n 6\n\na 1\na 2\nb 3\na 4\nb 5\na 6\nend\n"));
        let rest = Rest::of(&facts);
        assert_eq!(rest.below(&facts, 0, 6), Some(&[2, 3, 4, 5, 6, 7][..]));
        assert_eq!(rest.below(&facts, 0, 7), Some(&[2, 3, 4, 5, 6, 7, 8][..]));
        assert_eq!(rest.below(&facts, 0, 5), None);
    }

    #[test]
    fn lines_with_a_mark_count_without_those_that_continue_them() {
        let facts = DocumentFacts::of(&Document::single("a", "pins 2\n- a\n  b\n- c\nend\n- d\n"));
        assert_eq!(marked_below(&facts, 0), [1, 3]);
        assert!(marked_below(&facts, 3).is_empty());
    }
}
