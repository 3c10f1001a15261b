//! Parts: what can be removed as a whole.

use std::collections::HashSet;
use std::ops::Range;

use crate::bindings::{Bindings, Definition, is_attached};
use crate::tree::{KindId, Naming, NodeId, Tree};

/// The index of a part.
pub(super) type PartId = u32;

/// Something that can be removed as a whole, with its attributes.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The node.
    pub(super) node: NodeId,
    /// All of its nodes: from the first attribute before the node to the last descendant.
    pub(super) nodes: Range<u32>,
    /// The innermost part around it.
    pub(super) parent: Option<PartId>,
}

impl Part {
    /// Returns the tokens of all its nodes.
    pub(super) fn tokens(&self, tree: &Tree) -> Range<u32> {
        tree.token_range(NodeId(self.nodes.start)).start..tree.token_range(self.node).end
    }

    /// Returns the nodes to delete: what is attached, and the node itself.
    pub(super) fn outermost<'a>(&self, tree: &'a Tree) -> impl Iterator<Item = NodeId> + use<'a> {
        let last = self.node;
        let next = move |&node: &NodeId| if node == last { None } else { tree.next_sibling(node) };
        std::iter::successors(Some(NodeId(self.nodes.start)), next)
    }
}

/// Returns all parts, in preorder: statements, definitions, groups of definitions, and `elements`.
pub(super) fn parts(bindings: &Bindings, elements: &HashSet<NodeId>) -> Vec<Part> {
    let tree = bindings.tree();
    let of_definitions = bindings.definitions().iter().flat_map(|found| [found.node, found.group]).flatten();
    let is_free = |&node: &NodeId| !has_to_be(tree, node) && !returns_what_is_declared(tree, node);
    let statements = bindings.statements().iter().copied().filter(is_free);
    let mut nodes: Vec<NodeId> =
        statements.chain(of_definitions).chain(elements.iter().copied()).chain(connections(tree)).collect();
    nodes.retain(|&node| {
        let is_something = node != tree.root() && !tree.is_extra(node) && !is_attached(tree, node);
        is_something && !is_promised(bindings, node)
    });
    // What names a definition without being a part of the syntax: a pragma.
    nodes.extend(pragmas(bindings));
    nodes.sort_unstable();
    nodes.dedup();
    let mut parts: Vec<Part> = Vec::with_capacity(nodes.len());
    // By parent: the first attribute that waits for the node it belongs to.
    let first_attached = first_attached(bindings);
    for node in nodes {
        let all = tree.subtree(node);
        let start = first_attached.get(&node).map_or(all.start, |first| first.0);
        parts.push(Part { node, nodes: start..all.end, parent: None });
    }
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by_key(|&part| (parts[part].nodes.start, std::cmp::Reverse(parts[part].nodes.end)));
    let mut sorted: Vec<Part> = order.into_iter().map(|part| parts[part].clone()).collect();
    let mut open: Vec<PartId> = Vec::new();
    for index in 0..sorted.len() {
        let nodes = sorted[index].nodes.clone();
        while open.last().is_some_and(|&last| sorted[last as usize].nodes.end <= nodes.start) {
            open.pop();
        }
        sorted[index].parent = open.last().copied();
        open.push(u32::try_from(index).expect("a tree has fewer than 2^32 nodes"));
    }
    sorted
}

/// Returns the extra nodes that name something, in order.
fn pragmas(bindings: &Bindings) -> impl Iterator<Item = NodeId> {
    bindings.uses().iter().map(|bound| bound.node).filter(|&node| bindings.tree().is_extra(node))
}

/// Returns the connections of ports, and the parameters that are set, of modules in hardware.
fn connections(tree: &Tree) -> impl Iterator<Item = NodeId> + '_ {
    const KINDS: [&str; 2] = ["named_port_connection", "named_parameter_assignment"];
    let kinds = KINDS.into_iter().flat_map(|name| tree.kinds().find_all(name, Naming::Named));
    let kinds: Vec<KindId> = kinds.collect();
    let nodes = (!kinds.is_empty()).then(|| tree.preorder(tree.root()));
    nodes.into_iter().flatten().filter(move |&node| kinds.contains(&tree.kind(node)))
}

/// Whether a node is required at its place, and can only be removed with its parent.
pub(super) fn has_to_be(tree: &Tree, node: NodeId) -> bool {
    const OPERATIONS: &[&str] = &["parenthesized", "application", "infix", "binary", "unary"];
    const OPERANDS: &[&str] = &[
        "body",
        "consequence",
        "match",
        "value",
        "left",
        "right",
        "condition",
        "argument",
        "arguments",
        "operand",
        "function",
        "object",
        "init",
        "initializer",
        "index",
        "subject",
    ];
    let above = tree.parent(node).map_or("", |parent| tree.kind_name(parent));
    // All equations of a function have as many patterns.
    if above == "patterns" {
        return true;
    }
    // The last statement is the value of all.
    let mut behind = std::iter::successors(tree.next_sibling(node), |&next| tree.next_sibling(next));
    if above == "do" && tree.field_name(node) == Some("statement") && behind.all(|next| tree.is_extra(next)) {
        return true;
    }
    // In some grammars `a; b` has a left and a right side.
    if above.starts_with("sequence") {
        return false;
    }
    let is_operand =
        || OPERATIONS.iter().any(|part| above.contains(part)) || above.ends_with("expression_list");
    match tree.field_name(node) {
        // The last arm of a chain may be removed.
        Some("alternative") => {
            let kind = tree.kind_name(node);
            !kind.contains("else") && !kind.contains("elif")
        }
        Some(field) if OPERANDS.contains(&field) => true,
        _ => is_operand(),
    }
}

/// Whether a node is required by a trait in each implementation, or by a class in each instance.
fn is_promised(bindings: &Bindings, node: NodeId) -> bool {
    let tree = bindings.tree();
    let is_trait = |&child: &NodeId| tree.field_name(child) == Some("trait");
    let is_of_instance =
        || tree.parent(node).is_some_and(|list| tree.kind_name(list) == "instance_declarations");
    let body = tree.parent(node).filter(|&list| tree.field_name(list) == Some("body"));
    let holder = body.and_then(|body| tree.parent(body));
    let is_of_trait = || holder.is_some_and(|holder| tree.children(holder).any(|child| is_trait(&child)));
    let mut own =
        bindings.definitions_within(tree.subtree(node)).iter().filter(|found| found.node == Some(node));
    let is_declared = |found: &Definition| {
        let mut all = bindings.entity(found.entity).definitions.iter().map(|&id| bindings.definition(id));
        all.any(|other| !other.accompanies && other.node.is_some_and(|whole| whole != node))
    };
    (is_of_trait() || is_of_instance()) && !own.any(is_declared)
}

/// Whether a node returns a value from a function with a declared result.
fn returns_what_is_declared(tree: &Tree, node: NodeId) -> bool {
    const MOST_LEVELS: usize = 64;
    let is_return =
        tree.kind_name(node).starts_with("return") && tree.children(node).any(|child| tree.is_named(child));
    if !is_return && !is_tail(tree, node) {
        return false;
    }
    let has = |node: NodeId, fields: &[&str]| {
        tree.children(node).any(|child| tree.field_name(child).is_some_and(|name| fields.contains(&name)))
    };
    let mut at = node;
    for above in tree.ancestors(node).take(MOST_LEVELS) {
        // The whole text is not a function, and may have thousands of statements.
        if above == tree.root() {
            break;
        }
        if has(above, &["parameters", "parameter"]) {
            let gives = |child| tree.field_name(child) == Some("type") && tree.text_of(child) != b"void";
            return has(above, &["return_type", "result"]) || tree.children(above).any(gives);
        }
        // The value of a block is the value of what contains it.
        let is_statement = tree.kind_name(above) == "block" && !is_tail(tree, at);
        if !is_return && is_statement {
            return false;
        }
        at = above;
    }
    false
}

/// Whether a node is the value of a block whose other statements end with `;`.
fn is_tail(tree: &Tree, node: NodeId) -> bool {
    const NO_VALUES: [&str; 5] = ["for_", "while_", "let_", "item", "declaration"];
    let is_last = |parent: NodeId| {
        let mut behind = std::iter::successors(tree.next_sibling(node), |&next| tree.next_sibling(next));
        let next = behind.find(|&next| !tree.is_extra(next));
        tree.kind_name(parent) == "block" && next.is_some_and(|next| tree.text_of(next) == b"}")
    };
    let inner = tree.children(node).next();
    let kinds = std::iter::once(node).chain(inner).map(|node| tree.kind_name(node));
    let has_value = !NO_VALUES.iter().any(|word| kinds.clone().any(|kind| kind.contains(word)));
    tree.parent(node).is_some_and(is_last) && !tree.text_of(node).ends_with(b";") && has_value
}

/// Maps nodes with attributes to their first attribute. Comments between attributes, and directly
/// before the node, are included.
fn first_attached(bindings: &Bindings) -> std::collections::HashMap<NodeId, NodeId> {
    let tree = bindings.tree();
    let pragmas: HashSet<NodeId> = pragmas(bindings).collect();
    let mut found = std::collections::HashMap::new();
    for parent in tree.preorder(tree.root()).filter(|&node| !tree.is_leaf(node)) {
        let mut first: Option<NodeId> = None;
        let mut end = 0;
        for child in tree.children(parent) {
            let range = tree.range(child);
            let is_apart = || tree.is_extra(child) && is_about_whole(tree.text_of(child));
            if pragmas.contains(&child) || is_apart() {
                first = None;
            } else if is_attached(tree, child) {
                first = first.or(Some(child));
            } else if tree.is_extra(child) {
                // A comment belongs to what begins on the next line.
                let is_near = first.is_some() && n_lines(tree, end..range.start) < 2;
                first = if is_near { first } else { Some(child) };
            } else {
                let is_near = first.is_some_and(|first| {
                    is_attached_all(tree, first, child) || n_lines(tree, end..range.start) < 2
                });
                if let Some(first) = first.take().filter(|_| is_near && tree.is_named(child)) {
                    found.insert(child, first);
                }
            }
            end = range.end;
        }
    }
    found
}

/// Whether a comment describes the node that contains it.
fn is_about_whole(comment: &[u8]) -> bool {
    comment.starts_with(b"//!") || comment.starts_with(b"/*!")
}

/// Whether there is an attribute among the siblings from one to another.
fn is_attached_all(tree: &Tree, first: NodeId, end: NodeId) -> bool {
    let mut between = std::iter::successors(Some(first), |&node| tree.next_sibling(node));
    between.by_ref().take_while(|&node| node != end).any(|node| is_attached(tree, node))
}

fn n_lines(tree: &Tree, gap: Range<usize>) -> usize {
    tree.text().get(gap).map_or(0, |gap| gap.iter().filter(|&&byte| byte == b'\n').count())
}
