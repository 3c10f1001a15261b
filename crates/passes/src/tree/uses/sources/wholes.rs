//! Steps that remove parts of the use graph.

use super::left::Left;
use crate::tree::uses::sort::Sort;
use crate::tree::uses::step::{Step, Weighed};

/// Returns definitions and statements, weighted with their dependents.
pub(super) fn wholes(left: &Left<'_>) -> Vec<Weighed> {
    let heavy = left.weighing.heaviest().into_iter();
    let tree = left.subject.tree();
    heavy
        .map(|heavy| {
            // Attributes come first.
            let sort = heavy.nodes.last().map(|&node| Sort::Remove(tree.kind(node)));
            Weighed { sort, ..Weighed::new(Step::Remove(heavy.nodes), heavy.weight) }
        })
        .collect()
}
