//! The list algorithms, and the one list of them.

pub(crate) mod active_coarsen;
pub(crate) mod cdd;
pub(crate) mod ddmin;
mod gain;
pub mod probdd;
mod rounds;
pub(crate) mod split;
mod sweep;
pub(crate) mod wcdd;
pub(crate) mod wddmin;
pub(crate) mod wprobdd;

use super::algorithm::Algorithm;

/// All list algorithms, in the order in which users see them.
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
    /// Returns the list algorithm of this name.
    pub fn named(name: &str) -> Option<&'static Algorithm> {
        ALGORITHMS.iter().find(|algorithm| algorithm.name == name)
    }
}
