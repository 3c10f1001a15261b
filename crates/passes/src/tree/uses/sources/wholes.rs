//! Steps that remove parts of the use graph.

use super::left::Left;
use crate::tree::uses::step::{Step, Weighed};

/// Returns definitions and statements, weighted with their dependents.
pub(super) fn wholes(left: &Left<'_>) -> Vec<Weighed> {
    let heavy = left.weighing.heaviest().into_iter();
    heavy.map(|heavy| Weighed::new(Step::Remove(heavy.nodes), heavy.weight)).collect()
}
