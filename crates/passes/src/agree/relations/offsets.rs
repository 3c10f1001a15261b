//! Byte offsets of lines.

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Finds classes whose values are the offsets of lines; and single values, if there is such a
/// class.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let starts = starts(facts);
    let n_lines = f64::from(facts.lines.len().max(1));
    let bits = (facts.atoms.document().n_bytes() as f64 / n_lines).log2().max(1.0);
    let mut classes: Vec<_> = facts.classes.numbers.iter().collect();
    classes.sort_by_key(|class| class.slots.len() == 1);
    let mut has_some = false;
    for class in classes {
        let target = |&at: &u32| {
            let line = *starts.get(&(facts.atoms.file(at), inference.value(at)))?;
            (SMALLEST < inference.value(at) && !inference.is_explained(at)).then_some((at, line))
        };
        let found: Vec<(u32, u32)> = class.slots.iter().filter_map(target).collect();
        // Small offsets of the first lines occur everywhere as other numbers.
        let large: FxHashSet<i64> =
            found.iter().map(|&(at, _)| inference.value(at)).filter(|value| LARGE < *value).collect();
        let is_sure = FEWEST_BITS < large.len() as f64 * bits && 9 * class.slots.len() <= 10 * found.len();
        let is_single = has_some && class.slots.len() == 1 && !is_part(facts, class.slots[0]);
        if found.is_empty()
            || !(is_sure && 2 < found.len() || is_single && LARGE < inference.value(found[0].0))
        {
            continue;
        }
        has_some = true;
        let line_of = |at: u32| facts.lines.atoms(facts.lines.of_atom(at));
        let demands =
            found.iter().map(|&(at, start)| Demand { needs: vec![line_of(start)], kills: facts.record(at) });
        let demands = demands.collect();
        let targets = found.iter().map(|&(at, _)| at).collect();
        let relation =
            Relation::new("byte offset", Phase::Offsets, targets, Box::new(Offsets { starts: found }));
        inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
    }
}

/// Whether a number is a part of a name, a path or a date.
fn is_part(facts: &DocumentFacts, at: u32) -> bool {
    let beside = [at.checked_sub(1), Some(at + 1).filter(|&at| at < facts.atoms.len())];
    beside.into_iter().flatten().any(|at| facts.atoms.is_word(at) || facts.atoms.joins(at))
}

/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;
/// Offsets up to this are no evidence.
const SMALLEST: i64 = 5;
/// A single offset must be larger than this.
const LARGE: i64 = 199;

/// Returns the first atom of each line, also that behind blanks, by file and offset.
fn starts(facts: &DocumentFacts) -> FxHashMap<(u32, i64), u32> {
    let starts = |line: u32| {
        let all = facts.lines.atoms(line);
        let inked = all.clone().find(|&at| !facts.space.has(at)).filter(|&at| at != all.start);
        [Some(all.start), inked]
    };
    let place = |at: u32| ((facts.atoms.file(at), facts.atoms.bytes(at).start as i64), at);
    (0..facts.lines.len()).flat_map(starts).flatten().map(place).collect()
}

struct Offsets {
    /// Each value, and the atom whose offset it is.
    starts: Vec<(u32, u32)>,
}

impl Rule for Offsets {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for &(at, start) in self.starts.iter().filter(|(at, _)| view.lives(*at)) {
            let file = view.facts.atoms.files()[view.facts.atoms.file(start) as usize].start;
            set(at, view.n_bytes(file..start) as i64);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
