//! Sorts of steps: what they do, whatever they do it to.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use dwindle_reduce::cost::is_word_byte;
use dwindle_syntax::bindings::{Bindings, EntityId};
use dwindle_syntax::{FieldId, KindId, NodeId, Tree};

use super::sources::{is_accessed, is_before_member, is_behind_path, largest};

/// What a step does, by the kinds of its nodes. Steps of one sort mostly succeed or fail alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Sort {
    /// Removes a node of this kind.
    Remove(KindId),
    /// Replaces a node of the first kind by one of the second, or by several nodes.
    Hoist(KindId, Option<KindId>),
    /// Replaces a node in a field of a node of this kind by a plain value.
    Put(KindId, Option<FieldId>),
}

impl Sort {
    /// Returns the sort of steps that put a plain value in the place of a node.
    pub(super) fn of_put(tree: &Tree, place: NodeId) -> Option<Sort> {
        Some(Sort::Put(tree.kind(tree.parent(place)?), tree.field(place)))
    }
}

/// Which kinds of nodes stand where in a text, and which names are called.
#[derive(Debug, Default)]
pub(super) struct Seen {
    /// The kind of the parent, the field, the kind of the child.
    places: HashSet<(KindId, Option<FieldId>, KindId)>,
    /// The kind of the parent, the kind of the child.
    pairs: HashSet<(KindId, KindId)>,
    /// The words that stand before an opening bracket …
    called: HashSet<Box<[u8]>>,
    /// … and those that stand elsewhere.
    uncalled: HashSet<Box<[u8]>>,
    /// Where the words are known that stand alone, not as the name of a member: ranges of tokens.
    alone: HashMap<Box<[u8]>, Vec<Range<u32>>>,
    /// The words that stand before no member …
    unaccessed: HashSet<Box<[u8]>>,
    /// … and those that name types.
    types: HashSet<Box<[u8]>>,
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
        seen.pairs = seen.places.iter().map(|&(parent, _, child)| (parent, child)).collect();
        let known = Known::of(bindings);
        for (at, &token) in (0u32..).zip(tree.tokens()).filter(|&(_, &token)| is_word(tree, token)) {
            let words = if is_called(tree, at + 1) { &mut seen.called } else { &mut seen.uncalled };
            words.insert(tree.text_of(token).into());
            if !is_before_member(tree, token) {
                seen.unaccessed.insert(tree.text_of(token).into());
            }
            if !members.contains(&token) && !names_member(tree, token) {
                let ranges = seen.alone.entry(tree.text_of(token).into()).or_default();
                let range = known.range(bindings, token, at);
                if ranges.last() != Some(&range) {
                    ranges.push(range);
                }
            }
        }
        let types = bindings.definitions().iter().filter(|found| {
            let node = found.node.filter(|_| !found.accompanies && !found.is_member);
            node.is_some_and(|node| defines_type(tree, node))
        });
        seen.types.extend(types.map(|found| tree.text_of(found.name).into()));
        seen
    }

    /// Whether a hoist that keeps these tokens of a node leaves the name of a member without its
    /// object, and the text has no such name alone.
    pub(super) fn loses_object(&self, tree: &Tree, node: NodeId, keep: &Range<u32>) -> bool {
        let first = tree.tokens()[keep.start as usize];
        leaves_member(tree, node, keep) && !self.alone.contains_key(tree.text_of(first))
    }

    /// Whether a hoist that keeps these tokens of a node leaves the name of a member without its
    /// object where no such name alone is known; one that is inherited may be.
    pub(super) fn loses_sight(&self, tree: &Tree, node: NodeId, keep: &Range<u32>) -> bool {
        let (place, first) = (tree.token_range(node).start, tree.tokens()[keep.start as usize]);
        let mut ranges = self.alone.get(tree.text_of(first)).into_iter().flatten();
        leaves_member(tree, node, keep) && !ranges.any(|range| range.contains(&place))
    }

    /// Whether a hoist that keeps these tokens of a node leaves the name of a type where its member
    /// was, or a name that stands before members everywhere else.
    pub(super) fn loses_member(&self, tree: &Tree, node: NodeId, keep: &Range<u32>) -> bool {
        let Some(last) = keep.end.checked_sub(1).map(|at| tree.tokens()[at as usize]) else { return false };
        let is_left =
            tree.token_range(node).end != keep.end && is_word(tree, last) && !is_accessed(tree, last);
        let word = tree.text_of(last);
        is_left
            && is_before_member(tree, last)
            && (self.types.contains(word) || !self.unaccessed.contains(word))
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

    /// Whether a type of the text has a name.
    pub(super) fn names_type(&self, word: &[u8]) -> bool {
        self.types.contains(word)
    }

    /// Whether a node of one of these kinds occurs in a node like the parent of a node, in whatever
    /// field: a number is no function, but may be on either side of a sign.
    pub(super) fn has_kind(&self, tree: &Tree, place: NodeId, kinds: &[KindId]) -> bool {
        let Some(parent) = tree.parent(place) else { return true };
        kinds.iter().any(|&kind| self.pairs.contains(&(tree.kind(parent), kind)))
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

/// Whether a hoist that keeps these tokens of a node leaves the name of a member without its
/// object.
fn leaves_member(tree: &Tree, node: NodeId, keep: &Range<u32>) -> bool {
    let (place, first) = (tree.token_range(node).start, tree.tokens()[keep.start as usize]);
    let is_moved = place != keep.start && !is_accessed(tree, tree.tokens()[place as usize]);
    is_moved && names_member(tree, first)
}

/// Which entities the tokens of a text name.
struct Known {
    /// By the index of the token.
    named: HashMap<u32, EntityId>,
}

impl Known {
    /// O(definitions + uses).
    fn of(bindings: &Bindings) -> Known {
        let tree = bindings.tree();
        let used = bindings.uses().iter().filter_map(|found| Some((found.node, found.entity?)));
        let defined = bindings.definitions().iter().map(|found| (found.name, found.entity));
        let at = |node: NodeId| tree.token_range(node).start;
        Known { named: used.chain(defined).map(|(node, entity)| (at(node), entity)).collect() }
    }

    /// Returns where a name that stands alone is known: in the scope of what it names; a member, in
    /// the type around it. O(depth).
    fn range(&self, bindings: &Bindings, token: NodeId, at: u32) -> Range<u32> {
        let tree = bindings.tree();
        let everywhere = tree.token_range(tree.root());
        let Some(&entity) = self.named.get(&at) else { return everywhere };
        let entity = bindings.entity(entity);
        if !entity.definitions.iter().any(|&id| bindings.definition(id).is_member) {
            return tree.token_range(entity.scope);
        }
        let holder = tree.ancestors(token).find(|&above| defines_type(tree, above));
        holder.map_or(everywhere, |holder| tree.token_range(holder))
    }
}

/// Whether a node defines a type.
pub(super) fn defines_type(tree: &Tree, node: NodeId) -> bool {
    const TYPES: [&str; 8] =
        ["struct", "class", "enum", "interface", "record", "trait", "impl_item", "object_declaration"];
    const PARTS: [&str; 9] =
        ["structor", "param", "body", "expression", "pattern", "literal", "field", "enumerator", "variant"];
    // How far below the words before a name Go says what a type is.
    const FIRST: usize = 8;
    let kind = tree.kind_name(node);
    if matches!(kind, "type_declaration" | "type_spec") {
        let is_struct = |part: NodeId| tree.kind_name(part) == "struct_type";
        return tree.preorder(node).take(FIRST).any(is_struct);
    }
    TYPES.iter().any(|word| kind.contains(word)) && !PARTS.iter().any(|word| kind.contains(word))
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
