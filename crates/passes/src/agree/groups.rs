//! Bracketed groups and their items.

use std::ops::Range;

use super::atoms::{Atoms, Kind};

/// A pair of matching brackets.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The opening bracket.
    pub(super) open: u32,
    /// The closing one.
    pub(super) close: u32,
    /// The commas directly inside.
    pub(super) commas: Vec<u32>,
    /// The group around it.
    pub(super) around: Option<u32>,
}

impl Group {
    /// Returns the atoms of each item, between commas.
    pub(super) fn items(&self) -> impl Iterator<Item = Range<u32>> + '_ {
        (0..=self.commas.len()).map(|item| self.item(item))
    }

    /// Returns the number of the item that contains an atom of the group; a comma belongs to the
    /// item before it. O(log items).
    pub(super) fn item_at(&self, at: u32) -> usize {
        self.commas.partition_point(|&comma| comma < at)
    }

    /// Returns the atoms of one item; there is one more than there are commas.
    pub(super) fn item(&self, item: usize) -> Range<u32> {
        let start = item.checked_sub(1).map_or(self.open, |before| self.commas[before]) + 1;
        start..self.commas.get(item).copied().unwrap_or(self.close)
    }

    /// Returns the number of items; 0 for an empty group.
    pub(super) fn n_items(&self) -> usize {
        if self.open + 1 == self.close { 0 } else { self.commas.len() + 1 }
    }
}

/// The groups of a document, sorted by opening bracket.
pub(super) struct Groups {
    groups: Vec<Group>,
    /// By atom: the innermost group around it; a bracket belongs to its own group.
    inner: Vec<Option<u32>>,
}

impl Groups {
    /// Finds the groups, ignoring brackets in strings on one line. O(atoms).
    pub(super) fn of(atoms: &Atoms) -> Groups {
        let mut groups: Vec<Group> = Vec::new();
        for file in atoms.files() {
            let mut open: Vec<(u8, u32, Vec<u32>)> = Vec::new();
            let mut is_quoted = false;
            for at in file.clone() {
                if atoms.kind(at) == Kind::LineEnd {
                    is_quoted = false;
                }
                if atoms.kind(at) != Kind::Mark || atoms.n_bytes(at) != 1 {
                    continue;
                }
                let mark = atoms.text(at)[0];
                let is_escaped = || at != file.start && atoms.is(at - 1, b'\\');
                if mark == b'"' && !is_escaped() {
                    is_quoted = !is_quoted;
                }
                if is_quoted {
                    continue;
                }
                let opens = match mark {
                    b'(' | b'[' | b'{' => {
                        open.push((mark, at, Vec::new()));
                        continue;
                    }
                    b',' => {
                        if let Some((_, _, commas)) = open.last_mut() {
                            commas.push(at);
                        }
                        continue;
                    }
                    b')' => b'(',
                    b']' => b'[',
                    b'}' => b'{',
                    _ => continue,
                };
                if let Some(place) = open.iter().rposition(|(bracket, ..)| *bracket == opens) {
                    open.truncate(place + 1);
                    if let Some((_, open, commas)) = open.pop() {
                        groups.push(Group { open, close: at, commas, around: None });
                    }
                }
            }
        }
        groups.sort_by_key(|group| group.open);
        let inner = nest(&mut groups, atoms.len());
        Groups { groups, inner }
    }

    /// Adds a list on a line that has no brackets.
    pub(super) fn add(&mut self, group: Group) {
        let number = self.groups.len() as u32;
        let around = self.inner[group.open as usize];
        for at in group.open + 1..group.close {
            if self.inner[at as usize] == around {
                self.inner[at as usize] = Some(number);
            }
        }
        self.groups.push(Group { around, ..group });
    }

    /// Returns the groups, sorted by opening bracket.
    pub(super) fn all(&self) -> &[Group] {
        &self.groups
    }

    /// Returns a group.
    pub(super) fn group(&self, group: u32) -> &Group {
        &self.groups[group as usize]
    }

    /// Returns the innermost group around an atom; a bracket belongs to its own group.
    pub(super) fn around(&self, at: u32) -> Option<u32> {
        self.inner[at as usize]
    }

    /// Returns the group whose opening bracket an atom is.
    pub(super) fn opened_by(&self, at: u32) -> Option<u32> {
        self.around(at).filter(|&group| self.group(group).open == at)
    }
}

fn nest(groups: &mut [Group], n_atoms: u32) -> Vec<Option<u32>> {
    let mut inner = vec![None; n_atoms as usize];
    let mut around: Vec<u32> = Vec::new();
    let mut next = 0;
    for at in 0..n_atoms {
        while around.last().is_some_and(|&group| groups[group as usize].close < at) {
            around.pop();
        }
        if groups.get(next).is_some_and(|group| group.open == at) {
            groups[next].around = around.last().copied();
            around.push(next as u32);
            next += 1;
        }
        inner[at as usize] = around.last().copied();
    }
    inner
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    #[test]
    fn groups_nest_and_have_items() {
        let atoms = Atoms::of(&Document::single("a", "f(a, [b,c] d) \"(\" ]"));
        let groups = Groups::of(&atoms);
        assert_eq!(groups.all().len(), 2);
        let [outer, inner] = groups.all() else { panic!() };
        assert_eq!((outer.n_items(), inner.n_items()), (2, 2));
        assert_eq!((outer.around, inner.around), (None, Some(0)));
        assert_eq!(inner.items().collect::<Vec<_>>(), [6..7, 8..9]);
        assert_eq!(groups.around(6), Some(1));
        assert_eq!(groups.opened_by(1), Some(0));
        assert_eq!(groups.around(0), None);
    }

    #[test]
    fn brackets_without_a_partner_are_no_groups() {
        let groups = Groups::of(&Atoms::of(&Document::single("a", "( [ ) }")));
        assert_eq!(groups.all().len(), 1);
    }
}
