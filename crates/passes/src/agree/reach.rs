//! Names that nothing needs but names that go: packages that need each other in a circle.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::DocumentFacts;
use super::relation::Keys;

/// Who uses what, where every name can be reached from a use that belongs to no name.
#[derive(Default)]
pub(super) struct Reach {
    /// By use: the name that it belongs to. Others are where reaching begins.
    owners: FxHashMap<u32, u32>,
    /// By name: whether it is removed when it can no longer be reached.
    is_collected: Vec<bool>,
}

/// The most names among which a search for a use that belongs to none goes on.
const MOST_SEARCHED: usize = 1_000;

/// Returns the live uses of a name.
type Users<'a> = dyn Fn(u32) -> Box<dyn Iterator<Item = u32> + 'a> + 'a;

impl Reach {
    /// Finds the owners of uses. Names that no other name and nothing else uses are where reaching
    /// begins, too. If a name of a class cannot be reached, none of that class is removed for that
    /// reason. `may_go` is, by name, whether it may be removed without a use. O(atoms + uses).
    pub(super) fn of(facts: &DocumentFacts, keys: &[Keys], may_go: &[bool]) -> Reach {
        let n_names = keys.iter().map(|keys| keys.names.len()).sum();
        let mut reach = Reach { owners: FxHashMap::default(), is_collected: vec![false; n_names] };
        let names = || (0u32..).zip(keys.iter().flat_map(|keys| &keys.names));
        let mut definers: FxHashMap<u32, Option<u32>> = FxHashMap::default();
        for (name, at) in names().flat_map(|(name, one)| one.definitions.iter().map(move |&at| (name, at))) {
            let start = facts.defining_record(at).start;
            // A record of several definitions belongs to none of them.
            definers
                .entry(start)
                .and_modify(|owner| *owner = owner.filter(|&one| one == name))
                .or_insert(Some(name));
        }
        let mut uses: Vec<(u32, u32)> =
            names().flat_map(|(name, one)| one.uses.iter().map(move |&at| (at, name))).collect();
        uses.sort_unstable();
        let mut headed: Option<(Range<u32>, u32)> = None;
        for &(at, name) in &uses {
            let record = facts.defining_record(at);
            let owner = match definers.get(&record.start) {
                Some(owner) => *owner,
                None => {
                    // A record of several lines belongs to the first name in its head.
                    let line = |at: u32| facts.lines.of_atom(at);
                    let is_head = line(at) == line(record.start) && line(at) < line(record.end - 1);
                    if is_head && headed.as_ref().is_none_or(|(outer, _)| outer.end <= at) {
                        headed = Some((record, name));
                    }
                    headed.as_ref().filter(|(record, _)| record.contains(&at)).map(|(_, owner)| *owner)
                }
            };
            reach.owners.extend(owner.map(|owner| (at, owner)));
        }
        let mut is_used = vec![false; n_names];
        for (at, name) in &uses {
            is_used[*name as usize] |= reach.owners.get(at) != Some(name);
        }
        let reached = reach.reached(&uses, &is_used);
        let mut first = 0;
        for keys in keys {
            let own = first..first + keys.names.len();
            if own.clone().all(|name| reached[name]) {
                for name in own.clone() {
                    reach.is_collected[name] = is_used[name] && may_go[name];
                }
            }
            first = own.end;
        }
        reach
    }

    /// Returns which names are reached.
    fn reached(&self, uses: &[(u32, u32)], is_used: &[bool]) -> Vec<bool> {
        let mut reached = vec![false; is_used.len()];
        let mut used_by: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        let unused = (0..).zip(is_used).filter(|(_, is_used)| !**is_used);
        let mut todo: Vec<u32> = unused.map(|(name, _)| name).collect();
        for &(at, name) in uses {
            match self.owners.get(&at) {
                Some(&owner) => used_by.entry(owner).or_default().push(name),
                None => todo.push(name),
            }
        }
        while let Some(name) = todo.pop() {
            if !std::mem::replace(&mut reached[name as usize], true) {
                todo.extend(used_by.get(&name).into_iter().flatten());
            }
        }
        reached
    }

    /// Returns the names among `names`, and among those that use them, that are used only by each
    /// other. `users` returns the live uses of a name, and `lives` is whether a name is defined.
    pub(super) fn stranded(&self, names: &[u32], users: &Users<'_>, lives: &dyn Fn(u32) -> bool) -> Vec<u32> {
        let mut found = Vec::new();
        // By name: whether it is reached.
        let mut known: FxHashMap<u32, bool> = FxHashMap::default();
        for &name in names.iter().filter(|&&name| self.is_collected[name as usize]) {
            if known.contains_key(&name) {
                continue;
            }
            let Climb { names, is_reached } = self.climb(name, &known, users, lives);
            known.extend(names.iter().map(|&name| (name, is_reached)));
            if !is_reached {
                found.extend(names);
            }
        }
        found
    }

    /// Follows who uses a name, and who uses those.
    fn climb(
        &self,
        name: u32,
        known: &FxHashMap<u32, bool>,
        users: &Users<'_>,
        lives: &dyn Fn(u32) -> bool,
    ) -> Climb {
        // Each name with the place of the one that it uses.
        let mut island = vec![(name, 0)];
        let mut seen = FxHashSet::from_iter([name]);
        let mut next = 0;
        while next < island.len() {
            for at in users(island[next].0) {
                let owner = self.owners.get(&at).copied().filter(|&owner| {
                    self.is_collected[owner as usize] && known.get(&owner) != Some(&true) && lives(owner)
                });
                let Some(owner) = owner.filter(|_| island.len() < MOST_SEARCHED) else {
                    return Climb { names: way(&island, next), is_reached: true };
                };
                if !known.contains_key(&owner) && seen.insert(owner) {
                    island.push((owner, next));
                }
            }
            next += 1;
        }
        Climb { names: island.into_iter().map(|(name, _)| name).collect(), is_reached: false }
    }
}

/// What following the uses of a name has shown.
struct Climb {
    /// The names between it and a use that belongs to none; if there is none, all names that were
    /// found.
    names: Vec<u32>,
    is_reached: bool,
}

/// Returns the names from the one at a place to the first one.
fn way(island: &[(u32, usize)], mut place: usize) -> Vec<u32> {
    let mut names = vec![island[place].0];
    while place != 0 {
        place = island[place].1;
        names.push(island[place].0);
    }
    names
}
