//! Records that are related by names.

use rustc_hash::FxHashMap;

use super::super::super::inference::Inference;
use super::super::super::lines::Grouped;
use super::super::super::relation::Keys;
use super::super::naming::name_before;
use super::fit::Fit;
use super::owners::Owners;
use super::rule::{Join, Related};

/// Where a name is used within its record: the column of a table, or what the use is called.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Role {
    Column(usize),
    Label(Vec<u8>),
}

/// A class of names, and the slots of other classes in records that define or use them.
pub(super) struct Named {
    /// The records of definitions.
    definers: Owners,
    roles: Vec<Uses>,
    /// By class of slots and definition: the slot in its record, if there is one in each.
    defined: Vec<Option<FxHashMap<u32, u32>>>,
}

/// The uses of names in one role.
struct Uses {
    /// Each use, with its definition.
    uses: Vec<(u32, u32)>,
    /// By class of slots.
    parts: Vec<Parts>,
}

/// The slots of one class in the records that use a name.
struct Parts {
    /// Each use, with its definition and a slot in its record.
    all: Vec<(u32, u32, u32)>,
    /// By definition: the slots.
    by_definition: FxHashMap<u32, Vec<u32>>,
}

impl Named {
    /// Relates names to classes of slots. O(uses + slots).
    pub(super) fn of(inference: &Inference<'_>, keys: &Keys, sources: &[&[u32]]) -> Option<Named> {
        let facts = inference.facts;
        let definitions = keys.names.iter().filter_map(|name| name.definitions.first());
        let definers = Owners::of(facts, definitions.map(|&at| (facts.record_around(at), at)))?;
        let defined = |source: &&[u32]| {
            let mut parts: FxHashMap<u32, u32> = FxHashMap::default();
            let is_one_each = source.iter().all(|&slot| {
                let owner = definers.of_atom(slot);
                owner.is_none_or(|owner| parts.insert(owner, slot).is_none())
            });
            (is_one_each && !parts.is_empty()).then_some(parts)
        };
        let defined = sources.iter().map(defined).collect();
        let roles = by_role(inference, keys).into_iter().map(|uses| Uses::of(inference, uses, sources));
        let roles = roles.collect();
        Some(Named { definers, roles, defined })
    }

    /// Returns how the slots of definitions are computed from those in records that use the name.
    pub(super) fn users(
        &self,
        inference: &Inference<'_>,
        target: &[u32],
        sources: &[&[u32]],
    ) -> Option<Related> {
        let own = target.iter().map(|&at| Some((at, self.definers.of_atom(at)?)));
        let values = own.collect::<Option<Vec<(u32, u32)>>>()?;
        self.roles.iter().find_map(|role| {
            let others = role.parts.iter().zip(sources).filter(|(_, source)| **source != target);
            others.map(|(parts, _)| parts).find_map(|parts| {
                let of = |row: usize| parts.by_definition.get(&values[row].1).cloned().unwrap_or_default();
                let fit = Fit::of(inference, target, |row| Some(of(row)))?;
                Some(fit.rule(Join::Users { values: values.clone(), parts: parts.all.clone() }))
            })
        })
    }

    /// Returns how slots are computed from those in the records of the names that are used in
    /// theirs.
    pub(super) fn used(
        &self,
        inference: &Inference<'_>,
        target: &[u32],
        sources: &[&[u32]],
    ) -> Option<Related> {
        let facts = inference.facts;
        self.roles.iter().find_map(|role| {
            let uses_of = |&at: &u32| {
                let record = facts.record_around(at);
                let [start, end] =
                    [record.start, record.end].map(|bound| role.uses.partition_point(|&(at, _)| at < bound));
                (at, role.uses[start..end].to_vec())
            };
            let values: Vec<(u32, Vec<(u32, u32)>)> = target.iter().map(uses_of).collect();
            let n_related = values.iter().filter(|(_, uses)| !uses.is_empty()).count();
            if n_related < FEWEST_USES || 3 * n_related < target.len() {
                return None;
            }
            self.defined.iter().take(sources.len()).flatten().find_map(|parts| {
                let of = |row: usize| {
                    let parts = values[row].1.iter().map(|(_, definition)| parts.get(definition).copied());
                    parts.collect::<Option<Vec<u32>>>()
                };
                let fit = Fit::of(inference, target, of)?;
                Some(fit.rule(Join::Used { values: values.clone(), parts: parts.clone() }))
            })
        })
    }
}

impl Uses {
    fn of(inference: &Inference<'_>, uses: Vec<(u32, u32)>, sources: &[&[u32]]) -> Uses {
        let facts = inference.facts;
        let definitions: FxHashMap<u32, u32> = uses.iter().copied().collect();
        let records = uses.iter().map(|&(at, _)| (facts.record_around(at), at));
        let mut parts = Vec::new();
        if let Some(owners) = Owners::of(facts, records) {
            let part = |&slot: &u32| owners.of_atom(slot).map(|at| (at, definitions[&at], slot));
            parts.extend(sources.iter().map(|source| Parts::of(source.iter().filter_map(part).collect())));
        }
        Uses { uses, parts }
    }
}

impl Parts {
    fn of(all: Vec<(u32, u32, u32)>) -> Parts {
        let mut by_definition: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for &(_, definition, slot) in &all {
            by_definition.entry(definition).or_default().push(slot);
        }
        Parts { all, by_definition }
    }
}

/// Returns the uses of names by role, each with its definition, in document order.
fn by_role(inference: &Inference<'_>, keys: &Keys) -> Vec<Vec<(u32, u32)>> {
    let mut roles: Grouped<Role, (u32, u32)> = Grouped::new();
    for name in &keys.names {
        let Some(&definition) = name.definitions.first() else { continue };
        name.uses.iter().for_each(|&at| roles.push(role(inference, at), (at, definition)));
    }
    let mut roles: Vec<_> = roles.into_groups().into_iter().map(|(_, uses)| uses).collect();
    roles.retain(|uses| FEWEST_USES <= uses.len());
    roles.sort_by_key(|uses| std::cmp::Reverse(uses.len()));
    roles.truncate(MOST_ROLES);
    roles.iter_mut().for_each(|uses| uses.sort_unstable());
    roles
}

/// The fewest uses of a role, and the most roles.
const FEWEST_USES: usize = 4;
const MOST_ROLES: usize = 6;

fn role(inference: &Inference<'_>, at: u32) -> Role {
    let facts = inference.facts;
    let line = facts.lines.of_atom(at);
    let row = facts.tables.iter().find_map(|table| {
        let row = table.rows.binary_search_by_key(&line, |row| row.line).ok()?;
        Some(&table.rows[row])
    });
    match row {
        Some(row) => Role::Column(row.fields.partition_point(|field| field.end <= at)),
        None => Role::Label(name_before(inference, at)),
    }
}
