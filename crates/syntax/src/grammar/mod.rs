//! Tree-sitter grammars: checked when loaded, parsed without recursion.

mod budget;
mod damage;
mod error;
mod injected;
mod loaded;
mod parse;
mod probe;
mod stop;
#[cfg(test)]
mod tests;

pub(crate) use damage::Damage;
pub use error::{GrammarError, ParseError};
pub use injected::Injected;
pub use loaded::Grammar;
pub use stop::Stop;
