//! What was inferred about a document, for people.

use dwindle_reduce::Document;

use super::model::Model;
use super::relation::Name;

/// Values or names of a document that must agree, as far as the document alone shows. None of it
/// has been tested yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Agreement {
    /// Values that can be computed from the rest of the document.
    Values {
        /// The kind of relation, as in the report: `count`, `running number`.
        relation: &'static str,
        /// The values, in document order.
        values: Vec<Spot>,
    },
    /// Names that are defined once and used elsewhere.
    Names {
        /// The names, in the order of their definitions.
        names: Vec<DefinedName>,
    },
}

/// A name, where it is defined and where it is used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedName {
    /// The definitions; several if one of them is enough for the uses. None if the name stands for
    /// a place between two separators, which has no text.
    pub definitions: Vec<Spot>,
    /// The uses.
    pub uses: Vec<Spot>,
}

/// A word or number of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The index of its file.
    pub file: usize,
    /// The number of its line in that file, from 1.
    pub line: usize,
    /// Its text.
    pub text: String,
}

/// Returns what must agree in a document, relations before names. Takes about a second for a
/// megabyte.
pub fn agreements(document: &Document) -> Vec<Agreement> {
    let model = Model::of(document);
    let facts = &model.facts;
    let spot = |&at: &u32| {
        let file = facts.atoms.file(at) as usize;
        let first = facts.lines.of_atom(facts.atoms.files()[file].start);
        let line = (facts.lines.of_atom(at) - first) as usize + 1;
        Spot { file, line, text: facts.text(at..at + 1) }
    };
    let spots = |atoms: &[u32]| {
        let mut atoms = atoms.to_vec();
        atoms.sort_unstable();
        atoms.iter().map(spot).collect()
    };
    let values = model
        .relations
        .iter()
        .map(|relation| Agreement::Values { relation: relation.name, values: spots(&relation.targets) });
    // An item of a list has no name but its place; its beginning stands for it here.
    let item = |whole: &std::ops::Range<u32>| {
        let first = whole.clone().find(|&at| !facts.space.has(at)).unwrap_or(whole.start);
        let words = facts.text(first..whole.end);
        let text = words.split_whitespace().collect::<Vec<&str>>().join(" ");
        Spot { text: text.chars().take(LONGEST_ITEM).collect(), ..spot(&first) }
    };
    let name = |name: &Name| DefinedName {
        definitions: match &name.whole {
            Some(whole) if !name.definitions.is_empty() => vec![item(whole)],
            _ => spots(&name.definitions),
        },
        uses: spots(&name.uses),
    };
    let names =
        model.keys.iter().map(|keys| Agreement::Names { names: keys.names.iter().map(name).collect() });
    values.chain(names).collect()
}

/// The most characters of an item that stand for it.
const LONGEST_ITEM: usize = 40;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_and_names_are_found_with_their_lines() {
        let names = ["anise", "basil", "borage", "caraway", "chervil", "chive", "clove", "cress"];
        let defined = names.map(|name| format!("def {name} {{\n"));
        let used = names.map(|name| format!("use {name} twice\n"));
        let text = format!("count 16\n{}{}{}", defined.concat(), used.concat(), used.concat());
        let found = agreements(&Document::single("a", text));
        let named = found.iter().find_map(|found| match found {
            Agreement::Names { names } => Some(names),
            Agreement::Values { .. } => None,
        });
        let spot = |line, text: &str| Spot { file: 0, line, text: text.to_owned() };
        let basil = DefinedName {
            definitions: vec![spot(3, "basil")],
            uses: vec![spot(11, "basil"), spot(19, "basil")],
        };
        assert!(named.is_some_and(|names| names.contains(&basil)), "{found:?}");
        let is_count = |found: &Agreement| match found {
            Agreement::Values { values, .. } => values.contains(&spot(1, "16")),
            Agreement::Names { .. } => false,
        };
        assert!(found.iter().any(is_count), "{found:?}");
    }

    #[test]
    fn lines_are_counted_in_each_file() {
        use dwindle_reduce::File;
        let table = |from: u32| (from..from + 20).map(|n| format!("row {n} x\n")).collect::<String>();
        let file = |name: &str, from| File::new(name, table(from).into_bytes());
        let found = agreements(&Document::new([file("a", 1), file("b", 1)]));
        let of_b = found.iter().flat_map(|found| match found {
            Agreement::Values { values, .. } => values.iter().filter(|spot| spot.file == 1).collect(),
            Agreement::Names { .. } => Vec::new(),
        });
        let all: Vec<&Spot> = of_b.collect();
        assert!(all.iter().all(|spot| spot.line <= 20) && all.iter().any(|spot| spot.line == 1), "{found:?}");
    }
}
