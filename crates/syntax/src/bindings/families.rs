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
}

impl<'a> Families<'a> {
    /// Finds the families of types from what stands before their bodies. O(tokens before bodies).
    pub(super) fn of(
        tree: &'a Tree,
        definitions: &[FoundDefinition],
        types: &HashMap<NodeId, &'a [u8]>,
        names: &HashSet<&'a [u8]>,
    ) -> Families<'a> {
        let mut families = Families { derived: HashMap::new(), kin: HashMap::new() };
        for found in definitions {
            let Some((node, own)) = found.node.and_then(|node| Some((node, *types.get(&node)?))) else {
                continue;
            };
            let head = head(tree, node).flat_map(|child| tree.tokens_of(child));
            let others = head.map(|&token| tree.text_of(token));
            for other in others.filter(|&other| other != own && names.contains(other)) {
                join(&mut families.kin, own, other);
                if !found.traits.accompanies {
                    join(&mut families.derived, own, other);
                }
            }
        }
        families
    }

    /// Returns the type that stands for a type, all derived from it and what it is derived from.
    pub(super) fn head_of(&self, name: &'a [u8]) -> &'a [u8] {
        first(&self.derived, name).unwrap_or(name)
    }

    /// Whether two types are derived, or one of them implements the other.
    pub(super) fn are_kin(&self, a: &[u8], b: &[u8]) -> bool {
        let firsts = (first(&self.kin, a), first(&self.kin, b));
        a == b || matches!(firsts, (Some(a), Some(b)) if a == b)
    }
}

/// Returns the parts of a definition before its body that may name what it is derived from.
fn head(tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let is_body = |child: NodeId| {
        let kind = tree.kind_name(child);
        let is_block = kind.contains("body") || kind.contains("block") || kind.ends_with("declaration_list");
        tree.field_name(child) == Some("body") || is_block || tree.text_of(child).starts_with(b"{")
    };
    let takes = |child: NodeId| {
        let kind = tree.kind_name(child);
        kind.contains("parameter") || kind.contains("constructor")
    };
    tree.children(node).take_while(move |&child| !is_body(child)).filter(move |&child| !takes(child))
}

/// Returns the type that stands for the group of a type; `None` if that is alone.
fn first<'a>(groups: &HashMap<&'a [u8], &'a [u8]>, name: &[u8]) -> Option<&'a [u8]> {
    let mut at = *groups.get(name)?;
    while let Some(&next) = groups.get(at).filter(|&&next| next != at) {
        at = next;
    }
    Some(at)
}

fn join<'a>(groups: &mut HashMap<&'a [u8], &'a [u8]>, a: &'a [u8], b: &'a [u8]) {
    let a = first(groups, a).unwrap_or(a);
    let b = first(groups, b).unwrap_or(b);
    groups.insert(a, b);
    groups.insert(b, b);
}
