//! Sorts of steps: what they do, whatever they do it to.

use std::collections::HashSet;

use dwindle_syntax::{FieldId, KindId, NodeId, Tree};

/// What a step does, by the kinds of its nodes. Steps of one sort mostly succeed or fail alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sort {
    /// Removes a node of this kind.
    Remove(KindId),
    /// Replaces a node of the first kind by one of the second, or by several nodes.
    Hoist(KindId, Option<KindId>),
}

/// Which kinds of nodes stand where in a text.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The kind of the parent, the field, the kind of the child.
    places: HashSet<(KindId, Option<FieldId>, KindId)>,
}

impl Seen {
    /// O(nodes).
    pub(super) fn of(tree: &Tree) -> Seen {
        let holders = tree.preorder(tree.root()).filter(|&node| !tree.is_leaf(node));
        let place = |parent, child| (tree.kind(parent), tree.field(child), tree.kind(child));
        let all = holders.flat_map(|parent| tree.children(parent).map(move |child| place(parent, child)));
        Seen { places: all.collect() }
    }

    /// Whether a node of the kind of one of `members` occurs where one of `places` stands.
    pub(super) fn has(&self, tree: &Tree, places: &[NodeId], members: &[NodeId]) -> bool {
        places.iter().any(|&place| {
            let parent = tree.parent(place).map(|parent| tree.kind(parent));
            let is_seen = |&member: &NodeId| {
                parent.is_some_and(|parent| {
                    self.places.contains(&(parent, tree.field(place), tree.kind(member)))
                })
            };
            members.iter().any(is_seen)
        })
    }
}
