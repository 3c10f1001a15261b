//! Numbers with decimals that follow from others: products within a record, totals of a class.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::class::{Class, Place};
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::sums::{Computed, How};
use super::tallies::{Total, Way};

/// The fewest records.
const FEWEST: usize = 4;
/// The most classes of the same length that are compared.
const MOST_OF_LEN: usize = 24;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 4.0;
/// The most classes that are looked at.
const MOST_CLASSES: usize = 96;

/// Finds classes of numbers with decimals that are the product, sum or difference of two other
/// classes of their record, one of each in every record: `"quantity": 2, "price": 1.50, "amount":
/// 3.00`.
pub(super) fn products(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut by_len: FxHashMap<usize, Vec<&[u32]>> = FxHashMap::default();
    for classes in [&facts.classes.decimals, &facts.classes.numbers] {
        for class in classes.iter().filter(|class| FEWEST <= class.slots.len()).take(MOST_CLASSES) {
            by_len.entry(class.slots.len()).or_default().push(&class.slots);
        }
    }
    for class in &facts.classes.decimals {
        let slots = &class.slots[..];
        let different: FxHashSet<i64> = slots.iter().map(|&at| inference.value(at)).collect();
        let is_free = slots.iter().all(|&at| !inference.is_explained(at));
        if slots.len() < FEWEST || different.len() < FEWEST || !is_free {
            continue;
        }
        let others = by_len.get(&slots.len()).map_or(&[][..], |others| others);
        let is_before = |other: &&&[u32]| are_paired(other, slots) && differ(inference, other);
        let before: Vec<&[u32]> = others.iter().filter(is_before).take(MOST_OF_LEN).copied().collect();
        let pairs = before.iter().enumerate();
        let pairs = pairs.flat_map(|(at, &a)| before[at + 1..].iter().map(move |&b| (a, b)));
        let mut ways = pairs.flat_map(|(a, b)| {
            [(a, b, How::Product), (a, b, How::Sum), (a, b, How::Difference), (b, a, How::Difference)]
        });
        let found = ways.find(|&(a, b, how)| {
            have_units(inference, [slots, a, b], how)
                && (0..slots.len()).all(|row| {
                    let [to, a, b] = [slots[row], a[row], b[row]].map(|at| inference.value(at));
                    how.of(a, b) == to
                })
        });
        if let Some((a, b, how)) = found {
            let rows = (0..slots.len()).map(|row| [slots[row], a[row], b[row]]).collect();
            let rule = Box::new(Computed { rows, how });
            let relation = Relation::new("computed value", Phase::Counts, slots.to_vec(), rule);
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// Whether the decimals of the values fit: those of a product are as many as those of its factors.
fn have_units(inference: &Inference<'_>, classes: [&[u32]; 3], how: How) -> bool {
    let [to, a, b] = classes.map(|slots| inference.facts.atoms.format(slots[0]).places());
    match how {
        How::Product => to == a + b,
        How::Sum | How::Difference => to == a && to == b,
    }
}

/// Whether each slot of a class stands before one of the other, and behind the one before that.
fn are_paired(slots: &[u32], others: &[u32]) -> bool {
    slots.len() == others.len()
        && slots.iter().zip(others).all(|(at, other)| at < other)
        && slots.iter().skip(1).zip(others).all(|(next, other)| other < next)
}

/// Whether the values of a class are not all the same.
fn differ(inference: &Inference<'_>, slots: &[u32]) -> bool {
    slots.iter().any(|&at| inference.value(at) != inference.value(slots[0]))
}

/// Finds single numbers with decimals that are the sum, the first, last, largest or smallest value
/// of a class without them. O(classes · slots).
pub(super) fn totals(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let all = &facts.classes.decimals;
    let is_long = |slots: &&[u32]| FEWEST <= slots.len();
    let mut classes: Vec<&[u32]> = all.iter().map(|class| &class.slots[..]).filter(is_long).collect();
    classes.truncate(MOST_CLASSES);
    let mut ways: FxHashMap<i64, Vec<(usize, Way)>> = FxHashMap::default();
    for (number, slots) in classes.iter().enumerate() {
        for way in Way::ALL {
            if let Some(value) = way.of(slots.iter().map(|&at| inference.value(at))) {
                ways.entry(value).or_default().push((number, way));
            }
        }
    }
    // Where a whole class is unexplained, one of its values would be explained by chance.
    let is_narrow = |class: &&Class| matches!(class.place, Place::Between(4, 1) | Place::Column);
    let unexplained = all.iter().filter(is_narrow).map(|class| inference.unexplained(&class.slots));
    let in_classes: FxHashSet<u32> = unexplained.filter(|slots| FEWEST <= slots.len()).flatten().collect();
    let is_single = |&at: &u32| {
        facts.atoms.format(at).places() != 0 && !inference.is_explained(at) && !in_classes.contains(&at)
    };
    let single: Vec<u32> = (0..facts.atoms.len()).filter(is_single).collect();
    let n_chances = (classes.len() * Way::ALL.len() * single.len()).max(1) as f64;
    for at in single {
        let value = inference.value(at);
        let bits = (2.0 + value.unsigned_abs() as f64).log2() - n_chances.log2();
        if bits < FEWEST_BITS {
            continue;
        }
        let fits = ways.get(&value).map_or(&[][..], |ways| ways).iter();
        // In a class of its own, a value is the last or the largest for no reason.
        let fits = fits.filter(|(number, _)| classes[*number].binary_search(&at).is_err());
        let is_alike = |number: usize| facts.atoms.format(classes[number][0]) == facts.atoms.format(at);
        let fits = fits.filter(|(number, _)| is_alike(*number)).take(MOST_RULES);
        let mut rules = fits.map(|&(number, way)| {
            Box::new(Total { at, slots: classes[number].to_vec(), way }) as Box<dyn Rule>
        });
        let Some(first) = rules.next() else { continue };
        let mut relation = Relation::new("total", Phase::Counts, vec![at], first);
        relation.rules.extend(rules);
        inference.take(relation.with_evidence(Evidence::Strong));
    }
}

/// The most explanations of a single amount.
const MOST_RULES: usize = 6;
