//! Tree-sitter grammars: checked when loaded, parsed without recursion.

mod budget;
mod damage;
mod error;
mod loaded;
mod parse;
mod probe;
#[cfg(test)]
mod tests;

pub(crate) use damage::Damage;
pub use error::{GrammarError, ParseError};
pub use loaded::Grammar;
