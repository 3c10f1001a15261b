//! Numbers in fixed columns: the blanks beside a number change with its length.

use rustc_hash::{FxHashMap, FxHashSet};

use super::atoms::Kind;
use super::facts::DocumentFacts;

/// Which blanks keep the columns of which slots.
pub(super) struct Columns {
    /// By slot: the blank.
    blanks: FxHashMap<usize, u32>,
    /// By blank: the slot.
    slots: FxHashMap<u32, usize>,
}

/// From this length on, blanks beside a number fill a column.
const FEWEST_BLANKS: u32 = 2;

impl Columns {
    /// Finds the blanks of numbers, given in document order: the blank before a number if it has at
    /// least two spaces, else the one behind it, else what pads its line. At the start of lines,
    /// numbers are in a column if all of them end there. O(numbers).
    pub(super) fn of(facts: &DocumentFacts, atoms: &[u32]) -> Columns {
        let mut columns = Columns { blanks: FxHashMap::default(), slots: FxHashMap::default() };
        let is_indent = |blank: u32| facts.lines.body(facts.lines.of_atom(blank)).start == blank;
        let is_beside = |at: u32, blank: u32| facts.lines.of_atom(at) == facts.lines.of_atom(blank);
        let filled = |at: u32, blank: u32| (is_filled(facts, blank) && is_beside(at, blank)).then_some(blank);
        let before = |at: u32| filled(at, at.checked_sub(1)?);
        let behind = |at: u32| filled(at, Some(at + 1).filter(|&next| next < facts.atoms.len())?);
        let end = |at: u32| {
            let line = facts.lines.body(facts.lines.of_atom(at)).start;
            facts.atoms.bytes(at).end - facts.atoms.bytes(line).start
        };
        let indented = atoms.iter().filter(|&&at| before(at).is_some_and(is_indent));
        let ends: FxHashSet<usize> = indented.clone().map(|&at| end(at)).collect();
        let lens: FxHashSet<u32> = indented.map(|&at| facts.atoms.n_bytes(at)).collect();
        let is_column = ends.len() == 1 && 1 < lens.len();
        for (slot, &at) in atoms.iter().enumerate() {
            let is_free = |blank: &u32| !columns.slots.contains_key(blank);
            let left = before(at).filter(|&blank| is_column || !is_indent(blank)).filter(is_free);
            let right = || behind(at).filter(|&blank| !ends_line(facts, blank)).filter(is_free);
            let last = || padding(facts, at).filter(is_free);
            if let Some(blank) = left.or_else(right).or_else(last) {
                columns.slots.insert(blank, slot);
                columns.blanks.insert(slot, blank);
            }
        }
        columns
    }

    /// Returns the blank that keeps the column of a slot.
    pub(super) fn blank(&self, slot: usize) -> Option<u32> {
        self.blanks.get(&slot).copied()
    }

    /// Returns the slot whose column a blank keeps.
    pub(super) fn slot(&self, blank: u32) -> Option<usize> {
        self.slots.get(&blank).copied()
    }
}

/// Returns the blank that pads the line of a number.
fn padding(facts: &DocumentFacts, at: u32) -> Option<u32> {
    let line = facts.lines.of_atom(at);
    let last = facts.lines.body(line).end.checked_sub(1).filter(|_| facts.padded.has(line))?;
    (last != at && is_filled(facts, last)).then_some(last)
}

/// Whether an atom is at least two spaces.
fn is_filled(facts: &DocumentFacts, at: u32) -> bool {
    facts.atoms.kind(at) == Kind::Blank
        && FEWEST_BLANKS <= facts.atoms.n_bytes(at)
        && facts.atoms.text(at).iter().all(|&byte| byte == b' ')
}

fn ends_line(facts: &DocumentFacts, blank: u32) -> bool {
    facts.lines.body(facts.lines.of_atom(blank)).end == blank + 1
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{Document, File};

    use super::*;

    /// Returns the numbers with the blanks that keep their columns.
    fn columns(files: &[&str]) -> Vec<(String, String)> {
        let files =
            files.iter().zip(0..).map(|(text, n)| File::new(format!("f{n}"), text.as_bytes().to_vec()));
        let facts = DocumentFacts::of(&Document::new(files));
        let numbers: Vec<u32> =
            (0..facts.atoms.len()).filter(|&at| facts.atoms.number(at).is_some()).collect();
        let columns = Columns::of(&facts, &numbers);
        let text = |at: u32| facts.text(at..at + 1);
        let pair = |slot: usize| columns.blank(slot).map(|blank| (text(numbers[slot]), text(blank)));
        (0..numbers.len()).filter_map(pair).collect()
    }

    fn pairs(found: &[(&str, &str)]) -> Vec<(String, String)> {
        found.iter().map(|(number, blank)| ((*number).to_owned(), (*blank).to_owned())).collect()
    }

    #[test]
    fn a_number_takes_the_free_blank_beside_it() {
        assert_eq!(columns(&["1  22   333 4\n"]), pairs(&[("1", "  "), ("22", "   ")]));
        assert_eq!(columns(&["a   5\na  10\n"]), pairs(&[("5", "   "), ("10", "  ")]));
    }

    #[test]
    fn indentation_is_a_column_if_all_numbers_end_there() {
        assert_eq!(columns(&["   9 a\n  10 b\n"]).len(), 2);
        assert_eq!(columns(&["   9 a\n   10 b\n"]), []);
    }

    #[test]
    fn blanks_of_other_lines_and_files_are_not_taken() {
        assert_eq!(columns(&["count: 12", "  x 5\n"]), []);
        assert_eq!(columns(&["a  ", "7 b\n"]), []);
    }
}
