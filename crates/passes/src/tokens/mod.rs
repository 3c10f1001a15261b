//! Passes that see a text as tokens: words, numbers, strings and operators of no language in particular.

pub(crate) mod code;
mod gap;
pub mod lexer;
pub mod literals;
pub mod neighbours;
pub mod removal;
