//! Values that are computed over related records: a load that sums up the days of all tasks of a
//! person, a start that is the latest end of the tasks before it, a total of the parts of a group.

mod fit;
mod groups;
mod names;
mod owners;
mod rule;

use self::fit::varies;
use self::groups::parts_of_groups;
use self::names::Named;
use self::rule::Related;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation};

/// Finds classes whose values are the sum, maximum or minimum of another class over the records
/// that use the name of their record, over the records whose names are used in theirs, or over a
/// group in theirs.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let numbers = facts.classes.of_any_numbers().map(|class| &class.slots[..]);
    let mut sources: Vec<&[u32]> = numbers.filter(|slots| FEWEST <= slots.len()).collect();
    sources.sort_by_key(|slots| std::cmp::Reverse(slots.len()));
    sources.truncate(MOST_CLASSES);
    let is_wanted = |slots: &&[u32]| varies(inference, slots) && inference.may_explain(slots);
    let wanted: Vec<&[u32]> = sources.iter().copied().filter(is_wanted).collect();
    if wanted.is_empty() {
        return;
    }
    let written = inference.keys.iter().filter(|keys| keys.are_written && FEWEST <= keys.names.len());
    let named: Vec<Named> =
        written.take(MOST_KEYS).filter_map(|keys| Named::of(inference, keys, &sources)).collect();
    let mut found: Vec<Relation> = Vec::new();
    for target in wanted {
        if target.iter().any(|at| found.iter().any(|relation| relation.targets.contains(at))) {
            continue;
        }
        let by_names = named.iter().find_map(|named| {
            named.users(inference, target, &sources).or_else(|| named.used(inference, target, &sources))
        });
        let rule: Option<Related> = by_names.or_else(|| parts_of_groups(inference, target, &sources));
        if let Some(rule) = rule {
            let relation = Relation::new("total of records", Phase::Counts, target.to_vec(), Box::new(rule));
            found.push(relation.with_evidence(Evidence::Strong));
        }
    }
    found.into_iter().for_each(|relation| inference.replace(relation));
}

/// The fewest slots of a class.
const FEWEST: usize = 4;
/// The most classes considered, and the most classes of names.
const MOST_CLASSES: usize = 96;
const MOST_KEYS: usize = 6;
