//! Guesses which nodes introduce names.

use std::cell::OnceCell;
use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::imports::imported;
use super::kinds::{Kinds, is_name, is_no_definition};
use crate::tree::{NodeId, Tree};

/// A node that introduces a name.
#[derive(Clone, Copy, Debug)]
pub(super) struct Binder {
    /// The node.
    pub(super) node: NodeId,
    /// Whether it imports the name.
    pub(super) is_import: bool,
}

/// All names that are introduced, by their leaves.
#[derive(Debug, Default)]
pub(super) struct Binders {
    by_name: BTreeMap<NodeId, Binder>,
}

impl Binders {
    /// Finds binders by fields such as `name`, or by position if there are no such fields. O(nodes
    /// · depth of patterns).
    pub(super) fn of(tree: &Tree, kinds: &Kinds) -> Binders {
        let mut binders = Binders::default();
        // The names in the text that are no parts of paths of modules.
        let names_apart: OnceCell<HashSet<&[u8]>> = OnceCell::new();
        let is_used = |name: NodeId| {
            let is_apart = |&node: &NodeId| tree.is_leaf(node) && tree.kind(node) != tree.kind(name);
            let texts =
                || tree.preorder(tree.root()).filter(is_apart).map(|node| tree.text_of(node)).collect();
            names_apart.get_or_init(texts).contains(tree.text_of(name))
        };
        for node in tree.preorder(tree.root()).filter(|&node| !tree.is_leaf(node) && tree.is_named(node)) {
            let kind = kinds.of_node(tree, node);
            let above = tree.parent(node).map(|parent| (parent, kinds.of_node(tree, parent)));
            if kind.attribute && !kind.import && !is_declaration(tree.kind_name(node)) {
                continue;
            }
            if kind.import {
                if above.is_none_or(|(_, above)| !above.import) {
                    for name in imported(tree, kinds, node, &is_used) {
                        binders.by_name.insert(name, Binder { node, is_import: true });
                    }
                }
                continue;
            }
            if tree.kind_name(node) == "infix" && above.is_some_and(|(_, above)| above.function) {
                let operator = tree.children(node).find(|&child| tree.field_name(child) == Some("operator"));
                let function = above.map_or(node, |(parent, _)| parent);
                for name in operator.into_iter().flat_map(|operator| names(tree, kinds, operator)) {
                    binders.add(name, function);
                }
                // What it is applied to are patterns.
                let operands = tree.children(node).filter(|&child| {
                    matches!(tree.field_name(child), Some("left_operand" | "right_operand"))
                });
                operands.for_each(|operand| binders.add_variables(tree, kinds, operand, node));
            }
            if tree.kind_name(node) == "patterns" {
                binders.add_variables(tree, kinds, node, node);
                continue;
            }
            let in_arguments = above.is_some_and(|(parent, _)| names_what_is_there(tree.kind_name(parent)));
            if is_target_list(tree, kinds, node) {
                continue;
            }
            if is_declaration(tree.kind_name(node)) && !kind.instance {
                for name in declared(tree, kinds, node) {
                    binders.add(name, node);
                }
            }
            let is_clause = tree.kind_name(node).ends_with("clause");
            for child in tree.children(node) {
                if matches!(tree.field_name(child), Some("args" | "pat")) && is_clause {
                    binders.add_variables(tree, kinds, child, child);
                    continue;
                }
                let binds = match tree.field_name(child) {
                    Some("name" | "designator" | "package") => !kind.use_like && !in_arguments,
                    Some("declarator") => true,
                    Some("port_name" | "type_name" | "variables") => kind.declares,
                    Some("variable") => kind.declares || kind.passing,
                    Some("pattern") => !kind.use_like || kind.declares,
                    Some("left" | "lhs") => kind.assigns && !kind.augments,
                    _ => false,
                };
                if binds {
                    if tree.field_name(child) == Some("pattern") || kind.passing {
                        binders.add_variables(tree, kinds, child, node);
                    } else {
                        names(tree, kinds, child).into_iter().for_each(|name| binders.add(name, node));
                    }
                }
            }
        }
        for node in tree.preorder(tree.root()).filter(|&node| kinds.of_node(tree, node).named_first) {
            // A name does not introduce itself.
            if !tree.is_named(node) || tree.is_leaf(node) {
                continue;
            }
            let first = |&node: &NodeId| tree.children(node).next().filter(|&child| tree.is_named(child));
            let leaf = std::iter::successors(Some(node), first).last();
            if let Some(leaf) = leaf.filter(|&leaf| is_name(tree, kinds, leaf)) {
                binders.by_name.entry(leaf).or_insert(Binder { node, is_import: false });
            }
        }
        binders
    }

    /// Makes `node` the binder of the variables in a pattern.
    fn add_variables(&mut self, tree: &Tree, kinds: &Kinds, pattern: NodeId, node: NodeId) {
        let all = names(tree, kinds, pattern).into_iter();
        all.filter(|&name| !is_matched_constructor(tree, name)).for_each(|name| self.add(name, node));
    }

    /// Makes `node` the binder of a name.
    pub(super) fn add(&mut self, name: NodeId, node: NodeId) {
        self.by_name.entry(name).or_insert(Binder { node, is_import: false });
    }

    pub(super) fn get(&self, name: NodeId) -> Option<Binder> {
        self.by_name.get(&name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = NodeId> {
        self.by_name.keys().copied()
    }

    /// Returns the names in a range of nodes, with their binders, in order.
    pub(super) fn within(&self, nodes: Range<u32>) -> impl Iterator<Item = (NodeId, Binder)> {
        self.by_name.range(NodeId(nodes.start)..NodeId(nodes.end)).map(|(&name, &binder)| (name, binder))
    }
}

/// Whether nodes of this kind declare a name, which need not be in a field called `name`.
fn is_declaration(kind: &str) -> bool {
    kind.ends_with("_declaration") || kind.ends_with("_specification")
}

/// Returns the names of a declaration without fields for them: a list of names, or the first one
/// alone, in no field or in one that is called like the declaration.
fn declared(tree: &Tree, kinds: &Kinds, node: NodeId) -> Vec<NodeId> {
    let is_known = |child: NodeId| matches!(tree.field_name(child), Some("name" | "declarator" | "pattern"));
    if tree.children(node).any(is_known) {
        return Vec::new();
    }
    let is_list = |&child: &NodeId| {
        let kind = tree.kind_name(child);
        kind.ends_with("identifier_list") || kind.starts_with("list_of_") && kind.ends_with("_identifiers")
    };
    if let Some(list) = tree.children(node).find(is_list) {
        return names(tree, kinds, list);
    }
    // The name of a `subtype_declaration` is in the field `type`.
    let kind = tree.kind_name(node).trim_start_matches("sub");
    let is_own = |child: NodeId| tree.field_name(child).is_none_or(|field| kind.starts_with(field));
    let is_it = |&child: &NodeId| {
        tree.kind_name(child).ends_with("identifier") && is_name(tree, kinds, child) && is_own(child)
    };
    tree.children(node).find(is_it).into_iter().collect()
}

/// Whether a node lists targets of an assignment that were declared elsewhere.
fn is_target_list(tree: &Tree, kinds: &Kinds, node: NodeId) -> bool {
    let assigns = |&parent: &NodeId| tree.kind_name(parent).contains("assign");
    let assignment = Some(node).filter(|&node| tree.kind_name(node) == "variable_list");
    let assignment = assignment.and_then(|node| tree.parent(node)).filter(assigns);
    let holder = assignment.and_then(|assignment| tree.parent(assignment));
    holder.is_some_and(|holder| !kinds.of_node(tree, holder).declares)
}

/// Returns the names that a pattern or a declarator introduces.
fn names(tree: &Tree, kinds: &Kinds, pattern: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut rest = vec![pattern];
    while let Some(node) = rest.pop() {
        let kind = kinds.of_node(tree, node);
        if kind.opaque || kind.comment || (kind.literal && !kind.interpolates) {
            continue;
        }
        // In `(f -> x)`, a function is called.
        if tree.kind_name(node) == "view_pattern" {
            rest.extend(tree.children(node).filter(|&child| tree.field_name(child) == Some("pattern")));
            continue;
        }
        if is_name(tree, kinds, node) {
            found.push(node);
        }
        // In `Node a b = …` the arguments of a constructor are patterns.
        let is_applied = matches!(tree.kind_name(node), "apply" | "map_field");
        let binds = |child: &NodeId| {
            let is_none = || tree.field_name(*child).is_some_and(is_no_definition);
            is_applied || !(is_none() || tree.kind_name(*child).ends_with("_args"))
        };
        rest.extend(tree.children(node).filter(binds));
    }
    found
}

/// Whether the fields called `name` below nodes of this kind name what was defined elsewhere: named
/// arguments, and parts of a record in an expression.
fn names_what_is_there(kind: &str) -> bool {
    kind.contains("arguments") || kind.starts_with("record") && kind.ends_with("_expr")
}

/// Whether a name in a pattern is the constructor, atom or type that is matched, and not a new
/// variable.
fn is_matched_constructor(tree: &Tree, name: NodeId) -> bool {
    let kind = tree.kind_name(name);
    ["constructor", "field", "atom"].iter().any(|word| kind.contains(word))
}
