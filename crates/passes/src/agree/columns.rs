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
    /// least two spaces, else the one behind it. At the start of lines, numbers are in a column if
    /// all of them end there. O(numbers).
    pub(super) fn of(facts: &DocumentFacts, atoms: &[u32]) -> Columns {
        let mut columns = Columns { blanks: FxHashMap::default(), slots: FxHashMap::default() };
        let is_indent = |blank: u32| facts.lines.body(facts.lines.of_atom(blank)).start == blank;
        let before = |at: u32| at.checked_sub(1).filter(|&blank| is_filled(facts, blank));
        let behind = |at: u32| (at + 1 < facts.atoms.len()).then_some(at + 1);
        let end = |at: u32| {
            let line = facts.lines.body(facts.lines.of_atom(at)).start;
            facts.atoms.bytes(at).end - facts.atoms.bytes(line).start
        };
        let indented = atoms.iter().filter(|&&at| before(at).is_some_and(is_indent));
        let ends: FxHashSet<usize> = indented.clone().map(|&at| end(at)).collect();
        let lens: FxHashSet<u32> = indented.map(|&at| facts.atoms.n_bytes(at)).collect();
        let is_column = ends.len() == 1 && 1 < lens.len();
        for (slot, &at) in atoms.iter().enumerate() {
            let left = before(at).filter(|&blank| is_column || !is_indent(blank));
            let right = || behind(at).filter(|&blank| is_filled(facts, blank) && !ends_line(facts, blank));
            if let Some(blank) = left.or_else(right) {
                columns.slots.entry(blank).or_insert_with(|| {
                    columns.blanks.insert(slot, blank);
                    slot
                });
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

/// Whether an atom is at least two spaces.
fn is_filled(facts: &DocumentFacts, at: u32) -> bool {
    facts.atoms.kind(at) == Kind::Blank
        && FEWEST_BLANKS <= facts.atoms.n_bytes(at)
        && facts.atoms.text(at).iter().all(|&byte| byte == b' ')
}

fn ends_line(facts: &DocumentFacts, blank: u32) -> bool {
    facts.lines.body(facts.lines.of_atom(blank)).end == blank + 1
}
