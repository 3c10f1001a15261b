//! Indices into a list of lines.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::groups::Group;
use super::super::inference::Inference;
use super::super::kinds::Share;
use super::super::relation::{Evidence, Keys, Name, Phase, Probe, Relation, Rule};
use super::super::state::View;
use super::naming::{likeness, name_before};
use crate::bits::Bits;

/// The name of relations whose values are the indices of items.
pub(in crate::agree) const INDEX: &str = "index";

/// Finds classes whose values are the indices of a run of lines, from 0 or 1 on.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    // The largest classes come first, such as all numbers in a run of lines: if only some of the
    // references were known, every candidate would be broken.
    let on_lines = |run: &Vec<u32>| -> Option<Vec<u32>> {
        let atoms = run.iter().flat_map(|&line| facts.lines.body(line));
        let slots: Vec<u32> =
            atoms.filter(|&at| facts.atoms.number(at).is_some() && !inference.is_explained(at)).collect();
        let is_apart = |at: u32| at == 0 || facts.atoms.is_space(at - 1);
        // Numbers after different marks refer to different lists.
        let n_apart = slots.iter().filter(|&&at| is_apart(at)).count();
        (n_apart == 0 || n_apart == slots.len()).then_some(slots)
    };
    let wide: Vec<Vec<u32>> = inference.kinds.runs.iter().filter_map(on_lines).collect();
    let classes = facts.classes.numbers.iter().map(|class| &class.slots);
    let mut candidates: Vec<&Vec<u32>> = wide.iter().chain(classes).collect();
    candidates.sort_by_key(|slots| std::cmp::Reverse(slots.len()));
    for slots in candidates {
        let is_free = |&at: &u32| !inference.is_explained(at) && !inference.refers.has(at);
        if slots.len() < FEWEST || !slots.iter().all(is_free) {
            continue;
        }
        let values = || slots.iter().map(|&at| inference.value(at));
        let (Some(least), Some(most)) = (values().min(), values().max()) else { continue };
        let different: FxHashSet<i64> = values().collect();
        if most < FEWEST as i64 || least < 0 || 10 * different.len() < 6 * most as usize {
            continue;
        }
        // Many lines that begin alike are a list, too, wherever they are.
        let scattered = inference.kinds.kinds.iter().filter(|kind| {
            let n_lines = kind.lines.len();
            kind.share == Share::First && FEWEST_APART <= n_lines && 8 * n_lines <= 10 * different.len()
        });
        let covers = |n_items: usize| {
            let n_items = n_items as i64;
            let base = if most < n_items { 0 } else { 1 };
            let covers = base <= least && 97 * n_items <= 100 * (most + 1 - base) && most < base + n_items;
            (covers && 6 * n_items < 10 * different.len() as i64).then_some(base)
        };
        let wrapped = inference.wrapped.iter().find_map(|items| {
            let within = items[0].start..items[items.len() - 1].end;
            let base = covers(items.len())?;
            (!slots.iter().any(|at| within.contains(at))).then(|| (base, items.clone()))
        });
        if let Some((base, items)) = wrapped {
            let line = facts.lines.of_atom(items[0].start);
            let about = format!("index into the values from line {} on", line + 1);
            take(inference, about, base, items, slots, Evidence::Weak);
            continue;
        }
        let runs = inference.kinds.runs.iter().filter(|run| are_level(facts, run));
        let lists = runs.chain(scattered.map(|kind| &kind.lines));
        let found = lists.clone().find_map(|run| {
            let base = covers(run.len())?;
            let is_within = |&at: &u32| run.binary_search(&facts.lines.of_atom(at)).is_ok();
            (!slots.iter().any(is_within)).then(|| (base, run.clone()))
        });
        if let Some((base, lines)) = found {
            let about = format!("index into the list from line {} on", lines[0] + 1);
            let items = lines.iter().map(|&line| facts.lines.atoms(line)).collect();
            take(inference, about, base, items, slots, Evidence::Weak);
        }
    }
}

/// Whether lines may be a list: those that begin with a word are indented alike.
fn are_level(facts: &DocumentFacts, lines: &[u32]) -> bool {
    let begins = |line: u32| facts.lines.first_field(line).start;
    let worded = lines.iter().filter(|&&line| facts.atoms.amount(begins(line)).is_none());
    let mut indents = worded.map(|&line| facts.lines.indent(line));
    indents.next().is_none_or(|first| indents.all(|indent| indent == first))
}

/// The fewest slots.
const FEWEST: usize = 12;
/// The fewest lines of a list that are not adjacent.
const FEWEST_APART: usize = 20;
/// The fewest items of a list.
const FEWEST_ITEMS: usize = 6;

/// Finds classes of numbers whose label resembles the name of a list that they index: `"mesh": 3`
/// and `"meshes": [...]`.
pub(super) fn named(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let is_list = |group: &&Group| FEWEST_ITEMS <= group.n_items() && !has_keys(facts, group);
    let lists = facts.groups.all().iter().filter(is_list);
    let lists: Vec<_> = lists.map(|group| (name_before(inference, group.open), group)).collect();
    for class in &facts.classes.numbers {
        let slots = &class.slots;
        if lists.is_empty()
            || slots.len() < FEWEST_ITEMS
            || slots.iter().any(|&at| inference.is_explained(at))
        {
            continue;
        }
        let name = name_before(inference, slots[0]);
        let different: FxHashSet<i64> = slots.iter().map(|&at| inference.value(at)).collect();
        let (least, most) = (different.iter().min(), different.iter().max());
        let (Some(&least), Some(&most)) = (least, most) else { continue };
        if name.len() < 3
            || different.len() < 4
            || !slots.iter().all(|&at| name_before(inference, at) == name)
        {
            continue;
        }
        let list = lists.iter().find(|(other, group)| {
            let is_alike = name.len().min(other.len()) <= likeness(&name, other) + 1;
            let n_items = group.n_items() as i64;
            let is_within = |&at: &u32| (group.open..group.close).contains(&at);
            is_alike && n_items < 2 * most && most < n_items && 0 <= least && !slots.iter().any(is_within)
        });
        let Some((_, group)) = list else { continue };
        let items: Vec<Range<u32>> = group.items().collect();
        let about = format!("index into the list of line {}", facts.lines.of_atom(group.open) + 1);
        inference.indexed.insert(group.open);
        let is_code = slots.iter().any(|&at| is_subscript(facts, at));
        take(inference, about, 0, items, slots, if is_code { Evidence::Weak } else { Evidence::Strong });
    }
}

/// Whether the items of a group are found by their keys: `{"a": 1, "b": 2}`.
fn has_keys(facts: &DocumentFacts, group: &Group) -> bool {
    let has_key = |item: Range<u32>| {
        let mut near = item.filter(|&at| !facts.atoms.is_space(at)).take(LONGEST_KEY);
        near.any(|at| facts.atoms.is(at, b':') || facts.atoms.is(at, b'='))
    };
    facts.atoms.is(group.open, b'{') && group.items().take(FEWEST_ITEMS).all(has_key)
}

/// The most atoms of a key with its quotes and what is behind it.
const LONGEST_KEY: usize = 8;

/// Whether a number is a subscript, as in code: that `token[0]` resembles `tokens` is a
/// coincidence.
fn is_subscript(facts: &DocumentFacts, at: u32) -> bool {
    let Some(word) = at.checked_sub(2) else { return false };
    facts.atoms.is(at - 1, b'[') && facts.atoms.kind(word) == Kind::Word
}

/// Adds the slots as indices into a list whose first item has the number `base`.
pub(super) fn take(
    inference: &mut Inference<'_>,
    about: String,
    base: i64,
    items: Vec<Range<u32>>,
    slots: &[u32],
    evidence: Evidence,
) {
    let facts = inference.facts;
    let mut uses: FxHashMap<i64, Vec<u32>> = FxHashMap::default();
    slots.iter().for_each(|&at| uses.entry(inference.value(at)).or_default().push(at));
    let names = items.iter().zip(base..).map(|(item, value)| {
        let definitions = item.clone().filter(|&at| !facts.atoms.is_space(at)).collect();
        Name { whole: Some(item.clone()), ..Name::new(definitions, uses.remove(&value).unwrap_or_default()) }
    });
    let keys =
        Keys { about, names: names.collect(), are_written: false, own_records: false, strays: Vec::new() };
    let values = slots.iter().map(|&at| (at, inference.value(at))).collect();
    let rule = Box::new(Index { base, items, slots: values });
    let relation = Relation::new(INDEX, Phase::Ranks, slots.to_vec(), rule);
    inference.take(relation.with_probe(Probe::AllSpread).with_evidence(evidence));
    inference.keys.push(keys);
}

struct Index {
    base: i64,
    items: Vec<Range<u32>>,
    slots: Vec<(u32, i64)>,
}

impl Rule for Index {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut n_living = 0;
        // A reference to a removed item becomes one to the live item before it.
        let ranks: Vec<i64> = self
            .items
            .iter()
            .map(|item| {
                n_living += i64::from(view.has_item(item.clone()));
                self.base + (n_living - 1).max(0)
            })
            .collect();
        for &(at, value) in self.slots.iter().filter(|(at, _)| view.lives(*at)) {
            set(at, ranks[(value - self.base) as usize]);
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.items.iter().for_each(|item| bits.insert_range(item.clone()));
        true
    }
}
