//! The units of a text: its top-level elements and the members of its classes.

use std::collections::HashSet;

use super::binders::Binders;
use super::elements::Elements;
use super::kinds::Kinds;
use crate::tree::{NodeId, Tree};

/// A top-level element, or a member of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitNode {
    pub(super) node: NodeId,
    pub(super) is_member: bool,
}

/// Finds all units, in preorder.
pub(super) fn units(tree: &Tree, kinds: &Kinds, elements: &Elements, binders: &Binders) -> Vec<UnitNode> {
    let own: HashSet<&[u8]> = binders.names().map(|name| tree.text_of(name)).collect();
    let mut found = Vec::new();
    let mut rest = vec![(tree.root(), false)];
    while let Some((holder, is_member)) = rest.pop() {
        for child in tree.children(holder) {
            let kind = kinds.of_node(tree, child);
            if !tree.is_named(child) || tree.is_extra(child) || kind.comment || kind.attached {
                continue;
            }
            if is_section(tree, kinds, holder, child) || !elements.is_element(child) {
                let is_body = tree.field_name(child) == Some("body") || kind.list;
                if is_body || is_section(tree, kinds, holder, child) {
                    rest.push((child, is_member));
                }
                continue;
            }
            if is_member && (kind.constructor || begins_constructor(tree, binders, child)) {
                continue;
            }
            found.push(UnitNode { node: child, is_member });
            rest.extend(bodies(tree, kinds, &own, child).into_iter().map(|body| (body, true)));
        }
    }
    found.sort_by_key(|unit| unit.node);
    found.dedup_by_key(|unit| unit.node);
    found
}

/// Whether a node only groups some units of its parent.
fn is_section(tree: &Tree, kinds: &Kinds, holder: NodeId, node: NodeId) -> bool {
    let name = tree.kind_name(node);
    let is_known =
        matches!(name, "declarations" | "imports" | "structure" | "design_unit" | "compilation_unit");
    let only = holder == tree.root() && kinds.of_node(tree, node).list && !kinds.of_node(tree, node).import;
    is_known || (only && tree.n_tokens(holder) < 2 * tree.n_tokens(node) && !kinds.of_node(tree, node).class)
}

/// Whether a member is a constructor, which is used without its name.
fn begins_constructor(tree: &Tree, binders: &Binders, node: NodeId) -> bool {
    let names = binders.within(tree.subtree(node)).take(1);
    names.into_iter().any(|(name, _)| {
        matches!(tree.text_of(name), b"constructor" | b"__init__" | b"__construct" | b"initialize" | b"init")
    })
}

/// Returns the nodes that hold the members of a class. Empty if code outside of this text may call
/// them.
fn bodies(tree: &Tree, kinds: &Kinds, own: &HashSet<&[u8]>, unit: NodeId) -> Vec<NodeId> {
    let is_class = |node: NodeId| tree.is_named(node) && kinds.of_node(tree, node).class;
    let mut class = unit;
    while !is_class(class) {
        let mut inner = tree.children(class).filter(|&child| is_class(child));
        match (inner.next(), inner.next()) {
            (Some(only), None) => class = only,
            _ => return Vec::new(),
        }
    }
    if kinds.of_node(tree, class).import {
        return Vec::new();
    }
    let is_foreign = |node: NodeId| {
        let mut names = tree.preorder(node).filter(|&node| tree.is_leaf(node) && tree.is_named(node));
        names.any(|name| !own.contains(tree.text_of(name)))
    };
    let is_above = |child: NodeId| {
        tree.is_named(child)
            && (matches!(
                tree.field_name(child),
                Some("trait" | "superclass" | "interfaces" | "superclasses")
            ) || kinds.of_node(tree, child).heritage)
    };
    if tree.children(class).any(|child| is_above(child) && is_foreign(child)) {
        return Vec::new();
    }
    let is_body = |&child: &NodeId| {
        let (name, kind) = (tree.kind_name(child), kinds.of_node(tree, child));
        let is_other = kind.parameter
            || kind.heritage
            || kind.attribute
            || name.contains("arg")
            || name.contains("interf");
        tree.is_named(child)
            && (matches!(tree.field_name(child), Some("body" | "declarations" | "members"))
                || (!is_other && (kind.list || name == "structure")))
    };
    // The members of a module may lie one level deeper.
    let direct: Vec<NodeId> = tree.children(class).filter(is_body).collect();
    if !direct.is_empty() {
        return direct;
    }
    let inner = tree.children(class).filter(|&child| is_class(child));
    inner.flat_map(|child| tree.children(child).filter(is_body).collect::<Vec<_>>()).collect()
}
