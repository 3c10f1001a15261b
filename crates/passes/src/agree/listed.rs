//! Items of lists with the same name: what is in all `needs: [..]` of a document.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::atoms::Atoms;
use super::groups::Groups;
use super::lines::{Grouped, Lines};

/// By the name of lists: the first words of their items.
struct Listed {
    items: Grouped<u32, u32>,
    n_lists: FxHashMap<u32, usize>,
}

/// Returns the first words of the items of all lists with the same name, for each name that several
/// lists have. A list is in brackets or braces, or it is a block of lines. O(atoms).
pub(super) fn items_of_equal_lists(atoms: &Atoms, lines: &Lines, groups: &Groups) -> Vec<Vec<u32>> {
    let mut listed = Listed { items: Grouped::new(), n_lists: FxHashMap::default() };
    listed.add_brackets(atoms, groups);
    listed.add_blocks(atoms, lines);
    let Listed { items, n_lists } = listed;
    let items = items.into_groups().into_iter().filter(|(name, _)| FEWEST_LISTS <= n_lists[name]);
    let sorted = |mut slots: Vec<u32>| {
        slots.sort_unstable();
        slots.dedup();
        slots
    };
    items.map(|(_, slots)| sorted(slots)).collect()
}

/// The fewest lists with the same name, and the most atoms between a list and its name.
const FEWEST_LISTS: usize = 3;
const FARTHEST: usize = 4;

impl Listed {
    fn add_brackets(&mut self, atoms: &Atoms, groups: &Groups) {
        let is_list = |open: u32| atoms.is(open, b'{') || atoms.is(open, b'[');
        for group in groups.all().iter().filter(|group| is_list(group.open) && group.n_items() != 0) {
            let Some(name) = atoms.word_before(group.open, FARTHEST) else { continue };
            *self.n_lists.entry(name).or_default() += 1;
            group.items().filter_map(|item| first_word(atoms, item)).for_each(|at| self.items.push(name, at));
        }
    }

    fn add_blocks(&mut self, atoms: &Atoms, lines: &Lines) {
        // The lines that a line is below, each with its indentation and its name.
        let mut open: Vec<(u32, Option<u32>)> = Vec::new();
        let mut last = None;
        for line in (0..lines.len()).filter(|&line| !lines.is_blank(line)) {
            let (body, indent) = (lines.body(line), lines.indent(line));
            while open.last().is_some_and(|(other, _)| indent <= *other) {
                open.pop();
            }
            let first = first_word(atoms, body);
            if let (Some(&(_, Some(name))), Some(at)) = (open.last(), first) {
                if last.replace(name) != Some(name) {
                    *self.n_lists.entry(name).or_default() += 1;
                }
                self.items.push(name, at);
            }
            open.push((indent, first.map(|at| atoms.word(at))));
        }
    }
}

/// Returns the first word of an item, ignoring quotes and the dash of a list.
fn first_word(atoms: &Atoms, mut item: Range<u32>) -> Option<u32> {
    let is_frame = |at: u32| atoms.is_space(at) || [b'"', b'\'', b'-'].iter().any(|&mark| atoms.is(at, mark));
    item.find(|&at| !is_frame(at)).filter(|&at| atoms.is_word(at))
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    fn listed(text: &str) -> Vec<String> {
        let atoms = Atoms::of(&Document::single("a", text));
        let found = items_of_equal_lists(&atoms, &Lines::of(&atoms), &Groups::of(&atoms));
        let text = |at: &u32| String::from_utf8_lossy(atoms.text(*at)).into_owned();
        found.iter().map(|slots| slots.iter().map(text).collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn items_of_lists_in_brackets_are_together() {
        let item = |n: u32| format!("{{\"is\": \"x\", \"needs\": {{\"a{n}\": \"1\", \"b{n}\": \"2\"}}}}\n");
        assert!(listed(&(0..3).map(item).collect::<String>()).contains(&"a0 b0 a1 b1 a2 b2".to_owned()));
        assert!(listed(&(0..2).map(item).collect::<String>()).is_empty());
    }

    #[test]
    fn lines_below_equal_lines_are_together() {
        let item = |n: u32| format!("- is: x\n  needs:\n    - a{n}\n    - b{n}\n");
        assert!(listed(&(0..3).map(item).collect::<String>()).contains(&"a0 b0 a1 b1 a2 b2".to_owned()));
    }
}
