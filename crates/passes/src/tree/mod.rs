//! Passes over syntax trees.

mod cut;
pub(crate) mod doubt;
mod gate;
pub mod hdd;
pub mod hoist;
mod hoisting;
pub(crate) mod opaque;
mod per_file;
pub mod perses;
mod places;
mod rounds;
mod source;
mod subject;
#[cfg(test)]
mod tests;
pub mod treesplit;

pub use source::{LanguageChoice, TreeSource};
