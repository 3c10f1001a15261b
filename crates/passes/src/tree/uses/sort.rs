//! Sorts of steps: what they do, whatever they do it to.

use std::collections::HashSet;
use std::ops::Range;

use dwindle_reduce::cost::is_word_byte;
use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{FieldId, KindId, NodeId, Tree};

use super::sources::{is_accessed, is_behind_path, largest};

/// What a step does, by the kinds of its nodes. Steps of one sort mostly succeed or fail alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sort {
    /// Removes a node of this kind.
    Remove(KindId),
    /// Replaces a node of the first kind by one of the second, or by several nodes.
    Hoist(KindId, Option<KindId>),
}

/// Which kinds of nodes stand where in a text, and which names are called.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The kind of the parent, the field, the kind of the child.
    places: HashSet<(KindId, Option<FieldId>, KindId)>,
    /// The words that stand before an opening bracket …
    called: HashSet<Box<[u8]>>,
    /// … and those that stand elsewhere.
    uncalled: HashSet<Box<[u8]>>,
    /// The words that stand alone, not as the name of a member.
    alone: HashSet<Box<[u8]>>,
}

impl Seen {
    /// O(nodes + definitions).
    pub(super) fn of(bindings: &Bindings) -> Seen {
        let tree = bindings.tree();
        let members: HashSet<NodeId> =
            bindings.definitions().iter().filter(|found| found.is_member).map(|found| found.name).collect();
        let holders = tree.preorder(tree.root()).filter(|&node| !tree.is_leaf(node));
        let place = |parent, child| (tree.kind(parent), tree.field(child), tree.kind(child));
        let all = holders.flat_map(|parent| tree.children(parent).map(move |child| place(parent, child)));
        let mut seen = Seen { places: all.collect(), ..Seen::default() };
        for (at, &token) in (0u32..).zip(tree.tokens()).filter(|&(_, &token)| is_word(tree, token)) {
            let words = if is_called(tree, at + 1) { &mut seen.called } else { &mut seen.uncalled };
            words.insert(tree.text_of(token).into());
            if !members.contains(&token) && !names_member(tree, token) {
                seen.alone.insert(tree.text_of(token).into());
            }
        }
        seen
    }

    /// Whether a hoist that keeps these tokens of a node leaves the name of a member without its
    /// object, and the text has no such name alone.
    pub(super) fn loses_object(&self, tree: &Tree, node: NodeId, keep: &Range<u32>) -> bool {
        let (place, first) = (tree.token_range(node).start, tree.tokens()[keep.start as usize]);
        let is_moved = place != keep.start && !is_accessed(tree, tree.tokens()[place as usize]);
        is_moved && names_member(tree, first) && !self.alone.contains(tree.text_of(first))
    }

    /// Whether a hoist that keeps these tokens of a node leaves a name without its call that is
    /// called everywhere, or calls one that is called nowhere.
    pub(super) fn changes_call(&self, tree: &Tree, node: NodeId, keep: &Range<u32>) -> bool {
        let Some(last) = keep.end.checked_sub(1).map(|at| tree.tokens()[at as usize]) else { return false };
        if !is_word(tree, last) {
            return false;
        }
        match (is_called(tree, keep.end), is_called(tree, tree.token_range(node).end)) {
            (true, false) => !self.uncalled.contains(tree.text_of(last)),
            (false, true) => !self.called.contains(tree.text_of(last)),
            _ => false,
        }
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

/// Whether a token is a word.
fn is_word(tree: &Tree, token: NodeId) -> bool {
    tree.text_of(token).first().is_some_and(|&byte| is_word_byte(byte) && !byte.is_ascii_digit())
}

/// Whether the token with this index begins the arguments of a call.
fn is_called(tree: &Tree, at: u32) -> bool {
    tree.tokens().get(at as usize).is_some_and(|&token| tree.text_of(token) == b"(")
}

/// Whether a token is the name of a member behind its object, or the key of a value.
fn names_member(tree: &Tree, token: NodeId) -> bool {
    const HOLDERS: [&str; 5] = ["pair", "field", "keyword", "property", "entry"];
    let name = largest(tree, token);
    let is_key = || {
        let holds = |above: NodeId| HOLDERS.iter().any(|word| tree.kind_name(above).contains(word));
        matches!(tree.field_name(name), Some("key" | "name")) && tree.parent(name).is_some_and(holds)
    };
    is_word(tree, token) && (is_accessed(tree, token) || is_behind_path(tree, token) || is_key())
}
