//! Queries over trees: the part of tree-sitter's query language that bindings need, over our own
//! trees.
//!
//! Known: nodes with and without names, `_`, fields and `!field`, `[ … ]`, the anchor `.` in
//! front of a child, captures, `#eq?` (with a text or a capture), `#not-eq?`, `#any-of?`,
//! `#not-any-of?`, `#match?` and `#not-match?` with `^` and plain letters or `^[A-Z]`, `#set!`; and
//! of our own `(#follow! @capture field)`, which goes from a captured node down to the leaf that it
//! declares (in kinds called `…declarator`, without the field as well). Not known: quantifiers,
//! supertypes, anchors behind a child. What is written in that part is a tree-sitter query as well
//! and finds the same nodes.

mod compile;
mod error;
mod find;
mod pattern;
#[cfg(test)]
mod tests;

pub use error::QueryError;
pub use find::Query;
pub use pattern::{CaptureId, Setting};
