//! One node of a tree.

use std::fmt;
use std::ops::{BitOr, BitOrAssign};

use super::kinds::KindId;

/// The index of a node in its tree. Nodes are numbered in preorder, so the nodes of a subtree are a
/// range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Returns the index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Properties of a node besides its kind.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Flags(u8);

impl Flags {
    /// No flags.
    pub const NONE: Flags = Flags(0);
    /// The kind is named in the grammar; keywords and punctuation are not.
    pub const NAMED: Flags = Flags(1);
    /// The node may occur anywhere without being part of a rule: mostly comments.
    pub const EXTRA: Flags = Flags(2);
    /// The node holds text that the grammar did not accept at this place.
    pub const ERROR: Flags = Flags(4);
    /// The parser inserted the node, without text, because the grammar requires one.
    pub const MISSING: Flags = Flags(8);
    /// Text that the grammar accepted without making a node; the node was added by us.
    pub const HIDDEN: Flags = Flags(16);
    /// The subtree contains an error or missing node, perhaps the node itself.
    pub const HAS_ERROR: Flags = Flags(32);

    /// Whether all of `flags` are set.
    pub fn contains(self, flags: Flags) -> bool {
        self.0 & flags.0 == flags.0
    }
}

impl BitOr for Flags {
    type Output = Flags;

    fn bitor(self, other: Flags) -> Flags {
        Flags(self.0 | other.0)
    }
}

impl BitOrAssign for Flags {
    fn bitor_assign(&mut self, other: Flags) {
        self.0 |= other.0;
    }
}

impl fmt::Debug for Flags {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = [
            (Flags::NAMED, "named"),
            (Flags::EXTRA, "extra"),
            (Flags::ERROR, "error"),
            (Flags::MISSING, "missing"),
            (Flags::HIDDEN, "hidden"),
            (Flags::HAS_ERROR, "has error"),
        ];
        f.debug_set()
            .entries(names.iter().filter(|(flag, _)| self.contains(*flag)).map(|(_, name)| name))
            .finish()
    }
}

/// A node in the arena. Children are not listed: the first child follows its parent, and the next
/// sibling starts at the end of the subtree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) start: u32,
    pub(super) end: u32,
    pub(super) parent: u32,
    pub(super) subtree_end: u32,
    pub(super) first_token: u32,
    pub(super) token_end: u32,
    pub(super) kind: KindId,
    pub(super) grammar_kind: KindId,
    pub(super) field: u16,
    pub(super) flags: Flags,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_takes_32_bytes() {
        assert_eq!(size_of::<Node>(), 32);
    }

    #[test]
    fn flags_are_a_set() {
        let flags = Flags::NAMED | Flags::EXTRA;
        assert!(flags.contains(Flags::NAMED) && flags.contains(Flags::NONE) && !flags.contains(Flags::ERROR));
        assert!(!Flags::NAMED.contains(flags));
        assert_eq!(format!("{flags:?}"), r#"{"named", "extra"}"#);
    }
}
