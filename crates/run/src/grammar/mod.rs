//! Grammars that users bring: a shared library, a folder with a grammar's sources, or a bare
//! `grammar.json` or `grammar.js`.
//!
//! Sources are compiled into a cache, once for each content. Loading a grammar runs its code in
//! this process, with the permissions of the user.

mod cache;
mod compile;
mod error;
mod library;
mod loader;
mod source;

pub use error::LoadError;
pub use loader::{GrammarLoader, UserGrammar};
