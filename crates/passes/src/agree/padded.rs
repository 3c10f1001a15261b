//! Lines that are padded with blanks to the same width.

use std::ops::Range;

use super::atoms::{Atoms, Kind};
use super::lines::Lines;
use crate::bits::Bits;

/// The lines of a document that all have the same width: what is removed within one is replaced by
/// blanks, so that the rest stays in its columns.
pub(super) struct Padded {
    lines: Bits,
}

/// The fewest padded lines, and the fewest bytes of each.
const FEWEST_LINES: usize = 5;
const NARROWEST: usize = 24;
/// At least this many tenths of the lines have the same width.
const TENTHS_OF_EQUAL: usize = 9;

impl Padded {
    /// Finds the lines; there are none in other documents. O(atoms).
    pub(super) fn of(atoms: &Atoms, lines: &Lines) -> Padded {
        let mut padded = Padded { lines: Bits::none(lines.len()) };
        let width = |line: u32| n_bytes(atoms, lines.body(line));
        let all: Vec<u32> = (0..lines.len()).filter(|&line| 0 < width(line)).collect();
        let Some(common) = all.get(all.len() / 2).map(|&line| width(line)) else { return padded };
        let equal: Vec<u32> = all.iter().copied().filter(|&line| width(line) == common).collect();
        let ends_blank = |line: &u32| {
            let last = lines.body(*line).end - 1;
            atoms.kind(last) == Kind::Blank
        };
        let are_equal = TENTHS_OF_EQUAL * all.len() <= 10 * equal.len();
        let are_long = FEWEST_LINES <= equal.len() && NARROWEST <= common;
        if are_equal && are_long && equal.iter().any(ends_blank) {
            equal.into_iter().for_each(|line| padded.lines.insert(line));
        }
        padded
    }

    /// Whether no line is padded.
    pub(super) fn is_empty(&self) -> bool {
        self.lines.count() == 0
    }

    /// Whether a line is padded.
    pub(super) fn has(&self, line: u32) -> bool {
        self.lines.has(line)
    }
}

fn n_bytes(atoms: &Atoms, of: Range<u32>) -> usize {
    match of.is_empty() {
        true => 0,
        false => atoms.bytes(of.end - 1).end - atoms.bytes(of.start).start,
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    fn n_padded(text: &str) -> usize {
        let atoms = Atoms::of(&Document::single("a", text));
        let lines = Lines::of(&atoms);
        let padded = Padded::of(&atoms, &lines);
        (0..lines.len()).filter(|&line| padded.has(line)).count()
    }

    #[test]
    fn lines_of_one_width_with_blanks_at_their_ends_are_padded() {
        let records: String =
            (0..20).map(|at| format!("{:30}\n", format!("ATOM {at} N {}", at * 7))).collect();
        assert_eq!(n_padded(&records), 20);
        assert_eq!(n_padded(&format!("a header\n{records}")), 20);
        assert_eq!(n_padded(&records.replace(' ', "x")), 0);
        let dump: String = (0..20).map(|at| format!("{at:08x} {:016x}\n", at * 77_777_777)).collect();
        assert_eq!(n_padded(&dump), 0);
        assert_eq!(n_padded(""), 0);
    }
}
