//! One trial: the steps that are tried together, and in which way.

use std::sync::Arc;

use super::chances::Traits;
use super::step::Step;

/// The steps of one trial: one, or several of which none lies within another.
#[derive(Clone)]
pub(super) struct Pick {
    /// Those of the first one.
    pub(super) traits: Traits,
    /// The index of the first one among the steps of its kind.
    pub(super) index: usize,
    pub(super) steps: Arc<[Step]>,
    /// The estimated probability that the first one succeeds alone.
    pub(super) likelihood: f64,
}
