//! The role of a child in its parent.

/// The role of a child in its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The rule requires it.
    Required,
    /// It may be removed, and nothing else changes.
    Optional,
    /// It may be removed together with others: see [`without`](super::Shape::without).
    Grouped,
    /// It is an element of the repetition with this index in [`lists`](super::Shape::lists), or
    /// part of one.
    Element(usize),
    /// It separates the elements of the repetition with this index.
    Separator(usize),
    /// It may occur anywhere and may be removed, like a comment.
    Extra,
    /// Nothing is known; the parser decides.
    Unknown,
}
