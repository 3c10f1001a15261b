//! Numbers per name: how often a name is used, and numbers assigned to its uses.

use std::cell::LazyCell;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Evidence, Keys, Phase, Relation, Rule};
use super::super::state::{Target, View};
use crate::bits::Bits;

/// Finds classes whose values are the number of uses of the name on their line, and numbers next to
/// uses that have no gaps for each name.
pub(super) fn find(inference: &mut Inference<'_>) {
    let mut found = Vec::new();
    for keys in &inference.keys {
        let n_uses: usize = keys.names.iter().map(|name| name.uses.len()).sum();
        if keys.are_written && FEWEST <= n_uses {
            found.extend(counts(inference, keys));
            found.extend(shares(inference, keys));
        }
    }
    for relation in found {
        if relation.targets.iter().all(|&at| !inference.is_explained(at)) {
            inference.take(relation);
        }
    }
}

/// The fewest slots.
const FEWEST: usize = 6;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;
/// The most kinds of lines on which names are used.
const MOST_KINDS: usize = 8;

/// Finds classes of numbers on the lines that define names, whose values are the number of uses of
/// the name: of all uses, or of those on lines that begin alike.
fn counts(inference: &Inference<'_>, keys: &Keys) -> Vec<Relation> {
    let facts = inference.facts;
    let Some(first) = keys.first_of_each() else { return Vec::new() };
    let mut by_line: FxHashMap<u32, Option<usize>> = FxHashMap::default();
    for (name, definitions) in keys.names.iter().map(|name| &name.definitions).enumerate() {
        let lines = definitions.iter().map(|&at| facts.lines.of_atom(at));
        lines.for_each(|line| {
            by_line.entry(line).and_modify(|known| *known = None).or_insert(Some(name));
        });
    }
    let kinds = kinds_of_uses(facts, keys);
    let mut n_used: Vec<Vec<i64>> = vec![vec![0; keys.names.len()]; kinds.len()];
    for (n_used, uses) in n_used.iter_mut().zip(&kinds) {
        uses.iter().for_each(|&(name, _)| n_used[name] += 1);
    }
    // Hardly any class needs them.
    let companies: LazyCell<Vec<Company>, _> = LazyCell::new(|| {
        let others = inference.keys.iter().filter(|other| other.are_written && !std::ptr::eq(*other, keys));
        others.take(MOST_OTHERS).flat_map(|other| companies(facts, &first, &kinds, other)).collect()
    });
    let mut found = Vec::new();
    let mut is_taken = vec![false; kinds.len()];
    for class in &facts.classes.numbers {
        let name_of = |&at: &u32| by_line.get(&facts.lines.of_atom(at)).copied().flatten();
        if class.slots.len() < FEWEST || class.slots.iter().any(|at| inference.is_explained(*at)) {
            continue;
        }
        let Some(names) = class.slots.iter().map(name_of).collect::<Option<Vec<usize>>>() else { continue };
        let different: FxHashSet<i64> = class.slots.iter().map(|&at| inference.value(at)).collect();
        let bits: f64 = different.iter().map(|&value| (1.0 + value.unsigned_abs() as f64).log2()).sum();
        if different.len() < 2 || bits + class.slots.len() as f64 / 2.0 < FEWEST_BITS {
            continue;
        }
        let is_right = |&kind: &usize| {
            let mut pairs = class.slots.iter().zip(&names);
            !is_taken[kind] && pairs.all(|(&at, &name)| inference.value(at) == n_used[kind][name])
        };
        let counts = || class.slots.iter().zip(&names).map(|(&at, &name)| (at, first[name])).collect();
        let rule: Box<dyn Rule> = match (0..kinds.len()).find(is_right) {
            Some(kind) => {
                is_taken[kind] = true;
                let uses = kinds[kind].iter().map(|&(name, at)| (at, first[name])).collect();
                Box::new(Uses { counts: counts(), uses })
            }
            None => {
                let is_right = |company: &&Company| {
                    let mut pairs = class.slots.iter().zip(&names);
                    pairs.all(|(&at, &name)| inference.value(at) == company.n_different[name])
                };
                let Some(company) = companies.iter().find(is_right) else { continue };
                Box::new(Companions { counts: counts(), pairs: company.pairs.clone() })
            }
        };
        let relation = Relation::new("number of uses", Phase::Counts, class.slots.clone(), rule);
        found.push(relation.with_evidence(Evidence::Strong));
    }
    found
}

/// Returns the uses with the indices of their names: all, those on lines that begin alike, and
/// those behind the same atoms.
fn kinds_of_uses(facts: &DocumentFacts, keys: &Keys) -> Vec<Vec<(usize, u32)>> {
    let by = |key: &dyn Fn(u32) -> u64| {
        let mut kinds: Grouped<u64, (usize, u32)> = Grouped::new();
        uses(keys).for_each(|(name, &at)| kinds.push(key(at), (name, at)));
        kinds.into_groups().into_iter().map(|(_, uses)| uses).take(MOST_KINDS)
    };
    let all: Vec<(usize, u32)> = uses(keys).map(|(name, &at)| (name, at)).collect();
    let mut found = vec![all];
    for kind in by(&|at| head(facts, at)).chain(by(&|at| facts.hash_before(at, N_BEFORE))) {
        if !found.contains(&kind) {
            found.push(kind);
        }
    }
    found
}

/// How many atoms before a use, without blanks, tell what kind of use it is.
const N_BEFORE: usize = 4;
/// The most other classes of names that are counted beside uses.
const MOST_OTHERS: usize = 8;

/// The names of another class that are used in the records of uses.
struct Company {
    /// By name: how many different ones there are.
    n_different: Vec<i64>,
    /// A use with its definition, and the use of the other class in its record with its definition.
    pairs: Vec<[(u32, u32); 2]>,
}

/// Returns the company of each kind of uses of names whose records have exactly one use of another
/// class each: the label of an object and its image.
/// `first` has the first definition of each name.
fn companies(
    facts: &DocumentFacts,
    first: &[u32],
    kinds: &[Vec<(usize, u32)>],
    other: &Keys,
) -> Vec<Company> {
    let Some(other_first) = other.first_of_each() else { return Vec::new() };
    let mut others: Vec<(u32, usize)> = uses(other).map(|(name, &at)| (at, name)).collect();
    others.sort_unstable();
    let company = |uses: &Vec<(usize, u32)>| {
        let mut pairs = Vec::new();
        let mut different: FxHashSet<(usize, usize)> = FxHashSet::default();
        for &(name, at) in uses {
            let record = facts.record_around(at);
            let behind = &others[others.partition_point(|&(use_, _)| use_ < record.start)..];
            let mut within = behind.iter().take_while(|(use_, _)| *use_ < record.end);
            let (Some(&(use_, beside)), None) = (within.next(), within.next()) else { return None };
            different.insert((name, beside));
            pairs.push([(at, first[name]), (use_, other_first[beside])]);
        }
        let mut n_different = vec![0; first.len()];
        different.into_iter().for_each(|(name, _)| n_different[name] += 1);
        Some(Company { n_different, pairs })
    };
    kinds.iter().filter_map(company).collect()
}

/// Counts the different names that are used beside the uses of a name.
struct Companions {
    /// Each number, with the definition of its name.
    counts: Vec<(u32, u32)>,
    pairs: Vec<[(u32, u32); 2]>,
}

impl Rule for Companions {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut different: FxHashSet<(u32, u32)> = FxHashSet::default();
        for [own, other] in &self.pairs {
            let own = living(view, std::slice::from_ref(own)).next();
            let other = living(view, std::slice::from_ref(other)).next();
            different.extend(own.zip(other).map(|((_, own), (_, other))| (own, other)));
        }
        let mut n_different: FxHashMap<u32, i64> = FxHashMap::default();
        different.into_iter().for_each(|(own, _)| *n_different.entry(own).or_default() += 1);
        for &(at, definition) in self.counts.iter().filter(|(at, _)| view.lives(*at)) {
            set(at, n_different.get(&definition).copied().unwrap_or(0));
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.pairs.iter().flatten().for_each(|&(at, _)| bits.insert(at));
        true
    }
}

/// Returns all uses with the indices of their names, sorted by name.
fn uses(keys: &Keys) -> impl Iterator<Item = (usize, &u32)> {
    keys.names.iter().enumerate().flat_map(|(name, one)| one.uses.iter().map(move |at| (name, at)))
}

/// Returns a hash that is equal for lines that begin alike.
fn head(facts: &DocumentFacts, at: u32) -> u64 {
    facts.lines.head(facts.lines.of_atom(at))
}

struct Uses {
    /// Each number, with the definition of its name.
    counts: Vec<(u32, u32)>,
    /// The counted uses, each with its definition in the original.
    uses: Vec<(u32, u32)>,
}

impl Rule for Uses {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut n_used: FxHashMap<u32, i64> = FxHashMap::default();
        for definition in living(view, &self.uses).map(|(_, definition)| definition) {
            *n_used.entry(definition).or_default() += 1;
        }
        for &(at, definition) in self.counts.iter().filter(|(at, _)| view.lives(*at)) {
            set(at, n_used.get(&definition).copied().unwrap_or(0));
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.uses.iter().for_each(|&(at, _)| bits.insert(at));
        true
    }
}

/// Returns the live ones of `uses`, with the definitions that they refer to now.
fn living<'a>(view: &'a View<'_>, uses: &'a [(u32, u32)]) -> impl Iterator<Item = (u32, u32)> + 'a {
    let now = |&(at, own): &(u32, u32)| match view.state.targets.get(&at) {
        None => Some((at, own)),
        Some(Target::Definition(other)) => Some((at, *other)),
        Some(Target::Copy(_)) => None,
    };
    uses.iter().filter(|(at, _)| view.lives(*at)).filter_map(now)
}

/// How many atoms, without blanks, a number may be away from its use.
const FARTHEST: i32 = 3;

/// Finds numbers next to uses that are assigned per name: from 0 or 1 on, without repetition or
/// gap.
fn shares(inference: &Inference<'_>, keys: &Keys) -> Option<Relation> {
    let facts = inference.facts;
    let beside = |at: u32, distance: i32| {
        let place = facts.inked_place(at).checked_add_signed(distance as isize)?;
        let number = *facts.inked.get(place)?;
        let is_free = facts.atoms.number(number).is_some() && !inference.is_explained(number);
        (is_free && facts.lines.of_atom(number) == facts.lines.of_atom(at)).then_some(number)
    };
    let definitions = keys.first_of_each()?;
    let distances = (1..=FARTHEST).flat_map(|distance| [distance, -distance]);
    for distance in distances {
        let mut groups: Vec<Vec<(u32, u32)>> = Vec::new();
        for name in &keys.names {
            let numbers = name.uses.iter().filter_map(|&at| Some((at, beside(at, distance)?)));
            let mut numbers: Vec<(u32, u32)> = numbers.collect();
            numbers.sort_by_key(|&(_, number)| inference.value(number));
            groups.push(numbers);
        }
        let n_numbers: usize = groups.iter().map(Vec::len).sum();
        let n_uses: usize = keys.names.iter().map(|name| name.uses.len()).sum();
        let least = groups.iter().flatten().map(|&(_, number)| inference.value(number)).min();
        let Some(base @ 0..=1) = least else { continue };
        let is_dense = |group: &Vec<(u32, u32)>| {
            group.iter().zip(base..).all(|(&(_, number), rank)| inference.value(number) == rank)
        };
        let bits: f64 =
            groups.iter().map(|group| (1..=group.len()).map(|n| (n as f64).log2()).sum::<f64>()).sum();
        if 10 * n_numbers < 6 * n_uses || bits < FEWEST_BITS || !groups.iter().all(is_dense) {
            continue;
        }
        let of_group = |(definition, group): (u32, &Vec<(u32, u32)>)| -> Vec<(u32, u32, u32)> {
            group.iter().map(|&(at, number)| (at, definition, number)).collect()
        };
        let uses = definitions.iter().copied().zip(&groups).flat_map(of_group).collect();
        let mut targets: Vec<u32> = groups.iter().flatten().map(|&(_, number)| number).collect();
        targets.sort_unstable();
        let rule = Box::new(Shares { base, uses });
        let relation = Relation::new("running number by name", Phase::Ranks, targets, rule);
        return Some(relation.with_evidence(Evidence::Strong));
    }
    None
}

struct Shares {
    base: i64,
    /// Each use, with its definition in the original and the number next to it, sorted by name and
    /// number.
    uses: Vec<(u32, u32, u32)>,
}

impl Rule for Shares {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut next: FxHashMap<u32, i64> = FxHashMap::default();
        for &(at, own, number) in &self.uses {
            if let Some((_, definition)) = living(view, &[(at, own)]).next()
                && view.lives(number)
            {
                let rank = next.entry(definition).or_insert(self.base);
                set(number, *rank);
                *rank += 1;
            }
        }
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.uses.iter().for_each(|&(at, _, number)| [at, number].into_iter().for_each(|at| bits.insert(at)));
        true
    }
}
