//! The relations and names found in a document.

use rustc_hash::FxHashSet;

use super::facts::DocumentFacts;
use super::inference::Inference;
use super::known::Known;
use super::list::List;
use super::nest::Nest;
use super::relation::{Keys, Relation};
use super::relations;
use super::state::{Slots, State, View};

/// The relations found in a document, each of which holds for it, and its names.
pub(super) struct Found {
    pub(super) relations: Vec<Relation>,
    pub(super) keys: Vec<Keys>,
    /// Lists of uses of names.
    pub(super) lists: Vec<List>,
    /// By class: sections that each begin with a definition.
    pub(super) sections: Vec<Vec<std::ops::Range<u32>>>,
    /// Lines, each with the atoms that are removed with it.
    pub(super) headed: Vec<(u32, std::ops::Range<u32>)>,
    /// The lines before and after regions.
    pub(super) frames: Vec<Vec<std::ops::Range<u32>>>,
    /// Regions, each with the line that gives its length.
    pub(super) regions: Vec<std::ops::Range<u32>>,
    /// Records that begin and end something.
    pub(super) nests: Vec<Vec<Nest>>,
}

/// Finds relations and names. Deterministic.
pub(super) fn infer(facts: &DocumentFacts, known: &Known) -> Found {
    let mut inference = Inference::new(facts, known);
    for find in relations::ALL {
        find(&mut inference);
    }
    let Inference { mut relations, keys, lists, sections, headed, frames, regions, nests, .. } = inference;
    relations.sort_by_key(|relation| relation.phase);
    keep_true(facts, &mut relations);
    for relation in &mut relations {
        let first = relation.targets.iter().min().copied().unwrap_or(0);
        let line = facts.lines.of_atom(first);
        relation.about = format!("line {}: {}", line + 1, facts.excerpt(line));
    }
    Found { relations, keys, lists, sections, headed, frames, regions, nests }
}

/// Drops relations that do not hold for the original, and rules that do not.
fn keep_true(facts: &DocumentFacts, relations: &mut Vec<Relation>) {
    let slots = Slots::of(facts, relations.iter().flat_map(|relation| relation.targets.iter().copied()));
    let original = State::original(facts, &slots);
    let view = View::new(facts, &slots, &original);
    for relation in relations.iter_mut() {
        let targets: FxHashSet<u32> = relation.targets.iter().copied().collect();
        relation.rules.retain(|rule| {
            let mut is_true = true;
            rule.evaluate(&view, &mut |at, value| {
                is_true &= targets.contains(&at) && facts.atoms.amount(at) == Some(value);
            });
            rule.write(&view, &mut |at, text| is_true &= text == facts.atoms.text(at));
            is_true
        });
    }
    relations.retain(|relation| !relation.rules.is_empty());
}
