//! Names with their definitions and uses, and how uses are redirected when a definition is spliced
//! out.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::DocumentFacts;
use super::lines::Grouped;
use super::reach::Reach;
use super::relation::Keys;
use super::state::{State, Target};

/// The names of a document.
pub(super) struct Links {
    /// By name: its definitions.
    definitions: Vec<Vec<u32>>,
    /// By name: the atoms that use it.
    uses: Vec<Vec<u32>>,
    /// Uses in the record of their definition.
    own_uses: FxHashSet<u32>,
    /// Names that are removed when only each other use them.
    reach: Reach,
    /// By name: whether each name of its class is used in the document; true for all if there is no
    /// such class.
    are_used: Vec<bool>,
    /// By name: the number of its class.
    class_of: Vec<u32>,
    /// By name: the name defined before it in the same class.
    previous: Vec<Option<u32>>,
    /// By atom: where the names that it defines begin in `defined`.
    starts: Vec<u32>,
    defined: Vec<u32>,
    /// By atom: the name that it uses.
    name_of: FxHashMap<u32, u32>,
    /// Atoms in the position of a use whose definition is elsewhere.
    strays: FxHashSet<u32>,
    /// Uses without which no other name is: they stand for their name as its definition does.
    doubles: FxHashMap<u32, u32>,
    /// The keys of `doubles` that are alone in their records: they are removed with a definition
    /// that is spliced out.
    annotations: FxHashSet<u32>,
}

/// A definition that is removed while its uses stay.
#[derive(Clone, Copy, Debug)]
pub(super) struct Splice {
    /// The atom that defines the name.
    pub(super) definition: u32,
    /// What its uses are redirected to.
    pub(super) to: Replacement,
}

/// The replacement of a removed definition.
#[derive(Clone, Copy, Debug)]
pub(super) enum Replacement {
    /// The target of this use, which is in the record of the definition.
    Operand(u32),
    /// The previous definition of the same class.
    Before,
}

/// The fewest names.
const FEWEST_DOUBLED: usize = 5;

/// By how many atoms before it a place is known.
const PLACES: [usize; 2] = [3, 5];

/// Returns the uses behind the same atoms, with their names, if each name of the class has exactly
/// one. If nearly all of these uses are alone in their records, it is enough that each name of a
/// kind has one (`N1`, `N2`, but not `F1`). `all` are all definitions and uses.
fn doubles(facts: &DocumentFacts, keys: &[Keys], all: &FxHashSet<u32>) -> FxHashMap<u32, u32> {
    let mut found = FxHashMap::default();
    let mut first = 0;
    for keys in keys {
        let mut places: Grouped<(usize, u64), (u32, u32)> = Grouped::new();
        let names = (first..).zip(&keys.names);
        for (name, at) in names.flat_map(|(name, one)| one.uses.iter().map(move |&at| (name, at))) {
            for n_before in PLACES {
                places.push((n_before, facts.hash_before(at, n_before)), (name, at));
            }
        }
        let kinds: Vec<Option<u32>> =
            keys.names.iter().map(|name| name.definitions.first().map(|&at| facts.atoms.shape(at))).collect();
        let mut n_of_kind: FxHashMap<Option<u32>, usize> = FxHashMap::default();
        kinds.iter().for_each(|kind| *n_of_kind.entry(*kind).or_default() += 1);
        for (_, uses) in places.into_groups() {
            let different: FxHashSet<u32> = uses.iter().map(|(name, _)| *name).collect();
            if uses.len() < FEWEST_DOUBLED || different.len() != uses.len() {
                continue;
            }
            let of_kinds: FxHashSet<Option<u32>> =
                different.iter().map(|name| kinds[(name - first) as usize]).collect();
            let n_names = of_kinds.iter().map(|kind| n_of_kind[kind]).sum::<usize>();
            let n_alone = uses.iter().filter(|(_, at)| is_alone(facts, all, *at)).count();
            if uses.len() == keys.names.len() || uses.len() == n_names && 7 * uses.len() <= 8 * n_alone {
                found.extend(uses.into_iter().map(|(name, at)| (at, name)));
            }
        }
        first += keys.names.len() as u32;
    }
    found
}

/// Returns all definitions and uses.
fn places_of(keys: &[Keys]) -> FxHashSet<u32> {
    let names = keys.iter().flat_map(|keys| &keys.names);
    names.flat_map(|name| name.definitions.iter().chain(&name.uses)).copied().collect()
}

/// Whether the record of a use contains no other use and no definition. `places` are all of both.
fn is_alone(facts: &DocumentFacts, places: &FxHashSet<u32>, at: u32) -> bool {
    facts.defining_record(at).filter(|other| places.contains(other)).eq([at])
}

impl Links {
    /// Builds the index. O(atoms + uses).
    pub(super) fn new(facts: &DocumentFacts, keys: &[Keys]) -> Links {
        let names = || keys.iter().flat_map(|keys| &keys.names);
        let definitions: Vec<Vec<u32>> = names().map(|name| name.definitions.clone()).collect();
        let mut starts = vec![0u32; facts.atoms.len() as usize + 1];
        for &at in definitions.iter().flatten() {
            starts[at as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut defined = vec![0; starts.last().map_or(0, |&n| n as usize)];
        for (name, at) in
            (0..).zip(&definitions).flat_map(|(name, atoms)| atoms.iter().map(move |&at| (name, at)))
        {
            defined[next[at as usize] as usize] = name;
            next[at as usize] += 1;
        }
        let has_used = keys.iter().any(Keys::are_all_used);
        let are_used = |keys: &Keys| vec![!has_used || keys.are_all_used(); keys.names.len()];
        let are_used: Vec<bool> = keys.iter().flat_map(are_used).collect();
        let classes = (0..).zip(keys).flat_map(|(class, keys)| vec![class; keys.names.len()]);
        let class_of = classes.collect();
        let mut previous = Vec::new();
        for keys in keys {
            let first = previous.len() as u32;
            previous.extend(
                (first..).take(keys.names.len()).map(|name| name.checked_sub(1).filter(|&one| first <= one)),
            );
        }
        let uses: Vec<Vec<u32>> = names().map(|name| name.uses.clone()).collect();
        let name_of =
            (0..).zip(&uses).flat_map(|(name, uses)| uses.iter().map(move |&at| (at, name))).collect();
        let strays = keys.iter().flat_map(|keys| keys.strays.iter().copied()).collect();
        let all = places_of(keys);
        let doubles = doubles(facts, keys, &all);
        let is_annotation = |at: &u32| is_alone(facts, &all, *at);
        let annotations = doubles.keys().copied().filter(is_annotation).collect();
        let own_uses = names().flat_map(|name| name.own_uses.iter().copied()).collect();
        Links {
            definitions,
            uses,
            own_uses,
            reach: Reach::of(facts, keys, &are_used),
            are_used,
            class_of,
            previous,
            starts,
            defined,
            name_of,
            strays,
            doubles,
            annotations,
        }
    }

    /// Returns the name for which an atom stands as its definition does.
    pub(super) fn doubled(&self, at: u32) -> Option<u32> {
        self.doubles.get(&at).copied()
    }

    /// Returns the live definitions of a name, and the live uses that stand for it.
    pub(super) fn standing(&self, state: &State, name: u32) -> Vec<u32> {
        let doubles = self.uses[name as usize].iter().filter(|at| self.doubles.contains_key(at));
        let all = self.definitions[name as usize].iter().chain(doubles);
        all.copied().filter(|&at| state.alive.has(at) && !state.targets.contains_key(&at)).collect()
    }

    /// Whether there are no names.
    pub(super) fn is_empty(&self) -> bool {
        self.defined.is_empty()
    }

    /// Returns the names that an atom defines.
    pub(super) fn names_of(&self, at: u32) -> &[u32] {
        &self.defined[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    /// Returns the uses in a record, including stray ones.
    pub(super) fn operands(&self, record: Range<u32>) -> impl Iterator<Item = u32> + '_ {
        record.filter(|at| self.name_of.contains_key(at) || self.strays.contains(at))
    }

    /// Returns the live uses of those of `names` that have no live definition.
    pub(super) fn orphans(&self, state: &State, names: &[u32]) -> Vec<u32> {
        let is_gone = |name: u32| !self.definitions[name as usize].iter().any(|&at| state.alive.has(at));
        let gone: FxHashSet<u32> = names.iter().copied().filter(|&name| is_gone(name)).collect();
        let mut found: Vec<u32> = Vec::new();
        for &name in names.iter().filter(|name| gone.contains(name)) {
            let own = self.uses[name as usize].iter().copied();
            found.extend(own.filter(|at| !state.targets.contains_key(at)));
        }
        for (&at, target) in state.targets.iter() {
            if let Target::Definition(definition) = target
                && self.names_of(*definition).iter().any(|name| gone.contains(name))
            {
                found.push(at);
            }
        }
        found.retain(|&at| state.alive.has(at));
        found
    }

    /// Whether an atom uses a name.
    pub(super) fn is_use(&self, at: u32) -> bool {
        self.name_of.contains_key(&at)
    }

    /// Returns the live definitions of the names of `uses` that have no live use left.
    pub(super) fn unused(&self, state: &State, uses: &[u32]) -> Vec<u32> {
        let own = |at: &u32| self.definitions[self.name_of[at] as usize].first().copied();
        let used = |at: &u32| match state.targets.get(at) {
            None => own(at),
            Some(Target::Definition(definition)) => Some(*definition),
            Some(Target::Copy(_)) => None,
        };
        let mut names: Vec<u32> =
            uses.iter().filter_map(used).flat_map(|at| self.names_of(at).iter().copied()).collect();
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| self.are_used[name as usize]);
        if names.is_empty() {
            return Vec::new();
        }
        let redirected = self.redirected(state);
        let stays =
            |at: &u32| state.alive.has(*at) && !state.targets.contains_key(at) && !self.own_uses.contains(at);
        let users = |name: u32| {
            let own = self.uses[name as usize].iter().copied().filter(stays);
            own.chain(redirected.get(&name).into_iter().flatten().copied())
        };
        let lives = |name: u32| self.definitions[name as usize].iter().any(|&at| state.alive.has(at));
        let stranded = self.reach.stranded(&names, &|name| Box::new(users(name)), &lives);
        let gone: FxHashSet<u32> = stranded.iter().copied().collect();
        let has_use = |name: u32| !gone.contains(&name) && users(name).next().is_some();
        names.extend(stranded);
        names.sort_unstable();
        names.dedup();
        names.retain(|&name| !has_use(name));
        // A definition may have one name alone, and another one together with others.
        let class = |name: u32| self.class_of[name as usize];
        let is_needed = |name: u32, at: u32| {
            let mut others = self.names_of(at).iter().filter(|&&other| other != name);
            others.any(|&other| class(other) == class(name) && has_use(other))
        };
        let definitions = names.iter().flat_map(|&name| {
            let own = self.definitions[name as usize].iter().copied();
            own.filter(move |&at| state.alive.has(at)).map(move |at| (name, at))
        });
        definitions.filter(|&(name, at)| !is_needed(name, at)).map(|(_, at)| at).collect()
    }

    /// Returns the live uses that were redirected, by the names of their new definitions.
    fn redirected(&self, state: &State) -> FxHashMap<u32, Vec<u32>> {
        let mut found: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (&at, target) in state.targets.iter().filter(|(at, _)| state.alive.has(**at)) {
            if let Target::Definition(definition) = target {
                let names = self.names_of(*definition).iter();
                names.for_each(|&name| found.entry(name).or_default().push(at));
            }
        }
        found
    }

    /// Returns the target of a use.
    pub(super) fn target(&self, state: &State, at: u32) -> Target {
        let own = || {
            let name = *self.name_of.get(&at)?;
            self.definitions[name as usize].first().map(|&definition| Target::Definition(definition))
        };
        state.targets.get(&at).copied().or_else(own).unwrap_or(Target::Copy(at))
    }

    /// Redirects the uses of definitions to their replacements, and returns these uses. O(uses of
    /// the definitions + redirected uses).
    pub(super) fn splice(&self, state: &mut State, splices: &[Splice]) -> Vec<u32> {
        if splices.is_empty() {
            return Vec::new();
        }
        let heirs: FxHashMap<u32, Replacement> =
            splices.iter().map(|splice| (splice.definition, splice.to)).collect();
        let mut resolved: FxHashMap<u32, Option<Target>> = FxHashMap::default();
        for splice in splices {
            self.resolve(state, &heirs, splice.definition, &mut resolved);
        }
        let mut moved: Vec<(u32, Target)> = Vec::new();
        for splice in splices {
            let Some(target) = resolved[&splice.definition] else { continue };
            for &name in self.names_of(splice.definition) {
                let goes_on = |at: &&u32| !state.targets.contains_key(at) && !self.annotations.contains(at);
                let own = self.uses[name as usize].iter().filter(goes_on);
                moved.extend(own.map(|&at| (at, target)));
            }
        }
        for (&at, target) in state.targets.iter() {
            if let Target::Definition(definition) = target
                && let Some(Some(target)) = resolved.get(definition)
            {
                moved.push((at, *target));
            }
        }
        let uses = moved.iter().map(|(at, _)| *at).filter(|&at| state.alive.has(at)).collect();
        state.point(moved);
        uses
    }

    /// Returns the replacement of a definition, skipping definitions that are removed as well;
    /// `None` if there is none.
    fn resolve(
        &self,
        state: &State,
        heirs: &FxHashMap<u32, Replacement>,
        definition: u32,
        resolved: &mut FxHashMap<u32, Option<Target>>,
    ) {
        let mut path = Vec::new();
        let mut at = definition;
        let found = loop {
            if let Some(found) = resolved.get(&at) {
                break *found;
            }
            if path.contains(&at) && path.len() < 64 || heirs.len() < path.len() {
                break None;
            }
            let target = match heirs.get(&at) {
                None => break state.alive.has(at).then_some(Target::Definition(at)),
                Some(Replacement::Operand(operand)) => self.target(state, *operand),
                Some(Replacement::Before) => match self.living_before(state, at) {
                    Some(before) => Target::Definition(before),
                    None => {
                        path.push(at);
                        break None;
                    }
                },
            };
            path.push(at);
            match target {
                Target::Definition(next) => at = next,
                Target::Copy(_) => break Some(target),
            }
        };
        resolved.extend(path.into_iter().map(|at| (at, found)));
        resolved.entry(definition).or_insert(found);
    }

    fn living_before(&self, state: &State, definition: u32) -> Option<u32> {
        let mut name = *self.names_of(definition).first()?;
        loop {
            name = self.previous[name as usize]?;
            let first = self.definitions[name as usize].first();
            if let Some(&at) = first.filter(|&&at| state.alive.has(at)) {
                return Some(at);
            }
        }
    }
}
