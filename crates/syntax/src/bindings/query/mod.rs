//! Queries over our own trees: the part of tree-sitter's query language that bindings need.
//!
//! Supported: named and anonymous nodes, `_`, fields and `!field`, `[ … ]`, the anchor `.` before a
//! child, captures, `#eq?` (with a text or a capture), `#not-eq?`, `#any-of?`, `#not-any-of?`,
//! `#match?` and `#not-match?` with `^` and plain letters or with `^[A-Z]`, and `#set!`. Our own
//! extension `(#follow! @capture field)` goes from a captured node down to the leaf that it
//! declares (in kinds called `…declarator`, also without the field). Not supported: quantifiers,
//! supertypes, anchors after a child. A query in this subset finds the same nodes in tree-sitter.

mod compile;
mod error;
mod find;
mod pattern;
#[cfg(test)]
mod tests;

pub use error::QueryError;
pub use find::Query;
pub use pattern::{CaptureId, Setting};
