//! The global declarations of a text, as units.

use std::collections::{BTreeMap, HashMap};

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, EntityId};

use crate::tree::search::Unit;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// Returns a unit for each top-level part of the text. Parts that define the same name are one
/// unit, at the position of the last part, since uses come after definitions. So are parts that
/// could not be parsed.
pub(super) fn globals(subject: &Subject, bindings: &Bindings, edits: &TokenEdits) -> Vec<Unit> {
    let tree = subject.tree();
    let parts = subject.parts(tree.root(), edits);
    let part_of = |node: NodeId| {
        let at = parts.partition_point(|part| *part <= node).checked_sub(1)?;
        tree.is_within(node, parts[at]).then_some(at)
    };
    let mut groups = Groups((0..parts.len()).collect());
    let mut first_part: HashMap<EntityId, usize> = HashMap::new();
    for definition in bindings.definitions() {
        // What is defined within a part, such as a member, does not join it with other parts.
        let is_all_of = |part: &usize| [definition.node, definition.group].contains(&Some(parts[*part]));
        let is_global = bindings.entity(definition.entity).scope == tree.root();
        if is_global && let Some(part) = part_of(definition.name).filter(is_all_of) {
            let first = *first_part.entry(definition.entity).or_insert(part);
            groups.join(first, part);
        }
    }
    // A part with a syntax error belongs to the next part.
    for at in 1..parts.len() {
        if tree.is_error(parts[at - 1]) {
            groups.join(at - 1, at);
        }
    }
    let mut by_last: BTreeMap<usize, Unit> = BTreeMap::new();
    for (at, &part) in parts.iter().enumerate() {
        let Some(change) = subject.removal(part, edits) else { continue };
        let unit = by_last.entry(groups.last(at)).or_insert_with(|| Unit { changes: Vec::new(), weight: 0 });
        unit.changes.push(change);
        unit.weight += subject.n_alive(part, edits);
    }
    by_last.into_values().collect()
}

/// A union-find structure over parts: each part links to a later one of its group, the last one to
/// itself.
struct Groups(Vec<usize>);

impl Groups {
    fn last(&mut self, part: usize) -> usize {
        let mut at = part;
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.last(a), self.last(b));
        self.0[a.min(b)] = a.max(b);
    }
}
