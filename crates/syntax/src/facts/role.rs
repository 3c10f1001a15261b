//! What a child is to its parent.

/// What a child is to its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The rule does not accept the parent without it.
    Required,
    /// It may go, and nothing else needs to change.
    Optional,
    /// It may go, if others go with it: see [`without`](super::Shape::without).
    Grouped,
    /// It is, or is part of, an element of the repetition with this index in
    /// [`lists`](super::Shape::lists).
    Element(usize),
    /// It stands between the elements of the repetition with this index.
    Separator(usize),
    /// It may stand anywhere, as comments do, and may go.
    Extra,
    /// The grammar does not say; the parser decides.
    Unknown,
}
