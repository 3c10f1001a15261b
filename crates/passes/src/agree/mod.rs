//! Values that agree with each other change together: counts, references, running numbers.

mod atoms;
mod bits;
mod classes;
mod closure;
mod cursor;
mod groups;
mod inference;
mod kinds;
mod lines;
mod links;
mod lists;
mod model;
pub mod pass;
mod probe;
mod records;
mod relation;
mod relations;
mod search;
mod sheet;
mod state;
mod tables;
#[cfg(test)]
mod tests;
mod units;
