//! What the use graph knows as a whole.

use super::left::Left;
use crate::tree::uses::step::{Step, Weighed};

/// Returns definitions and statements, each with the weight of all that goes along.
pub(super) fn wholes(left: &Left<'_>) -> Vec<Weighed> {
    let heavy = left.weighing.heaviest().into_iter();
    heavy.map(|heavy| Weighed::new(Step::Remove(heavy.nodes), heavy.weight)).collect()
}
