//! Passes over syntax trees.

pub(crate) mod careful;
pub mod chisel;
pub mod closures;
mod cut;
pub(crate) mod doubt;
mod gate;
pub mod hdd;
pub mod hoist;
mod hoisting;
pub mod leaves;
pub mod levels;
pub mod merge;
pub mod names;
mod nesting;
pub(crate) mod opaque;
mod per_file;
pub mod perses;
mod places;
mod rounds;
mod singles;
pub(crate) mod source;
mod standing;
mod subject;
#[cfg(test)]
mod tests;
pub mod treesplit;
pub(crate) mod twins;

pub(crate) use gate::no_new_errors;
pub use singles::{NodeRemoval, single_node_removals};
pub use source::{LanguageChoice, TreeSource};
