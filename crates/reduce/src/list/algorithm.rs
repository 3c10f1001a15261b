//! The one list of list searches.

use super::options::{List, ListOptions, UnitSearch};
use crate::search::{active_coarsen, cdd, ddmin, probdd, split, wcdd, wddmin, wprobdd};

/// A list search that users choose by name.
#[derive(Debug)]
pub struct Algorithm {
    /// The kebab-case name.
    pub name: &'static str,
    /// One line that says what it does and where it comes from.
    pub summary: &'static str,
    /// Starts the search on a list.
    pub start: fn(&List, &ListOptions) -> UnitSearch,
}

/// Every list search there is, in the order in which users see them.
pub static ALGORITHMS: &[Algorithm] = &[
    ddmin::DDMIN,
    ddmin::DDMIN_CONTINUE,
    ddmin::DDMIN_NO_SUBSETS,
    wddmin::WDDMIN,
    probdd::PROBDD,
    wprobdd::WPROBDD,
    cdd::CDD,
    wcdd::WCDD,
    active_coarsen::ACTIVE_COARSEN,
    split::SPLIT_ADAPTIVE,
    split::SPLIT_ADAPTIVE_VERIFIED,
    split::SPLIT_ROBUST,
    split::SPLIT,
    split::SPLIT_VERIFIED,
    split::SPLIT_OPTIMISTIC,
    split::SPLIT_OPTIMISTIC_VERIFIED,
    split::WSPLIT,
    split::WSPLIT_VERIFIED,
];

impl Algorithm {
    /// Finds a list search by its name.
    pub fn named(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }
}

/// A list search with its options: what a pass minimizes its lists with.
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
