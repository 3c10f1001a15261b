//! Names that are paths: `node_modules/a/node_modules/b` below `node_modules/a`,
//! `cn=Bob,ou=sales` below `ou=sales`.

mod texts;
mod tree;

use std::ops::Range;

use rustc_hash::FxHashSet;

use self::texts::{Text, texts};
use self::tree::Tree;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::lists::lists;
use super::super::relation::{Keys, Name};
use super::keys::take_records;

/// Finds texts in one place some of which are paths below others, and texts elsewhere that are
/// equal to such a path or to its last part. A last part means the path of that name which is
/// nearest to the record that uses it, as for nested packages. A path uses the one that it is
/// below. O(bytes).
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let texts = texts(facts);
    let mut places: Grouped<u64, usize> = Grouped::new();
    texts.iter().enumerate().for_each(|(number, text)| places.push(text.place, number));
    for (place, members) in places.into_groups() {
        let paths: Vec<&Text<'_>> = members.iter().map(|&number| &texts[number]).collect();
        let is_free = |path: &&Text<'_>| !path.atoms.clone().any(|at| inference.is_explained(at));
        let Some(tree) = Tree::of(&paths).filter(|_| paths.iter().all(is_free)) else { continue };
        let others = texts.iter().filter(|text| text.place != place);
        let uses = uses(facts, &tree, &paths, others);
        let used: FxHashSet<usize> = uses.iter().map(|(_, node)| *node).collect();
        let is_tree = tree.is_complete();
        if !is_tree && (used.len() < FEWEST_USED || MOST_UNUSED * used.len() < paths.len()) {
            continue;
        }
        take(inference, &tree, &paths, &uses);
    }
}

/// The fewest different paths that are used.
const FEWEST_USED: usize = 3;
/// At least one in so many paths is used.
const MOST_UNUSED: usize = 5;

/// Adds the paths as names.
fn take(inference: &mut Inference<'_>, tree: &Tree<'_>, paths: &[&Text<'_>], uses: &[(&Text<'_>, usize)]) {
    let facts = inference.facts;
    let mut all: Vec<(u32, usize)> = uses.iter().map(|(text, node)| (last(facts, text), *node)).collect();
    let mut names: Vec<Name> = Vec::new();
    for (path, parent) in paths.iter().zip(&tree.parents) {
        let [own, above] = ends(facts, tree, path);
        names.push(Name::new(vec![own], Vec::new()));
        all.extend(parent.map(|parent| (above, parent)));
    }
    all.sort_unstable();
    for &(at, node) in &all {
        names[node].uses.push(at);
        inference.refers.insert(at);
    }
    let texts = paths.iter().chain(uses.iter().map(|(text, _)| text));
    for at in texts.flat_map(|text| text.atoms.clone()) {
        inference.explain(at);
        inference.in_paths.insert(at);
    }
    let heads: Vec<u32> = paths.iter().map(|path| facts.lines.of_atom(path.atoms.start)).collect();
    take_records(inference, &heads);
    let places: Vec<u32> = uses.iter().map(|(text, _)| last(facts, text)).collect();
    inference.lists.extend(lists(facts, &places));
    let about = facts.excerpt(heads[0]);
    inference.keys.push(Keys { about, names, are_written: false, own_records: true, strays: Vec::new() });
}

/// Returns the atom of a path that defines it, and the one that uses the path above it.
fn ends(facts: &DocumentFacts, tree: &Tree<'_>, path: &Text<'_>) -> [u32; 2] {
    let (first, last) = (first(facts, path), last(facts, path));
    if tree.is_reversed { [first, last] } else { [last, first] }
}

fn first(facts: &DocumentFacts, text: &Text<'_>) -> u32 {
    text.atoms.clone().find(|&at| facts.atoms.is_word(at)).unwrap_or(text.atoms.start)
}

fn last(facts: &DocumentFacts, text: &Text<'_>) -> u32 {
    text.atoms.clone().rev().find(|&at| facts.atoms.is_word(at)).unwrap_or(text.atoms.end - 1)
}

/// Returns the texts that use paths, in places where most texts do.
fn uses<'t, 'a: 't>(
    facts: &DocumentFacts,
    tree: &Tree<'_>,
    paths: &[&Text<'_>],
    others: impl Iterator<Item = &'t Text<'a>>,
) -> Vec<(&'t Text<'a>, usize)> {
    let owners = Owners::of(facts, paths);
    let mut labels: Grouped<u64, (&'t Text<'a>, Option<usize>)> = Grouped::new();
    for text in others {
        labels.push(text.label, (text, tree.meant(text.bytes, owners.of_atom(text.atoms.start))));
    }
    let are_uses = |(_, texts): &(u64, Vec<(&Text<'_>, Option<usize>)>)| {
        let n_known = texts.iter().filter(|(_, node)| node.is_some()).count();
        MOST_KNOWN.1 * texts.len() <= MOST_KNOWN.0 * n_known
    };
    let found = labels.into_groups().into_iter().filter(are_uses).flat_map(|(_, texts)| texts);
    let mut found: Vec<(&Text<'_>, usize)> = found.filter_map(|(text, node)| Some((text, node?))).collect();
    found.sort_by_key(|(text, _)| text.atoms.start);
    found
}

/// In a place of uses, so many texts (second) of so many (first) use paths.
const MOST_KNOWN: (usize, usize) = (5, 4);

/// Which path the record around an atom belongs to.
struct Owners {
    records: Vec<(Range<u32>, usize)>,
}

impl Owners {
    fn of(facts: &DocumentFacts, paths: &[&Text<'_>]) -> Owners {
        let record = |path: &&Text<'_>| facts.record_around(path.atoms.start);
        let mut records: Vec<(Range<u32>, usize)> =
            paths.iter().map(record).enumerate().map(|(node, record)| (record, node)).collect();
        records.sort_by_key(|(record, node)| (record.start, *node));
        Owners { records }
    }

    fn of_atom(&self, at: u32) -> Option<usize> {
        let behind = self.records.partition_point(|(record, _)| record.start <= at);
        let (record, node) = &self.records[behind.checked_sub(1)?];
        record.contains(&at).then_some(*node)
    }
}
