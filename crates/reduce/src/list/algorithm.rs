//! A list algorithm with its name.

use std::fmt;

use super::options::{List, ListOptions, UnitSearch};

/// A list algorithm that users choose by name.
pub struct Algorithm {
    /// The kebab-case name.
    pub name: &'static str,
    /// One line that says what it does and where it comes from.
    pub summary: &'static str,
    /// What the algorithm guarantees for every property, besides an interesting result.
    pub guarantees: Guarantees,
    /// Starts the search on a list.
    pub start: &'static Start,
}

/// Starts a search on a list.
pub type Start = dyn Fn(&List, &ListOptions) -> UnitSearch + Send + Sync;

/// What an algorithm guarantees for every property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guarantees {
    /// Whether the result is 1-minimal: no unit of it can be left out alone.
    pub one_minimal: bool,
    /// Whether the number of attempts is linear in the number of units.
    pub linear: bool,
}

impl Guarantees {
    /// Neither.
    pub const NONE: Guarantees = Guarantees { one_minimal: false, linear: false };
    /// The result is 1-minimal.
    pub const ONE_MINIMAL: Guarantees = Guarantees { one_minimal: true, linear: false };
    /// The number of attempts is linear.
    pub const LINEAR: Guarantees = Guarantees { one_minimal: false, linear: true };
}

impl fmt::Debug for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// A list algorithm with its options: a pass minimizes its lists with it.
#[derive(Clone, Debug)]
pub struct ListMethod {
    /// The algorithm.
    pub algorithm: &'static Algorithm,
    /// Its options.
    pub options: ListOptions,
}

impl ListMethod {
    /// Starts the search on a list.
    pub fn start(&self, list: &List) -> UnitSearch {
        (self.algorithm.start)(list, &self.options)
    }
}
