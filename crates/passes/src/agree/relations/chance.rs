//! Relations of single numbers that are a coincidence, as numbers like them have none.

use rustc_hash::FxHashMap;

use super::super::atoms::Kind;
use super::super::class::Place;
use super::super::inference::Inference;
use super::super::relation::Relation;
use super::owners::Owners;

/// Adds relations of single numbers, unless most numbers of at least `least` behind the same word
/// have none: `"size": 4` counts nothing if it does so in two of ten places.
pub(super) fn take_unless_chance(inference: &mut Inference<'_>, found: Vec<Relation>, least: i64) {
    let facts = inference.facts;
    let owners = Owners::of(facts);
    let mut found_at: FxHashMap<u32, usize> = FxHashMap::default();
    for (number, relation) in found.iter().enumerate() {
        found_at.extend(relation.targets.iter().map(|&at| (at, number)));
    }
    let mut is_chance = vec![false; found.len()];
    for class in &facts.classes.numbers {
        let Place::Between(n_before @ 2.., 1) = class.place else { continue };
        let before = facts.inked_before(class.slots[0], usize::from(n_before)).iter().rev();
        let mut on_line = before.take_while(|&&at| facts.atoms.kind(at) != Kind::LineEnd);
        if !on_line.any(|&at| facts.atoms.kind(at) == Kind::Word) {
            continue;
        }
        let is_like = |at: &&u32| least <= inference.value(**at) && !inference.is_explained(**at);
        let alike: Vec<u32> = class.slots.iter().filter(is_like).copied().collect();
        let alike = owners.alike(&alike);
        let with: Vec<usize> = alike.iter().filter_map(|at| found_at.get(at).copied()).collect();
        if FEWEST <= alike.len() && 2 * with.len() < alike.len() {
            with.into_iter().for_each(|number| is_chance[number] = true);
        }
    }
    let likely = found.into_iter().zip(is_chance).filter(|(_, is_chance)| !is_chance);
    likely.for_each(|(relation, _)| inference.take(relation));
}

/// Fewer numbers that are alike tell nothing.
const FEWEST: usize = 4;
