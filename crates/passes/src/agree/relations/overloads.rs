//! Names with more than one definition: packages of several versions.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::atoms::Kind;
use super::super::class::Class;
use super::super::facts::DocumentFacts;
use super::super::relation::Name;

/// By the first definition of a name: the other ones.
pub(super) type Others = FxHashMap<u32, Vec<u32>>;

/// The fewest different names, and the most definitions of one.
const FEWEST: usize = 8;
const MOST_EACH: usize = 4;

/// Returns the first definition of each name and the other ones, if few names have several.
pub(super) fn first_of_each(facts: &DocumentFacts, class: &Class) -> Option<(Class, Others)> {
    if class.slots.len() < FEWEST || class.slots.iter().any(|&at| facts.atoms.kind(at) != Kind::Word) {
        return None;
    }
    let mut first: FxHashMap<u32, u32> = FxHashMap::default();
    let mut others = Others::default();
    let mut slots = Vec::new();
    for &at in &class.slots {
        match first.get(&facts.atoms.word(at)) {
            Some(first) => others.entry(*first).or_default().push(at),
            None => {
                first.insert(facts.atoms.word(at), at);
                slots.push(at);
            }
        }
    }
    let is_rare = FEWEST <= slots.len()
        && 5 * others.len() <= slots.len()
        && others.values().all(|others| others.len() < MOST_EACH);
    (is_rare && !others.is_empty()).then_some((Class { place: class.place, slots }, others))
}

/// Returns a name for all definitions, and one for each definition that some uses can mean alone:
/// `a 1.2` means the definition of `a` that has `1.2` behind it.
pub(super) fn names(facts: &DocumentFacts, definitions: Vec<u32>, ends: &[u32], uses: Vec<u32>) -> Vec<Name> {
    let mut of_each: Vec<Vec<u32>> = vec![Vec::new(); definitions.len()];
    let mut of_all = Vec::new();
    let behind = |(&first, &end): (&u32, &u32)| words(facts, first + 1..end).take(MOST_WORDS).collect();
    let behind: Vec<Vec<u32>> = definitions.iter().zip(ends).map(behind).collect();
    for at in uses {
        let own = suffix(facts, at);
        let has_own = |(_, behind): &(usize, &Vec<u32>)| {
            !own.is_empty() && behind.windows(own.len()).any(|some| some == own)
        };
        let mut with = behind.iter().enumerate().filter(has_own);
        match (with.next(), with.next()) {
            (Some((one, _)), None) => of_each[one].push(at),
            _ => of_all.push(at),
        }
    }
    if of_all.is_empty() && of_each.iter().any(|uses| !uses.is_empty()) {
        return definitions.into_iter().zip(of_each).map(|(at, uses)| Name::new(vec![at], uses)).collect();
    }
    let mut found = vec![Name::new(definitions.clone(), of_all)];
    let own = definitions.into_iter().zip(of_each).filter(|(_, uses)| !uses.is_empty());
    found.extend(own.map(|(at, uses)| Name::new(vec![at], uses)));
    found
}

/// The most words behind a definition that are compared.
const MOST_WORDS: usize = 24;

/// Returns the words behind a use up to a quote, a comma, a bracket or the end of the line; none if
/// that is far away.
fn suffix(facts: &DocumentFacts, at: u32) -> Vec<u32> {
    let line = facts.lines.body(facts.lines.of_atom(at));
    let marks = [b'"', b'\'', b',', b')', b']', b';', b'#'];
    let is_end = |&at: &u32| marks.iter().any(|&mark| facts.atoms.is(at, mark));
    let near = at + 1..line.end.min(at + 1 + FARTHEST);
    let end = near.clone().find(is_end).unwrap_or(near.end);
    if end == near.end && near.end < line.end {
        return Vec::new();
    }
    words(facts, at + 1..end).collect()
}

/// Returns the words among some atoms.
fn words(facts: &DocumentFacts, atoms: Range<u32>) -> impl Iterator<Item = u32> {
    atoms.filter(|&at| facts.atoms.is_word(at)).map(|at| facts.atoms.word(at))
}

/// The most atoms between a use and what ends it.
const FARTHEST: u32 = 32;

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::super::super::model::Model;
    use super::*;

    fn package(name: &str, version: u32, needs: &str) -> String {
        format!("[[package]]\nname = \"{name}\"\nversion = \"1.{version}\"\nneeds = [\n{needs}]\n\n")
    }

    #[test]
    fn a_use_with_a_version_means_one_of_two_definitions() {
        let names = [
            "anise", "basil", "borage", "caraway", "chervil", "chive", "clove", "cress", "cumin", "dill",
            "fennel", "ginger", "hyssop", "lovage", "mace", "mint", "parsley", "sage", "sorrel", "thyme",
        ];
        let mut text = String::from("# made by a tool\n");
        for (n, name) in names.iter().enumerate() {
            if *name == "sage" {
                text += &(package(name, 30, "") + &package(name, 31, ""));
            } else {
                let other = names[(n + 4) % 17];
                text +=
                    &package(name, n as u32 + 50, &format!(" \"{other}\",\n \"sage 1.{}\",\n", 30 + n % 2));
            }
        }
        let model = Model::of(&Document::single("a.lock", text));
        let of_sage = |name: &&Name| {
            let text = |at: u32| model.facts.text(at..at + 1);
            name.definitions.iter().any(|&at| text(at) == "sage")
        };
        let mut found: Vec<(usize, usize)> = model
            .keys
            .iter()
            .flat_map(|keys| &keys.names)
            .filter(of_sage)
            .map(|name| (name.definitions.len(), name.uses.len()))
            .collect();
        found.sort_unstable();
        assert_eq!(found, [(1, 9), (1, 10)]);
    }
}
