//! Tree-sitter grammars: checked when loaded, parsed without recursion.

mod error;
mod loaded;
mod parse;

pub use error::{GrammarError, ParseError};
pub use loaded::Grammar;
