//! Names that are defined in one place and used in others.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::class::{Class, Place};
use super::super::facts::DocumentFacts;
use super::super::inference::{Inference, Space};
use super::super::lists::{lists, of_fields};
use super::super::relation::{Keys, Name};
use super::super::sections::sections;
use super::defining::{defining, is_numeric};
use super::likewise::{behind_mark, likewise, owner};
use super::naming::beginning;
use super::overloads::{self, Others};
use super::vocabulary::Vocabulary;
use crate::bits::Bits;

/// Finds classes in which each text occurs once (definitions), and classes nearly all of whose
/// texts occur in one of them (uses). References to consecutive ids are excluded.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut defining = defining(inference);
    // What heads members is first: a list of references may be distinct, too. The loosest classes
    // come last: they may mix several kinds of names.
    let looseness = |class: &Class| match class.place {
        Place::Members => 0,
        Place::Column
        | Place::Between(..)
        | Place::Attribute
        | Place::Behind
        | Place::Keyed
        | Place::Woven => 1,
        Place::Fields | Place::Items | Place::Counted | Place::Refined | Place::Listed => 2,
        Place::Marks(..) | Place::Line => 3,
    };
    defining.sort_by_key(|(class, _)| (looseness(class), std::cmp::Reverse(class.slots.len())));
    defining.truncate(MOST_CLASSES);
    let vocabulary = Vocabulary::of(facts);
    let n_sure = defining.len();
    let may_define = vocabulary.may_define(facts).into_iter();
    defining.extend(may_define.map(|class| (Cow::Borrowed(class), Others::default())));
    let mut used = inference.in_paths.clone();
    let sure = defining[..n_sure].iter().flat_map(|(class, _)| &class.slots);
    let defined: FxHashSet<u32> = sure.map(|&at| facts.atoms.word(at)).collect();
    let keyed = facts.classes.words.iter().filter(|class| class.place == Place::Keyed);
    let field_of: FxHashMap<u32, usize> =
        keyed.enumerate().flat_map(|(field, class)| class.slots.iter().map(move |&at| (at, field))).collect();
    let occurrences = Occurrences::of(facts);
    let mut own = vec![u32::MAX; facts.atoms.n_words() as usize];
    for (number, (class, repeated)) in defining.iter().enumerate() {
        let class: &Class = class;
        let space = inference.spaces.iter().position(|space| space.slots == class.slots);
        // Some of many assigned ids are no names of their own.
        let is_in = |space: &Space| class.slots.iter().all(|at| space.slots.binary_search(at).is_ok());
        let is_part = inference.spaces.iter().any(is_in);
        let definitions = || class.slots.iter().chain(repeated.values().flatten()).copied();
        if (is_part || definitions().any(|at| used.has(at))) && space.is_none() {
            continue;
        }
        class.slots.iter().for_each(|&at| own[facts.atoms.word(at) as usize] = at);
        let others: FxHashSet<u32> = repeated.values().flatten().copied().collect();
        let is_definition = |at: u32| own[facts.atoms.word(at) as usize] == at || others.contains(&at);
        let is_known = number < n_sure || {
            let is_free = |at: &u32| !is_definition(*at) && !used.has(*at);
            let mut seen = Bits::none(facts.atoms.len());
            let found = facts.classes.words.iter().filter_map(|other| {
                if other.slots.iter().any(|&at| seen.has(at)) {
                    return None;
                }
                let (uses, _) = uses(inference, (class, &own), &defined, false, 1, &other.slots, is_free)?;
                uses.iter().for_each(|&at| seen.insert(at));
                Some(uses)
            });
            vocabulary.is_closed(facts, class, &found.collect::<Vec<_>>())
        };
        if !is_known {
            class.slots.iter().for_each(|&at| own[facts.atoms.word(at) as usize] = u32::MAX);
            continue;
        }
        let mut users: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let mut references: Vec<u32> = Vec::new();
        let mut by_class: Vec<Vec<u32>> = Vec::new();
        let mut strays: Vec<u32> = Vec::new();
        let field = field_of.get(&class.slots[0]);
        for other in &facts.classes.words {
            let same = inference.spaces.iter().position(|other_space| other_space.slots == other.slots);
            let is_merged = space.is_some() && same.is_some() && same > space;
            let is_free = |at: &u32| {
                // What heads a member of its own defines, too.
                let is_head = class.place == Place::Members && facts.members.is_head(*at);
                !is_definition(*at)
                    && !is_head
                    && !used.has(*at)
                    && (is_merged || !inference.is_explained(*at))
            };
            let is_same = field.is_some() && other.slots.iter().all(|at| field_of.get(at) == field);
            let found = uses(inference, (class, &own), &defined, is_same, FEWEST_USES, &other.slots, is_free);
            let Some(uses) = found else { continue };
            if is_merged {
                if uses.0.len() != class.slots.len() {
                    continue;
                }
                if let Some(same) = same {
                    inference.spaces.remove(same);
                }
            }
            let (uses, others) = uses;
            strays.extend(others);
            by_class.push(uses.clone());
            for at in uses {
                used.insert(at);
                users.entry(owner(facts, &own, at)).or_default().push(at);
                references.push(at);
            }
        }
        if !references.is_empty() && is_numeric(facts, class) {
            let mut others = likewise(inference, &own, &references, &used);
            others.extend(behind_mark(inference, &own, &class.slots, &used));
            others.sort_unstable();
            others.dedup();
            for &at in &others {
                used.insert(at);
                users.entry(owner(facts, &own, at)).or_default().push(at);
            }
            by_class.push(others.clone());
            references.extend(others);
        }
        if references.is_empty() {
            class.slots.iter().for_each(|&at| own[facts.atoms.word(at) as usize] = u32::MAX);
            continue;
        }
        if !is_numeric(facts, class) {
            for at in occurrences.others(facts, class, &used) {
                if is_definition(at) {
                    continue;
                }
                used.insert(at);
                users.entry(owner(facts, &own, at)).or_default().push(at);
                references.push(at);
            }
        }
        class.slots.iter().for_each(|&at| own[facts.atoms.word(at) as usize] = u32::MAX);
        references.sort_unstable();
        let may_be_codes = space.is_none() && repeated.is_empty() && !is_numeric(facts, class);
        if may_be_codes && references.len() < occurrences.n_beside(facts, class, &used) {
            references.iter().for_each(|&at| used.remove(at));
            continue;
        }
        references.iter().for_each(|&at| inference.refers.insert(at));
        if let Some(space) = inference.spaces.iter_mut().find(|space| space.slots == class.slots) {
            by_class.retain(|references| !references.is_empty());
            space.references = by_class;
            references.iter().for_each(|&at| inference.explain(at));
        }
        let begins = |at: &u32| facts.lines.first_word(facts.lines.of_atom(*at));
        let is_used = |at: &&u32| users.contains_key(*at);
        // The class may be of lines of several kinds, some of which define nothing.
        let used_kinds: FxHashSet<_> = class.slots.iter().filter(is_used).map(begins).collect();
        let may_be_used = |at: &u32| space.is_some() || used_kinds.contains(&begins(at));
        let mut all: Vec<u32> = definitions().filter(may_be_used).collect();
        if !repeated.is_empty() {
            all.sort_unstable();
        }
        let end =
            |at: u32| all.get(all.partition_point(|&one| one <= at)).copied().unwrap_or(facts.atoms.len());
        let names = class.slots.iter().filter(|at| may_be_used(at)).flat_map(|&at| {
            let uses = users.remove(&at).unwrap_or_default();
            match repeated.get(&at) {
                None => vec![Name::new(vec![at], uses)],
                Some(others) => {
                    let definitions = [&[at], &others[..]].concat();
                    let ends: Vec<u32> = definitions.iter().map(|&at| end(at)).collect();
                    overloads::names(facts, definitions, &ends, uses)
                }
            }
        });
        let mut names: Vec<Name> = names.collect();
        if !repeated.is_empty() {
            names.sort_by_key(|name| name.definitions.first().copied());
        }
        let heads: Vec<u32> = all.iter().map(|&at| facts.lines.of_atom(at)).collect();
        take_records(inference, &heads);
        let about = facts.excerpt(heads[0]);
        strays.sort_unstable();
        strays.dedup();
        let mut uses = [&references[..], &strays].concat();
        uses.sort_unstable();
        inference.lists.extend(lists(facts, &uses));
        match class.place {
            Place::Fields => inference.lists.push(of_fields(facts, &class.slots)),
            Place::Woven => inference.lists.extend(lists(facts, &class.slots)),
            _ => {}
        }
        inference.keys.push(Keys { about, names, are_written: true, own_records: true, strays });
    }
}

/// Adds the blocks or sections of the lines that define names.
pub(super) fn take_records(inference: &mut Inference<'_>, heads: &[u32]) {
    match blocks(inference.facts, heads) {
        Some(blocks) => inference.headed.extend(heads.iter().copied().zip(blocks)),
        None => inference.sections.extend(sections(inference.facts, heads)),
    }
}

/// Returns the block that contains each of these lines, if they are in different blocks that begin
/// alike: `node {` above `name: "a"`.
fn blocks(facts: &DocumentFacts, lines: &[u32]) -> Option<Vec<Range<u32>>> {
    let around = |&line: &u32| facts.records.block_around(&facts.lines, line);
    let is_own = |line: &u32| facts.records.is_several(*line);
    if lines.iter().any(is_own) {
        return None;
    }
    let found: Vec<(u32, Range<u32>)> = lines.iter().map(around).collect::<Option<_>>()?;
    let shape = |head: u32| facts.lines.shape(head);
    let is_apart = |pair: &[(u32, Range<u32>)]| pair[0].1.end <= pair[1].1.start;
    let are_alike = found.iter().all(|(head, _)| shape(*head) == shape(found[0].0));
    (are_alike && found.windows(2).all(is_apart)).then(|| found.into_iter().map(|(_, block)| block).collect())
}

/// The positions of each word.
struct Occurrences {
    starts: Vec<u32>,
    atoms: Vec<u32>,
}

impl Occurrences {
    fn of(facts: &DocumentFacts) -> Occurrences {
        let mut starts = vec![0; facts.atoms.n_words() as usize + 1];
        (0..facts.atoms.len()).for_each(|at| starts[facts.atoms.word(at) as usize + 1] += 1);
        for word in 1..starts.len() {
            starts[word] += starts[word - 1];
        }
        let mut next = starts.clone();
        let mut atoms = vec![0; facts.atoms.len() as usize];
        for at in 0..facts.atoms.len() {
            let place = &mut next[facts.atoms.word(at) as usize];
            atoms[*place as usize] = at;
            *place += 1;
        }
        Occurrences { starts, atoms }
    }

    fn of_word(&self, word: u32) -> &[u32] {
        &self.atoms[self.starts[word as usize] as usize..self.starts[word as usize + 1] as usize]
    }

    /// Returns the other slots of a class whose words are known as uses nearly everywhere else:
    /// then these are uses, too.
    fn others(&self, facts: &DocumentFacts, class: &Class, used: &Bits) -> Vec<u32> {
        let (mut others, mut n_known) = (Vec::new(), 0);
        for &definition in &class.slots {
            for &at in self.of_word(facts.atoms.word(definition)) {
                if at == definition || used.has(at) {
                    n_known += 1;
                } else {
                    others.push(at);
                }
            }
        }
        if n_known < 10 * others.len() {
            // Names in the company of other names of their class are uses.
            let words: FxHashSet<u32> = class.slots.iter().map(|&at| facts.atoms.word(at)).collect();
            let is_name = |at: u32| words.contains(&facts.atoms.word(at));
            others.retain(|&at| {
                let line = facts.lines.body(facts.lines.of_atom(at));
                let word = |at: &u32| facts.atoms.is_word(*at);
                let before = (line.start..at).rev().take(FARTHEST).find(word);
                let behind = (at + 1..line.end).take(FARTHEST).find(word);
                before.into_iter().chain(behind).any(is_name)
            });
        }
        others
    }

    /// Returns how often the words of a class are neither defined nor used on lines that begin like
    /// those that define them. Where that is often, they are codes. O(their occurrences).
    fn n_beside(&self, facts: &DocumentFacts, class: &Class, used: &Bits) -> usize {
        let beginning = |at: u32| beginning(facts, facts.lines.of_atom(at));
        let beside = class.slots.iter().map(|&definition| {
            let own = beginning(definition);
            let others = self.of_word(facts.atoms.word(definition)).iter().copied();
            others.filter(|&at| at != definition && !used.has(at) && beginning(at) == own).count()
        });
        beside.sum()
    }
}

/// The most atoms between a name and the next one of a list.
const FARTHEST: usize = 4;

/// The most classes considered: each is compared with all others.
const MOST_CLASSES: usize = 64;

/// Returns the slots that use what a class defines, if nearly all of its slots do, and the other
/// slots. Up to half of them may use what other classes define, `defined` has these words, or
/// anything if they are the same field of records of another type. At least `fewest` different ones
/// are used.
fn uses(
    inference: &Inference<'_>,
    (class, own): (&Class, &[u32]),
    defined: &FxHashSet<u32>,
    is_same_field: bool,
    fewest: usize,
    slots: &[u32],
    is_free: impl Fn(&u32) -> bool,
) -> Option<(Vec<u32>, Vec<u32>)> {
    let facts = inference.facts;
    let is_numeric = is_numeric(facts, class);
    let is_used = |at: &u32| owner(facts, own, *at) != u32::MAX;
    let is_known =
        |at: &u32| is_used(at) || !is_numeric && (is_same_field || defined.contains(&facts.atoms.word(*at)));
    let mut n_missed = 0;
    let most_missed = if is_numeric { 3 } else { 10 };
    for at in slots.iter().filter(|at| is_free(at)) {
        n_missed += usize::from(!is_known(at));
        let same_kind = !is_numeric || facts.atoms.number(*at).is_some();
        if slots.len() / most_missed < n_missed || !same_kind {
            return None;
        }
    }
    let slots: Vec<u32> = slots.iter().copied().filter(is_free).collect();
    if is_numeric && are_measured(facts, &slots) {
        return None;
    }
    let uses: Vec<u32> = slots.iter().copied().filter(is_used).collect();
    let n_known = slots.len() - n_missed;
    let are_few = most_missed * n_known < (most_missed - 1) * slots.len() || 2 * uses.len() < n_known;
    if slots.len() < FEWEST_USES || are_few {
        return None;
    }
    let different: FxHashSet<u32> = uses.iter().map(|&at| facts.atoms.unsigned_word(at)).collect();
    let (n_different, n_names) = (different.len(), class.slots.len());
    let is_right = if is_numeric {
        let most = |slots: &[u32]| slots.iter().map(|&at| inference.value(at).abs()).max().unwrap_or(0);
        // Numbers below the first assigned one refer to something defined elsewhere.
        let least = class.slots.iter().map(|&at| inference.value(at)).min().unwrap_or(0).min(HIGHEST_BASE);
        let all_known = slots.iter().all(|at| is_used(at) || inference.value(*at) < least.max(1));
        let reaches = 8 * most(&class.slots) <= 10 * most(&uses)
            && n_names.min(30) / 5 < n_different
            && 4 < n_different;
        all_known && (reaches || are_of_one_kind(facts, class, &uses, own))
    } else {
        let has_digit = uses.iter().any(|&at| facts.atoms.text(at).iter().any(u8::is_ascii_digit));
        fewest <= n_different && (has_digit || 3 * n_names <= 10 * n_different)
    };
    is_right.then(|| (uses, slots.into_iter().filter(|at| !is_used(at)).collect()))
}

/// Whether most of these numbers are parts of decimal ones that are measured, not numbered as
/// sections are: some are negative, or have fractions that begin with a zero or are long.
fn are_measured(facts: &DocumentFacts, slots: &[u32]) -> bool {
    let atoms = &facts.atoms;
    let decimal = |&at: &u32| {
        let whole = if atoms.is_fraction(at) { at - 2 } else { at };
        let is_longer = atoms.is_fraction(whole)
            || whole + 4 < atoms.len() && atoms.is(whole + 3, b'.') && atoms.is_word(whole + 4);
        (atoms.is_decimal(at) && !is_longer).then_some(whole)
    };
    let is_measured = |&whole: &u32| {
        let fraction = atoms.text(whole + 2);
        let is_long = LONG_FRACTION <= fraction.len();
        atoms.text(whole).starts_with(b"-") || fraction.starts_with(b"0") || is_long
    };
    let wholes: Vec<u32> = slots.iter().filter_map(decimal).collect();
    slots.len() < 2 * wholes.len() && wholes.iter().any(is_measured)
}

/// A fraction of so many digits is no number of a section.
const LONG_FRACTION: usize = 3;

/// Whether it is unlikely to be chance that all uses refer to ids whose lines are alike: a column
/// that names the type of each line refers to a few of many ids.
fn are_of_one_kind(facts: &DocumentFacts, class: &Class, uses: &[u32], own: &[u32]) -> bool {
    let kind = |definition: u32| facts.lines.shape(facts.lines.of_atom(definition));
    let mut referred: Vec<u32> = uses.iter().map(|&at| owner(facts, own, at)).collect();
    referred.sort_unstable();
    referred.dedup();
    let [first, ..] = referred[..] else { return false };
    let n_alike = class.slots.iter().filter(|&&at| kind(at) == kind(first)).count();
    let bits = referred.len() as f64 * (class.slots.len() as f64 / n_alike as f64).log2();
    FEWEST_OF_KIND <= uses.len()
        && referred.iter().all(|&at| kind(at) == kind(first))
        && n_alike <= 2 * referred.len()
        && FEWEST_KIND_BITS <= bits
}

/// The fewest references to ids of one kind.
const FEWEST_OF_KIND: usize = 8;
/// The least evidence, in bits, that this is not chance.
const FEWEST_KIND_BITS: f64 = 14.0;
/// The highest base: ids that begin higher have gaps before them.
const HIGHEST_BASE: i64 = 16;
/// The fewest uses.
const FEWEST_USES: usize = 3;
