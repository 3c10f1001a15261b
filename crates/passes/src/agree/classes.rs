//! Classes of slots: numbers and words at corresponding positions of a repeated structure.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::atoms::{Atoms, Kind};
use super::by_column::{alone, columns, in_records, in_several_types, is_frame};
use super::class::{Class, Place};
use super::counted::Counted;
use super::groups::{Group, Groups};
use super::lines::{Grouped, Lines, mix};
use super::listed::items_of_equal_lists;
use super::members::Members;
use super::tables::Table;
use super::typed::{Types, refined};

/// The numbers of neighbours that are compared, the strictest first.
const PLACES: [(u8, u8); 5] = [(4, 1), (2, 1), (2, 0), (0, 2), (4, 0)];
const MARKS: (u8, u8) = (4, 1);

/// Replaces all words and numbers where only marks are compared.
const WORD: u64 = u64::MAX;
/// The fewest fields of a line that form a class.
const FEWEST_FIELDS: usize = 12;

/// The fewest numbers on lines that begin differently, and the most fields in which they are
/// looked for.
const FEWEST_WOVEN: usize = 8;
const MOST_WOVEN_FIELDS: usize = 4;

/// Represents the start of a line among the atoms before a slot.
const START: u64 = 0;

/// The classes of a document.
pub(super) struct Classes {
    /// Classes of numbers.
    pub(super) numbers: Vec<Class>,
    /// Classes of numbers with decimals.
    pub(super) decimals: Vec<Class>,
    /// Classes of numbers between the same marks, whatever the words are.
    pub(super) numbers_by_marks: Vec<Class>,
    /// The types of records.
    pub(super) typing: Vec<Types>,
    /// Classes of words and numbers; the widest class (everything after one atom) comes first.
    pub(super) words: Vec<Class>,
}

impl Classes {
    /// Returns the classes of numbers without decimals, then those with decimals.
    pub(super) fn of_any_numbers(&self) -> impl Iterator<Item = &Class> {
        self.numbers.iter().chain(&self.decimals)
    }

    /// Finds the classes. O(atoms).
    pub(super) fn of(
        atoms: &Atoms,
        lines: &Lines,
        groups: &Groups,
        tables: &[Table],
        members: &Members,
        counted: &[Counted],
    ) -> Classes {
        let inked: Vec<u32> = (0..atoms.len()).filter(|&at| atoms.kind(at) != Kind::Blank).collect();
        let context = |place: usize, before: u8, behind: u8, only_marks: bool| {
            let sign = |at: u32| match only_marks && atoms.is_word(at) {
                true => WORD,
                false => u64::from(atoms.shape(at)) + 1,
            };
            let mut hash = 0;
            let mut n_before = 0;
            while n_before < usize::from(before) && n_before < place {
                n_before += 1;
                let at = inked[place - n_before];
                if atoms.kind(at) == Kind::LineEnd {
                    break;
                }
                hash = mix(hash, sign(at));
            }
            // The first line of the document is treated like any other line start.
            let is_at_start = n_before == place && n_before < usize::from(before);
            let is_behind_end = 0 < n_before && atoms.kind(inked[place - n_before]) == Kind::LineEnd;
            hash = if is_at_start || is_behind_end { mix(hash, START) } else { hash };
            let follow = inked[place + 1..].iter().take(usize::from(behind));
            follow.fold(mix(hash, 0), |hash, &at| mix(hash, sign(at)))
        };
        let mut words = Grouped::new();
        let by = |found: &mut Grouped<u64, u32>, (before, behind): (u8, u8), only_marks| {
            for (place, &at) in inked.iter().enumerate().filter(|&(_, &at)| atoms.is_word(at)) {
                found.push(context(place, before, behind, only_marks), at);
            }
        };
        by(&mut words, (1, 0), false);
        let wide = classes(words, Place::Between(1, 0));
        let mut all: Vec<Class> = columns(atoms, tables);
        for (before, behind) in PLACES {
            let mut found = Grouped::new();
            by(&mut found, (before, behind), false);
            all.extend(classes(found, Place::Between(before, behind)));
        }
        all.extend(classes(assigned(atoms, &inked), Place::Between(1, 0)));
        all.extend(classes(attributes(atoms), Place::Attribute));
        all.extend(classes(behind_letters(atoms), Place::Between(1, 1)));
        all.extend(classes(behind_marks(atoms, lines), Place::Behind));
        all.extend(classes(behind_numbers(atoms), Place::Keyed));
        all.extend(behind_counts(lines, counted));
        let in_records = in_records(atoms);
        let in_several_types = in_several_types(atoms, &in_records);
        all.extend(classes(in_records, Place::Column));
        all.extend(in_several_types);
        all.extend(alone(atoms, lines));
        all.extend(woven(atoms, lines));
        all.extend(continued(atoms, lines));
        let (refined, typing) = refined(atoms, lines, groups, &all);
        all.extend(refined);
        let mut by_marks = Grouped::new();
        by(&mut by_marks, MARKS, true);
        let by_marks = classes(by_marks, Place::Marks(MARKS.0, MARKS.1));
        // Wide classes first: a relation is found for many slots at once, not for some of them.
        let is_number = |at: &u32| atoms.number(*at).is_some();
        let mut numbers = only(&all, is_number);
        numbers.sort_by_key(|class| std::cmp::Reverse(class.slots.len()));
        let mut decimals = only(&all, |&at| atoms.amount(at).is_some() && !is_number(&at));
        decimals.sort_by_key(|class| std::cmp::Reverse(class.slots.len()));
        let numbers_by_marks = only(&by_marks, is_number);
        let words = wide
            .into_iter()
            .chain(all)
            .chain(by_marks)
            .chain(fields(atoms, lines))
            .chain(by_line(atoms, lines))
            .chain(items(atoms, groups))
            .chain(members.names(atoms).map(|list| Class { place: Place::Members, slots: list.clone() }));
        let listed = items_of_equal_lists(atoms, lines, groups).into_iter();
        let words = words.chain(listed.map(|slots| Class { place: Place::Listed, slots }));
        let words = distinct(words.filter(|class| 1 < class.slots.len()));
        Classes { numbers, decimals, numbers_by_marks, typing, words }
    }
}

fn classes<K: Clone + Eq + std::hash::Hash>(grouped: Grouped<K, u32>, place: Place) -> Vec<Class> {
    grouped.into_groups().into_iter().map(|(_, slots)| Class { place, slots }).collect()
}

/// Returns the classes with the atoms for which this is true.
fn only(classes: &[Class], is_one: impl Fn(&u32) -> bool) -> Vec<Class> {
    let numbers = classes.iter().map(|class| {
        let slots = class.slots.iter().copied().filter(|at| is_one(at)).collect();
        Class { place: class.place, slots }
    });
    distinct(numbers.filter(|class| !class.slots.is_empty()))
}

/// Returns the first words of the fields of long lines, except fields that differ in form from the
/// last one.
fn fields(atoms: &Atoms, lines: &Lines) -> Vec<Class> {
    let mut found = Vec::new();
    for line in (0..lines.len()).filter(|&line| FEWEST_FIELDS <= lines.fields(line).len()) {
        let of = lines.fields(line);
        let likeness = |field: &Range<u32>| {
            let word = |at: u32| if atoms.kind(at) == Kind::Word { WORD } else { u64::from(atoms.shape(at)) };
            field.clone().fold(0, |hash, at| mix(hash, word(at)))
        };
        let last = of.last().map(likeness);
        let like = of.iter().filter(|field| Some(likeness(field)) == last);
        let slots: Vec<u32> = like.filter_map(|field| field.clone().find(|&at| atoms.is_word(at))).collect();
        if FEWEST_FIELDS <= slots.len() {
            found.push(Class { place: Place::Fields, slots });
        }
    }
    found
}

/// Returns the words of lists in brackets whose items are one word each, ignoring quotes.
fn items(atoms: &Atoms, groups: &Groups) -> Vec<Class> {
    let lists = groups.all().iter().filter(|group| FEWEST_ITEMS <= group.n_items());
    let words = |group: &Group| {
        let word = |item: Range<u32>| {
            let mut words = item.filter(|&at| !is_frame(atoms, at));
            words.next().filter(|&at| atoms.is_word(at) && words.next().is_none())
        };
        group.items().map(word).collect::<Option<Vec<u32>>>()
    };
    let found: Vec<Vec<u32>> = lists.filter_map(words).take(MOST_LISTS + 1).collect();
    if MOST_LISTS < found.len() {
        return Vec::new();
    }
    found.into_iter().map(|slots| Class { place: Place::Items, slots }).collect()
}

/// The fewest items of a list that is a class; in documents with more such lists, none is.
const FEWEST_ITEMS: usize = 4;
const MOST_LISTS: usize = 16;

/// Returns the numbers that were split off from words, grouped by what follows them.
fn behind_letters(atoms: &Atoms) -> Grouped<u64, u32> {
    let mut found = Grouped::new();
    let is_cut_off = |&at: &u32| atoms.number(at).is_some() && atoms.kind(at - 1) == Kind::Word;
    for at in (1..atoms.len()).filter(is_cut_off) {
        found.push(if at + 1 < atoms.len() { u64::from(atoms.shape(at + 1)) } else { 0 }, at);
    }
    found
}

/// Returns the numbers behind an equals sign between blanks, whatever is assigned.
fn assigned(atoms: &Atoms, inked: &[u32]) -> Grouped<u32, u32> {
    let mut found = Grouped::new();
    let is_assigned = |two: &&[u32]| {
        let (mark, at) = (two[0], two[1]);
        atoms.is(mark, b'=')
            && mark + 1 < at
            && 0 < mark
            && atoms.is_space(mark - 1)
            && atoms.number(at).is_some()
    };
    inked.windows(2).filter(is_assigned).for_each(|two| found.push(atoms.file(two[1]), two[1]));
    found
}

/// Returns the first words of the values of attributes, grouped by the name of the attribute, in
/// tags of every kind: `<a id="x">`, `<b id="y">`.
fn attributes(atoms: &Atoms) -> Grouped<u32, u32> {
    let mut found = Grouped::new();
    for at in (3..atoms.len()).filter(|&at| atoms.is_word(at)) {
        let is_quoted = atoms.is(at - 1, b'"') || atoms.is(at - 1, b'\'');
        if is_quoted && atoms.is(at - 2, b'=') && atoms.kind(at - 3) == Kind::Word {
            found.push(atoms.word(at - 3), at);
        }
    }
    found
}

/// Returns the words after a number and an equals sign, grouped by that number, as it stands for a
/// name: `35=D|49=A|`.
fn behind_numbers(atoms: &Atoms) -> Grouped<u32, u32> {
    let mut found = Grouped::new();
    for at in (1..atoms.len().saturating_sub(1)).filter(|&at| atoms.is(at, b'=')) {
        let is_keyed = atoms.number(at - 1).is_some() && atoms.is_word(at + 1);
        let is_first = |at: u32| at == 0 || !atoms.is_word(at - 1);
        if is_keyed && is_first(at - 1) {
            found.push(atoms.word(at - 1), at + 1);
        }
    }
    found
}

/// Returns the numbers after the first field of lines, grouped by that field and by the atom
/// before: `f 1/4 2/5 3/4` has two classes, whatever the number of its fields.
fn behind_marks(atoms: &Atoms, lines: &Lines) -> Grouped<u64, u32> {
    let mut found = Grouped::new();
    for line in 0..lines.len() {
        let first = lines.first_field(line);
        if first.clone().all(|at| atoms.kind(at) != Kind::Word) {
            continue;
        }
        let head = lines.head(line);
        for at in (first.end..lines.body(line).end).filter(|&at| atoms.number(at).is_some()) {
            let mark = if atoms.is_space(at - 1) { START } else { u64::from(atoms.shape(at - 1)) + 1 };
            found.push(mix(head, mark), at);
        }
    }
    found
}

/// Returns the numbers behind counts, for each run of rows of different lengths.
fn behind_counts(lines: &Lines, counted: &[Counted]) -> impl Iterator<Item = Class> {
    counted.iter().map(|run| {
        let fields = run.lines.clone().flat_map(|line| &lines.fields(line)[run.column + 1..]);
        Class { place: Place::Counted, slots: fields.map(|field| field.start).collect() }
    })
}

/// Returns the words after the first field of lines, grouped by that field.
fn by_line(atoms: &Atoms, lines: &Lines) -> Vec<Class> {
    let mut found = Grouped::new();
    for line in 0..lines.len() {
        let behind = lines.first_field(line).end..lines.body(line).end;
        behind.filter(|&at| atoms.kind(at) == Kind::Word).for_each(|at| found.push(lines.head(line), at));
    }
    classes(found, Place::Line)
}

/// Returns numbers that go on in several fields of a line and on the next lines, where each is one
/// more than the last; a zero ends a list.
fn continued(atoms: &Atoms, lines: &Lines) -> Vec<Class> {
    let mut found = Vec::new();
    let mut run: Vec<u32> = Vec::new();
    let mut end = |run: &mut Vec<u32>| {
        let slots = std::mem::take(run);
        let mut of: Vec<u32> = slots.iter().map(|&at| lines.of_atom(at)).collect();
        of.dedup();
        if FEWEST_WOVEN <= slots.len() && 2 * of.len() <= slots.len() && 1 < of.len() {
            found.push(Class { place: Place::Woven, slots });
        }
    };
    for at in (0..atoms.len()).filter(|&at| atoms.number(at).is_some_and(|value| value != 0)) {
        let last = run.last().and_then(|&last| atoms.number(last));
        let is_same_file = run.last().is_none_or(|&last| atoms.file(last) == atoms.file(at));
        if !is_same_file || last.is_some_and(|last| Some(last + 1) != atoms.number(at)) {
            end(&mut run);
        }
        run.push(at);
    }
    end(&mut run);
    if MOST_LISTS < found.len() { Vec::new() } else { found }
}

/// Returns the numbers in the same field of lines that begin differently, where each is one more
/// than the last; lines without a number there are skipped.
fn woven(atoms: &Atoms, lines: &Lines) -> Vec<Class> {
    let mut found = Vec::new();
    for column in 0..MOST_WOVEN_FIELDS {
        let mut run: Vec<u32> = Vec::new();
        let mut heads: FxHashSet<u64> = FxHashSet::default();
        let slot = |line: u32| {
            let field = lines.fields(line).get(column)?;
            let at = field.end.checked_sub(1)?;
            let is_slot = field.len() == 1 || column == 0 && field.len() == 2 && !atoms.is_word(field.start);
            atoms.number(at).filter(|_| is_slot).map(|value| (at, value))
        };
        let mut end = |run: &mut Vec<u32>, heads: &mut FxHashSet<u64>| {
            let slots = std::mem::take(run);
            if FEWEST_WOVEN <= slots.len() && 1 < heads.len() {
                found.push(Class { place: Place::Woven, slots });
            }
            heads.clear();
        };
        for line in 0..lines.len() {
            let Some((at, value)) = slot(line) else { continue };
            let last = run.last().and_then(|&last| atoms.number(last));
            if last.is_some_and(|last| last + 1 != value) {
                end(&mut run, &mut heads);
            }
            run.push(at);
            let fields = lines.fields(line);
            // What begins with its number differs behind it.
            let is_marked = column == 0 && fields[0].len() == 2;
            let head = if is_marked { fields.get(1..2).unwrap_or_default() } else { &fields[..column] };
            let head = head.iter().cloned().flatten();
            heads.insert(head.fold(0, |hash, at| mix(hash, u64::from(atoms.shape(at)))));
        }
        end(&mut run, &mut heads);
    }
    found
}

/// Removes classes with the same slots as an earlier one.
fn distinct(classes: impl Iterator<Item = Class>) -> Vec<Class> {
    let mut seen = FxHashSet::default();
    let hash = |class: &Class| class.slots.iter().fold(0, |hash, &at| mix(hash, u64::from(at)));
    classes.filter(|class| seen.insert((class.slots.len(), hash(class)))).collect()
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    fn numbers(text: &str) -> Vec<(Place, Vec<i64>)> {
        let facts = super::super::facts::DocumentFacts::of(&Document::single("a", text));
        let values = |class: &Class| class.slots.iter().filter_map(|&at| facts.atoms.number(at)).collect();
        facts.classes.numbers.iter().map(|class| (class.place, values(class))).collect()
    }

    #[test]
    fn numbers_with_the_same_neighbours_are_a_class() {
        let found = numbers("n 1 x\nn 2 x\nm 3\n");
        assert!(found.contains(&(Place::Between(4, 1), vec![1, 2])), "{found:?}");
        assert!(found.contains(&(Place::Between(4, 1), vec![3])), "{found:?}");
    }

    #[test]
    fn columns_are_classes() {
        let found = numbers("a 1\nb 2\nc 3\nd 4\n");
        assert_eq!(found[0], (Place::Column, vec![1, 2, 3, 4]));
    }
    #[test]
    fn numbers_that_go_on_in_the_next_list_are_a_class() {
        let found = numbers("p 9 8\ne 1 2 3 0\na 4 5 6 0\ne 7 8 9 0\n");
        assert!(found.contains(&(Place::Woven, (1..=9).collect())), "{found:?}");
    }

    #[test]
    fn the_items_of_a_list_are_a_class() {
        let facts = super::super::facts::DocumentFacts::of(&Document::single("a", "on [17, 4, 23, 8]\n"));
        let items = facts.classes.words.iter().find(|class| class.place == Place::Items);
        assert_eq!(items.map(|class| class.slots.len()), Some(4));
    }
}
