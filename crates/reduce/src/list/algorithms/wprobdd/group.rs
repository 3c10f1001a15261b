//! Units that are alike in how likely each is needed.

use crate::units::Units;

/// A group of units with one probability.
#[derive(Clone)]
pub(super) struct Group {
    /// The probability that a unit of it is needed.
    pub p: f64,
    /// Its units, by their ranks in the order in which units are tried.
    pub ranks: Units,
}
