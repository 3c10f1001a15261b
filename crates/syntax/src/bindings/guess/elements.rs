//! Guesses which nodes are elements of lists, from one tree.

use std::collections::{HashMap, HashSet};

use super::kinds::Kinds;
use crate::tree::{KindId, NodeId, Tree};

/// The list elements of a tree.
pub(in crate::bindings) struct Elements {
    /// By node: whether it is an element.
    is_element: Vec<bool>,
    /// By node: whether it is one of several cases.
    is_case: Vec<bool>,
    /// Kinds of nodes whose elements are separated by a token, such as a comma.
    separated: HashSet<KindId>,
}

impl Elements {
    /// Finds nodes whose role in their parent occurs repeatedly anywhere in the tree. O(nodes).
    pub(super) fn of(tree: &Tree, kinds: &Kinds) -> Elements {
        let is_content =
            |node: NodeId| tree.is_named(node) && !tree.is_extra(node) && !kinds.of_node(tree, node).comment;
        // The parts of a statement differ, and often no fields tell them apart.
        let role = |parent: NodeId, node: NodeId| {
            let is_part = tree.field(node).is_none() && tree.kind_name(parent).ends_with("_statement");
            (tree.kind(parent), tree.field(node), is_part.then(|| tree.kind(node)))
        };
        let mut repeated = HashSet::new();
        let mut separated = HashSet::new();
        let mut counts: HashMap<_, u32> = HashMap::new();
        for parent in tree.preorder(tree.root()).filter(|&node| !tree.is_leaf(node)) {
            counts.clear();
            let mut n_content = 0;
            for child in tree.children(parent).filter(|&child| is_content(child)) {
                n_content += 1;
                *counts.entry(role(parent, child)).or_default() += 1;
            }
            if !is_whole(tree, parent) {
                repeated.extend(counts.iter().filter(|(_, times)| 1 < **times).map(|(role, _)| *role));
            }
            let is_comma =
                |child: NodeId| !tree.is_named(child) && matches!(tree.text_of(child), b"," | b"|" | b"and");
            let has_statements = tree.kind_name(parent).ends_with("_body");
            if 1 < n_content && !has_statements && tree.children(parent).any(is_comma) {
                separated.insert(tree.kind(parent));
            }
        }
        let mut is_element = vec![false; tree.len()];
        for node in tree.preorder(tree.root()).filter(|&node| is_content(node)) {
            let Some(parent) = tree.parent(node) else { continue };
            let (own, above) = (kinds.of_node(tree, node), kinds.of_node(tree, parent));
            let is_loose = tree.field(node).is_none() || own.declares;
            let holds_many = above.list || tree.kind_name(parent).ends_with("_head");
            let in_list = holds_many && is_loose && !separated.contains(&tree.kind(parent));
            // In some grammars both sides of an assignment have the same role.
            let is_side = tree.kind_name(parent).contains("assign") && tree.field(node).is_none();
            is_element[node.index()] = !(own.attached || is_side || is_list(tree, node))
                && (repeated.contains(&role(parent, node))
                    || (parent == tree.root() && is_loose)
                    || in_list
                    || is_link(tree, parent, node)
                    || (own.import && !above.import));
        }
        let is_case = tree.preorder(tree.root()).map(|node| kinds.of_node(tree, node).passing).collect();
        Elements { is_element, is_case, separated }
    }

    pub(super) fn is_element(&self, node: NodeId) -> bool {
        self.is_element[node.index()]
    }

    /// Whether a node is a case, or an element of a list without separators such as commas.
    pub(super) fn is_statement(&self, tree: &Tree, node: NodeId) -> bool {
        let is_separated =
            |parent| self.separated.contains(&tree.kind(parent)) && !self.is_case[node.index()];
        self.is_element(node) && !tree.parent(node).is_some_and(is_separated)
    }

    /// Returns the innermost element that is or holds a node, and is not alone in a list of names
    /// that must not be empty.
    pub(super) fn around(&self, tree: &Tree, node: NodeId) -> Option<NodeId> {
        let is_alone = |node: NodeId| {
            let list = tree.parent(node).filter(|&list| is_list(tree, list));
            list.is_some_and(|list| tree.n_tokens(list) == tree.n_tokens(node))
        };
        std::iter::successors(Some(node), |&node| tree.parent(node))
            .find(|&node| self.is_element(node) && !is_alone(node))
    }
}

/// Whether a node is a list that must not be empty.
fn is_list(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node).starts_with("list_of_")
}

/// Whether a node is an operation, or a name with a path or an index: all of its parts are
/// required.
fn is_whole(tree: &Tree, node: NodeId) -> bool {
    let is_operator = |child: NodeId| tree.kind_name(child).ends_with("_operator");
    let kind = tree.kind_name(node);
    if kind == "name"
        || kind.ends_with("primary")
        || kind.ends_with("lvalue")
        || tree.children(node).any(is_operator)
    {
        return true;
    }
    let is_dot = |child: NodeId| !tree.is_named(child) && matches!(tree.text_of(child), b"." | b"::");
    // At the end, it ends a declaration.
    tree.children(node).any(|child| is_dot(child) && tree.range(child).end != tree.range(node).end)
}

/// Whether a node is one step of a nested sequence: `a` in `a; (b; c)`, or what a `let` with a body
/// defines.
fn is_link(tree: &Tree, parent: NodeId, node: NodeId) -> bool {
    let kind = tree.kind_name(parent);
    let is_let = matches!(kind, "let_expression" | "let_in" | "let_exp");
    let is_body = matches!(tree.field_name(node), Some("body" | "expression" | "in"));
    kind == "sequence_expression" || is_let && !is_body
}
