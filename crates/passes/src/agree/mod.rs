//! Values that agree with each other change together: counts, references, running numbers.

mod agreements;
mod atoms;
mod attempt;
mod by_column;
mod chains;
mod class;
mod classes;
mod closure;
mod coded;
mod columns;
mod counted;
mod cursor;
mod decimals;
mod embedded;
mod encodings;
mod facts;
mod findings;
mod fixed;
mod format;
mod formats;
mod found;
mod groups;
mod inference;
pub mod keyed;
mod kinds;
mod known;
mod lines;
mod links;
mod list;
mod listed;
mod lists;
mod lonely;
mod marked;
mod members;
mod minimums;
mod model;
mod nest;
mod nesting;
mod padded;
pub mod pass;
mod patience;
mod probe;
mod quoted;
mod reach;
mod records;
mod relation;
mod relations;
mod search;
mod sections;
mod state;
mod streams;
mod tables;
#[cfg(test)]
mod tests;
mod typed;
mod uniform;
mod unit;
mod units;

pub use agreements::{Agreement, DefinedName, Spot, agreements};

use crate::entry::Entry;

/// The passes in this directory, in the order in which users see them.
pub static PASSES: &[Entry] = &[pass::ENTRY];
