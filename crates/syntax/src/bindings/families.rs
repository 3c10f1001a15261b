//! Which types of a text are derived from each other.

use std::collections::{HashMap, HashSet};

use super::named::FoundDefinition;
use crate::tree::{NodeId, Tree};

/// The types of a text, in groups of those that are derived from each other.
pub(super) struct Families<'a> {
    /// Of a type, one that stands for all derived from it, and for what it is derived from.
    derived: HashMap<&'a [u8], &'a [u8]>,
    /// The same with implementations apart from the type, as in Rust.
    kin: HashMap<&'a [u8], &'a [u8]>,
    /// Types whose objects may have members of other types.
    open: HashSet<&'a [u8]>,
}

impl<'a> Families<'a> {
    /// Finds the families of types from what stands before their bodies. O(tokens before bodies +
    /// tokens of the text + types · log types).
    pub(super) fn of(
        tree: &'a Tree,
        definitions: &[FoundDefinition],
        types: &HashMap<NodeId, &'a [u8]>,
        names: &HashSet<&'a [u8]>,
    ) -> Families<'a> {
        let (mut derived, mut kin) = (Groups::default(), Groups::default());
        let mut open = open(tree, types);
        for found in definitions {
            let Some((node, own)) = found.node.and_then(|node| Some((node, *types.get(&node)?))) else {
                continue;
            };
            for token in head(tree, node) {
                let other = tree.text_of(token);
                if matches!(other, b"Deref" | b"DerefMut" | b"by") {
                    open.insert(own);
                }
                if other == own || !names.contains(other) {
                    continue;
                }
                kin.join(own, other);
                if !found.traits.accompanies {
                    derived.join(own, other);
                }
            }
        }
        Families { derived: derived.flat(), kin: kin.flat(), open }
    }

    /// Returns the type that stands for a type, all derived from it and what it is derived from.
    pub(super) fn head_of(&self, name: &'a [u8]) -> &'a [u8] {
        self.derived.get(name).copied().unwrap_or(name)
    }

    /// Returns the type that stands for all that are derived from each other, or implement each
    /// other.
    pub(super) fn kin_of(&self, name: &'a [u8]) -> &'a [u8] {
        self.kin.get(name).copied().unwrap_or(name)
    }

    /// Whether objects of a type may have members of other types, by delegation.
    pub(super) fn is_open(&self, name: &[u8]) -> bool {
        self.open.contains(name)
    }
}

/// Returns the types in which something says that their objects have members of others.
fn open<'a>(tree: &Tree, types: &HashMap<NodeId, &'a [u8]>) -> HashSet<&'a [u8]> {
    const HOOKS: [&[u8]; 5] = [b"operator", b"method_missing", b"__getattr__", b"__getattribute__", b"__get"];
    let is_mixin = |token: NodeId| {
        let is_word = matches!(tree.text_of(token), b"use" | b"include" | b"extend" | b"prepend");
        is_word && tree.ancestors(token).nth(1).is_some_and(|node| node != tree.root())
    };
    let tokens = tree.tokens().iter().copied();
    let hooks = tokens.filter(|&token| HOOKS.contains(&tree.text_of(token)) || is_mixin(token));
    hooks.filter_map(|token| tree.ancestors(token).find_map(|node| types.get(&node).copied())).collect()
}

/// The most tokens before the body of a type.
const LONGEST_HEAD: usize = 256;

/// Returns the tokens of a definition before its body that may name what it is derived from.
fn head(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let is_body = |child: NodeId| {
        let kind = tree.kind_name(child);
        let is_block = kind.contains("body") || kind.contains("block") || kind.ends_with("declaration_list");
        tree.field_name(child) == Some("body") || is_block
    };
    let takes = |child: NodeId| {
        let kind = tree.kind_name(child);
        kind.contains("parameter") || kind.contains("constructor")
    };
    let before = tree.children(node).take_while(move |&child| !is_body(child));
    let tokens = before.filter(move |&child| !takes(child)).flat_map(|child| tree.tokens_of(child).iter());
    tokens.copied().take_while(|&token| tree.text_of(token) != b"{").take(LONGEST_HEAD)
}

/// Names in groups, each by a name nearer to the one that stands for its group.
#[derive(Default)]
struct Groups<'a> {
    above: HashMap<&'a [u8], &'a [u8]>,
}

impl<'a> Groups<'a> {
    /// Returns the name that stands for the group of a name, and makes the way there shorter.
    fn first(&mut self, name: &'a [u8]) -> &'a [u8] {
        let mut at = name;
        while let Some(&next) = self.above.get(at) {
            if let Some(&after) = self.above.get(next) {
                self.above.insert(at, after);
            }
            at = next;
        }
        at
    }

    fn join(&mut self, a: &'a [u8], b: &'a [u8]) {
        let (a, b) = (self.first(a), self.first(b));
        if a != b {
            self.above.insert(a, b);
        }
    }

    /// Returns the name that stands for the group of each.
    fn flat(mut self) -> HashMap<&'a [u8], &'a [u8]> {
        let names: Vec<&[u8]> = self.above.keys().copied().collect();
        names.into_iter().map(|name| (name, self.first(name))).collect()
    }
}
