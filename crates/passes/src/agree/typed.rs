//! Classes refined by the record that their slots are in: by its type (`"kind": "end", "id": 4`),
//! or by the list or block that contains it (`nodes: [{id: 4}]` and `edges: [{id: 4}]`).

use rustc_hash::{FxHashMap, FxHashSet};

use super::atoms::{Atoms, Kind};
use super::class::{Class, Place};
use super::groups::Groups;
use super::lines::{Grouped, Lines, mix};

/// The types of records.
pub(super) struct Types {
    /// The words that give them, in document order.
    pub(super) slots: Vec<u32>,
    /// The different words, each with the number of its records, in the order of first occurrence.
    pub(super) counts: Vec<(u32, usize)>,
}

/// Returns parts of classes: the slots in records of one type, and those in one list or block. Also
/// returns the types. O(slots).
pub(super) fn refined(
    atoms: &Atoms,
    lines: &Lines,
    groups: &Groups,
    classes: &[Class],
) -> (Vec<Class>, Vec<Types>) {
    let records = Records { atoms, lines, groups, objects: objects(atoms, groups) };
    let (types, typing) = types(&records, classes);
    let first_field =
        |line: u32| lines.first_field(line).fold(2, |hash, at| mix(hash, u64::from(atoms.shape(at))));
    let parents = parents(atoms, lines, first_field);
    let mut found = Vec::new();
    for class in classes.iter().filter(|class| is_refined(class)) {
        let by_type =
            |at: u32| types.get(&records.of(at)).filter(|(own, _)| *own != at).map(|(_, word)| *word);
        found.extend(parts(class, by_type));
        found.extend(parts(class, |at| records.parent(&parents, at)));
    }
    (found, typing)
}

fn is_refined(class: &Class) -> bool {
    let is_firm = matches!(class.place, Place::Column | Place::Between(4, 1) | Place::Behind | Place::Keyed);
    is_firm && FEWEST <= class.slots.len()
}

/// The fewest slots of a class that is refined, and of a part of it.
const FEWEST: usize = 6;
const FEWEST_IN_PART: usize = 3;
/// The fewest records that have a type, and the most types.
const FEWEST_TYPED: usize = 8;
const MOST_TYPES: usize = 8;
/// The second most frequent type must have at least this fraction (a twentieth) of the records.
const LEAST_SHARE: usize = 20;
/// The most atoms between a name and the list or block that it names.
const FARTHEST: usize = 6;

/// Divides a class, if nearly all slots have a key and the keys differ.
fn parts<K: Clone + Eq + std::hash::Hash>(class: &Class, key: impl Fn(u32) -> Option<K>) -> Vec<Class> {
    let mut found: Grouped<K, u32> = Grouped::new();
    let mut n_without = 0;
    for &at in &class.slots {
        match key(at) {
            Some(key) => found.push(key, at),
            None => n_without += 1,
        }
    }
    let groups = found.into_groups();
    if class.slots.len() < 10 * n_without || groups.len() < 2 || MOST_TYPES < groups.len() {
        return Vec::new();
    }
    let parts = groups.into_iter().map(|(_, slots)| Class { place: Place::Refined, slots });
    parts.filter(|part| FEWEST_IN_PART <= part.slots.len()).collect()
}

/// What is a record here: an object in braces that has several lines, else a line.
struct Records<'a> {
    atoms: &'a Atoms,
    lines: &'a Lines,
    groups: &'a Groups,
    /// By group: the innermost group in braces around it, or itself.
    objects: Vec<Option<u32>>,
}

fn objects(atoms: &Atoms, groups: &Groups) -> Vec<Option<u32>> {
    let mut found: Vec<Option<u32>> = Vec::with_capacity(groups.all().len());
    for (number, group) in (0..).zip(groups.all()) {
        // A group stands behind the one around it.
        let outer = group.around.and_then(|around| found[around as usize]);
        found.push(if atoms.is(group.open, b'{') { Some(number) } else { outer });
    }
    found
}

impl Records<'_> {
    /// Returns the number of the record of an atom.
    fn of(&self, at: u32) -> u32 {
        let line = |at: u32| self.lines.of_atom(at);
        match self.object(at) {
            Some(object) if line(self.groups.group(object).open) != line(self.groups.group(object).close) => {
                self.lines.len() + object
            }
            _ => line(at),
        }
    }

    /// Returns the length of the record of an atom: the items of an object, or the atoms of a line.
    fn len(&self, at: u32) -> u32 {
        match self.of(at).checked_sub(self.lines.len()) {
            Some(object) => self.groups.group(object).n_items() as u32,
            None => {
                let body = self.lines.body(self.lines.of_atom(at));
                body.filter(|&at| !self.atoms.is_space(at)).count() as u32
            }
        }
    }

    fn object(&self, at: u32) -> Option<u32> {
        self.objects[self.groups.around(at)? as usize]
    }

    /// Returns a hash of the name of the list or block that contains the record of an atom.
    fn parent(&self, parents: &[u64], at: u32) -> Option<u64> {
        if let Some(object) = self.object(at) {
            let open = self.groups.group(self.groups.group(object).around?).open;
            return self.atoms.word_before(open, FARTHEST).map(|word| mix(1, u64::from(word)));
        }
        Some(parents[self.lines.of_atom(at) as usize]).filter(|&parent| parent != NO_PARENT)
    }
}

const NO_PARENT: u64 = 0;

/// Returns, by line, a hash of the head of the line that it is indented below; 0 if there is none.
/// O(lines) and what the heads cost.
pub(super) fn parents(atoms: &Atoms, lines: &Lines, head: impl Fn(u32) -> u64) -> Vec<u64> {
    let mut open: Vec<(u32, u64)> = Vec::new();
    let mut found = Vec::new();
    let mut file = None;
    for line in 0..lines.len() {
        let own_file = Some(atoms.file(lines.atoms(line).start));
        if std::mem::replace(&mut file, own_file) != own_file {
            open.clear();
        }
        if lines.is_blank(line) {
            found.push(NO_PARENT);
            continue;
        }
        let indent = lines.indent(line);
        while open.last().is_some_and(|(other, _)| indent <= *other) {
            open.pop();
        }
        found.push(open.last().map_or(NO_PARENT, |(_, head)| *head));
        open.push((indent, head(line)));
    }
    found
}

/// Returns, by record, the atom that gives its type, and the word: the first word of the record
/// whose class has few different words and one word in each record.
fn types(records: &Records<'_>, classes: &[Class]) -> (FxHashMap<u32, (u32, u32)>, Vec<Types>) {
    let mut found: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    let mut typing = Vec::new();
    for class in classes {
        let Some((of, types)) = type_slots(records, class) else { continue };
        typing.push(types);
        for (&record, &at) in of.iter().zip(&class.slots) {
            let own = found.entry(record).or_insert((at, records.atoms.word(at)));
            if at < own.0 {
                *own = (at, records.atoms.word(at));
            }
        }
    }
    (found, typing)
}

/// Returns the record of each slot, and the types, if the class gives them.
fn type_slots(records: &Records<'_>, class: &Class) -> Option<(Vec<u32>, Types)> {
    let is_typing = matches!(class.place, Place::Column | Place::Between(4, 1) | Place::Keyed);
    // Fields with a number for a name are optional: only the type is everywhere.
    let is_keyed = class.place == Place::Keyed;
    let is_everywhere = || 9 * records.lines.len() as usize <= 10 * class.slots.len();
    if !is_typing || class.slots.len() < FEWEST_TYPED || is_keyed && !is_everywhere() {
        return None;
    }
    let mut words: Vec<(u32, usize)> = Vec::new();
    let mut seen = FxHashSet::default();
    let mut of = Vec::new();
    for &at in &class.slots {
        let word = records.atoms.word(at);
        match words.iter_mut().find(|(other, _)| *other == word) {
            Some((_, n)) => *n += 1,
            None => words.push((word, 1)),
        }
        let record = records.of(at);
        let is_word = is_keyed || records.atoms.kind(at) == Kind::Word;
        if !is_word || MOST_TYPES < words.len() || !seen.insert(record) {
            return None;
        }
        of.push(record);
    }
    let mut n_records: Vec<usize> = words.iter().map(|(_, n)| *n).collect();
    n_records.sort_unstable_by_key(|n| std::cmp::Reverse(*n));
    let is_divided = n_records.get(1).is_some_and(|n| class.slots.len() <= LEAST_SHARE * n);
    (is_divided && (is_keyed || differ(records, class, &words)))
        .then(|| (of, Types { slots: class.slots.clone(), counts: words }))
}

/// Whether records of different types differ in length, as those of one type hardly do: else the
/// words are values of a field.
fn differ(records: &Records<'_>, class: &Class, words: &[(u32, usize)]) -> bool {
    let mut lens: FxHashMap<(u32, u32), usize> = FxHashMap::default();
    for &at in &class.slots {
        *lens.entry((records.atoms.word(at), records.len(at))).or_default() += 1;
    }
    let mut usual: FxHashMap<u32, (usize, u32)> = FxHashMap::default();
    for (&(word, len), &n) in &lens {
        let most = usual.entry(word).or_default();
        *most = (*most).max((n, len));
    }
    let is_usual = |(word, n): &(u32, usize)| 10 * n <= 12 * usual[word].0;
    let n_usual: usize = words.iter().filter(|word| is_usual(word)).map(|(_, n)| n).sum();
    let different: FxHashSet<u32> = usual.values().map(|(_, len)| *len).collect();
    10 * n_usual >= 8 * class.slots.len() && 1 < different.len()
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::super::facts::DocumentFacts;
    use super::*;

    fn refined(text: &str) -> Vec<Vec<String>> {
        let facts = DocumentFacts::of(&Document::single("a", text));
        let texts = |class: &Class| class.slots.iter().map(|&at| facts.text(at..at + 1)).collect();
        facts.classes.numbers.iter().filter(|class| class.place == Place::Refined).map(texts).collect()
    }

    #[test]
    fn records_of_one_type_are_classes() {
        let row = |n: u32| match n % 2 {
            0 => format!("{{\"is\": \"open\", \"id\": {n}, \"at\": 1}}\n"),
            _ => format!("{{\"is\": \"note\", \"id\": {n}, \"at\": 1, \"of\": \"x\"}}\n"),
        };
        let found = refined(&(10..26).map(row).collect::<String>());
        let even: Vec<String> = (10..26).step_by(2).map(|n| n.to_string()).collect();
        assert!(found.contains(&even), "{found:?}");
    }

    #[test]
    fn the_first_field_of_messages_with_numbers_for_names_is_their_type() {
        let row = |n: u32| match n % 2 {
            0 => format!("35={}|11={n}|54=1|\n", 8),
            _ => format!("35=D|{}11={n}|54=2|\n", if n.is_multiple_of(3) { "38=7|" } else { "" }),
        };
        let found = refined(&(10..26).map(row).collect::<String>());
        let even: Vec<String> = (10..26).step_by(2).map(|n| n.to_string()).collect();
        assert!(found.contains(&even), "{found:?}");
    }

    #[test]
    fn a_field_of_equal_records_is_no_type() {
        let row = |n: u32| format!("{{\"is\": \"{}\", \"id\": {n}}}\n", ["red", "blue"][n as usize % 2]);
        assert!(refined(&(10..26).map(row).collect::<String>()).is_empty());
    }

    #[test]
    fn lists_with_different_names_are_classes() {
        let list = |name: &str, from: u32| {
            let items: Vec<String> = (from..from + 4).map(|n| format!("{{\"id\": {n}}}")).collect();
            format!("\"{name}\": [\n{}\n]", items.join(",\n"))
        };
        let found = refined(&format!("{{{},\n{}}}\n", list("nodes", 10), list("edges", 20)));
        assert!(found.contains(&["10", "11", "12", "13"].map(str::to_owned).to_vec()), "{found:?}");
    }
}
