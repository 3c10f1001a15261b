//! Grammars that users bring: a shared library, a folder with a grammar's sources, or a bare
//! `grammar.json` or `grammar.js`.
//!
//! What is not a library yet is generated and compiled into a cache, once for each content. Loading
//! a grammar runs its code in this process, with all that the user may do.

mod cache;
mod compile;
mod error;
mod library;
mod loader;
mod source;

pub use error::LoadError;
pub use loader::{GrammarLoader, UserGrammar};
