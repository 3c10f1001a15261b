//! A list algorithm that is known by its name.

use super::options::{List, ListOptions, UnitSearch};

/// A list algorithm that users choose by name.
#[derive(Debug)]
pub struct Algorithm {
    /// The kebab-case name.
    pub name: &'static str,
    /// One line that says what it does and where it comes from.
    pub summary: &'static str,
    /// Starts the search on a list.
    pub start: fn(&List, &ListOptions) -> UnitSearch,
}

/// A list algorithm with its options: what a pass minimizes its lists with.
#[derive(Clone, Debug)]
pub struct ListMethod {
    /// Which search.
    pub algorithm: &'static Algorithm,
    /// How it works.
    pub options: ListOptions,
}

impl ListMethod {
    /// Starts the search on a list.
    pub fn start(&self, list: &List) -> UnitSearch {
        (self.algorithm.start)(list, &self.options)
    }
}
