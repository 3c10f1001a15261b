//! Readers of our own, for languages without a grammar. They make the same trees as grammars do.

mod brackets;
mod follow;
mod kinds;
mod lines;
mod outline;
mod sexpr;

pub use follow::is_comment;
pub use lines::{read_lines, read_words};
pub use outline::read_outline;
pub use sexpr::{Dialect, read_sexpr};
