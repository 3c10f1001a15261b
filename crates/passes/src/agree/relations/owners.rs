//! What values belong to, by the names of the bracketed groups around them: in
//! `"views": [{"size": 4}, {"size": 6}], "file": {"size": 10}`, two sizes belong to views and one
//! to a file.

use rustc_hash::FxHashMap;

use super::super::facts::DocumentFacts;
use super::super::lines::{mix, mix_name};
use super::naming::word_before;

/// The owners of values.
pub(super) struct Owners<'a> {
    facts: &'a DocumentFacts,
    /// By group: a hash of its name and those of the groups around it.
    paths: Vec<u64>,
}

/// More numbers that are alike are a class, not single values.
const MOST_ALIKE: usize = 8;

impl<'a> Owners<'a> {
    /// Names the groups of a document. O(groups).
    pub(super) fn of(facts: &'a DocumentFacts) -> Owners<'a> {
        let mut paths: Vec<u64> = Vec::new();
        for group in facts.groups.all() {
            let around = group.around.map_or(0, |around| paths[around as usize]);
            let name = word_before(facts, group.open);
            paths.push(mix_name(mix(around, 1), &name));
        }
        Owners { facts, paths }
    }

    /// Returns those of similar numbers that are of a class; none if they are few.
    pub(super) fn many(&self, slots: &[u32]) -> Vec<u32> {
        if slots.len() <= MOST_ALIKE { Vec::new() } else { self.alike(slots) }
    }

    /// Returns similar numbers without those that are the only ones of their owners, if another
    /// owner has many of them. If each has its own owner, as below `"a": {` and `"b": {`, that
    /// tells nothing, nor does a number outside all groups.
    pub(super) fn alike(&self, slots: &[u32]) -> Vec<u32> {
        let owner = |at: u32| self.facts.groups.around(at).map(|group| self.paths[group as usize]);
        let mut n_of: FxHashMap<u64, usize> = FxHashMap::default();
        slots.iter().filter_map(|&at| owner(at)).for_each(|owner| *n_of.entry(owner).or_default() += 1);
        let has_many = n_of.values().any(|&n_slots| MOST_ALIKE < n_slots);
        let is_lone = |at: u32| has_many && owner(at).is_some_and(|owner| n_of[&owner] == 1);
        slots.iter().copied().filter(|&at| !is_lone(at)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use dwindle_reduce::Document;

    use super::*;

    fn alike(text: &str) -> Vec<String> {
        let facts = DocumentFacts::of(&Document::single("a", text));
        let numbers = (0..facts.atoms.len()).filter(|&at| facts.atoms.number(at).is_some());
        let alike = Owners::of(&facts).many(&numbers.collect::<Vec<_>>());
        alike.into_iter().map(|at| facts.text(at..at + 1)).collect()
    }

    #[test]
    fn one_number_of_another_owner_is_not_one_of_many() {
        let views = ["{\"size\": 4}"; 9].join(",\n");
        let text = format!("{{\"views\": [\n{views}\n],\n\"file\":\n{{\"size\": 36}}}}\n");
        assert_eq!(alike(&text), ["4"; 9]);
        let views = ["{\"size\": 4}"; 3].join(",\n");
        assert_eq!(alike(&format!("[{views}]\n")), [""; 0]);
    }

    #[test]
    fn numbers_with_an_owner_each_are_many() {
        let mut text = String::new();
        for name in "abcdefghij".chars() {
            writeln!(text, "\"{name}\": {{\"size\": 4}},").unwrap();
        }
        assert_eq!(alike(&text).len(), 10);
        assert_eq!(alike(&"size 4\n".repeat(9)).len(), 9);
    }
}
