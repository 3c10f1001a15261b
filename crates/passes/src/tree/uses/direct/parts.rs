//! Which parts of an operation get another value, and which stay.

use dwindle_syntax::bindings::{Definition, EntityId};
use dwindle_syntax::{NodeId, Tree};

use super::applied::{applies_first, has_element_taken, is_head, is_number};
use super::program::Program;
use crate::tree::uses::sources::{kind_has, names_object};

/// A part of an operation that names something of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) node: NodeId,
    pub(super) stands: Stands,
}

/// Where an operand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// Before a member or an index.
    BeforePart,
    /// In a range that tells which part is taken.
    AsIndex,
    Otherwise,
}

/// The parts of an operation.
pub(super) struct Parts {
    pub(super) operands: Vec<Operand>,
    /// What stays.
    pub(super) kept: Vec<NodeId>,
    /// Whether it calls what the program defines.
    pub(super) is_own: bool,
}

/// Words in the kinds of nodes that are operations.
pub(super) const KINDS: [&str; 19] = [
    "call",
    "invocation",
    "application",
    "subscript",
    "index_expression",
    "slice",
    "element_access",
    "element_reference",
    "array_access",
    "array_get",
    "binary",
    "infix_expression",
    "type_assertion",
    "throw",
    "raise",
    "creation",
    "new_expression",
    "cast",
    "send_statement",
];
/// Words in the kinds of nodes that are calls.
pub(super) const CALLS: [&str; 3] = ["call", "invocation", "application"];
/// Words in the kinds of nodes whose parts are parts of an operation.
const LISTS: [&str; 6] = ["argument", "index_list", "range", "slice", "suffix", "condition"];
/// Words in the kinds of nodes that name what is called.
const PATHS: [&str; 10] = [
    "member",
    "selector",
    "field_expr",
    "attribute",
    "scoped",
    "qualified",
    "generic",
    "path",
    "method_index",
    "dot_index",
];

impl Parts {
    pub(super) fn of(program: Program<'_>, node: NodeId) -> Parts {
        let mut parts = Parts { operands: Vec::new(), kept: Vec::new(), is_own: false };
        parts.add(program, node, true);
        parts
    }

    /// Adds a node: as one, or by its parts.
    fn add(&mut self, program: Program<'_>, node: NodeId, by_parts: bool) {
        let tree = program.tree();
        if !names_own(program, node) {
            self.kept.push(node);
        } else if by_parts && !tree.is_leaf(node) {
            self.add_parts(program, node);
        } else {
            self.operands.push(Operand { node, stands: Stands::of(tree, node) });
        }
    }

    fn add_parts(&mut self, program: Program<'_>, node: NodeId) {
        let tree = program.tree();
        let parts: Vec<NodeId> = tree.children(node).collect();
        let is_one = |part: NodeId| tree.tokens_of(part).len() == 1;
        let is_called = |&part: &NodeId| is_one(part) && names_own(program, part);
        let is_flat = has_object(tree, node);
        let is_call = kind_has(tree, node, &CALLS) && !is_flat || applies_first(tree, node);
        self.is_own |= is_call && parts.first().is_some_and(is_called);
        let is_path = kind_has(tree, node, &PATHS);
        for (at, &part) in parts.iter().enumerate() {
            // The name of a member is no operand.
            if is_one(part) && (is_path && at + 1 == parts.len() || is_flat && at == 2) {
                self.kept.push(part);
                continue;
            }
            let is_first = at == 0 && 1 < parts.len() && !is_path && !is_flat && !is_index(tree, node);
            let is_named = kind_has(tree, part, &PATHS) && !kind_has(tree, node, &["send"]);
            let is_called = is_first && (is_named || is_head(tree, part));
            let is_thrown = kind_has(tree, node, &["throw", "raise"]) && kind_has(tree, part, &KINDS);
            let is_changed = is_change(tree, node) && (is_index(tree, part) || at == 0);
            let is_list =
                kind_has(tree, part, &LISTS) || kind_has(tree, node, &["list"]) && is_index(tree, part);
            self.add(program, part, is_called || is_thrown || is_changed || is_list);
        }
    }
}

/// Whether a call has its object, the name of its method and its arguments beside each other.
pub(super) fn has_object(tree: &Tree, call: NodeId) -> bool {
    let sign = tree.children(call).nth(1).filter(|&sign| tree.is_leaf(sign));
    let is_sign = |sign: NodeId| matches!(tree.text_of(sign), b"." | b"->" | b"::" | b"&." | b"?." | b"?->");
    kind_has(tree, call, &CALLS) && sign.is_some_and(is_sign)
}

impl Stands {
    fn of(tree: &Tree, node: NodeId) -> Stands {
        const PLACES: [&str; 4] = ["slice", "range", "array_get", "string_get"];
        const SIGNS: [&[u8]; 6] = [b".", b"->", b"?.", b"[", b"::", b".("];
        let behind = tree.tokens().get(tree.token_range(node).end as usize);
        let is_method = tree.parent(node).is_some_and(|above| kind_has(tree, above, &["method_index"]));
        let is_before_part = is_method || behind.is_some_and(|&token| SIGNS.contains(&tree.text_of(token)));
        if is_number(tree, node) {
            Stands::AsIndex
        } else if is_before_part || has_element_taken(tree, node) {
            Stands::BeforePart
        } else if tree.parent(node).is_some_and(|above| kind_has(tree, above, &PLACES)) {
            Stands::AsIndex
        } else {
            Stands::Otherwise
        }
    }
}

/// Whether a node gives something a value, or removes it.
pub(super) fn is_change(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["assignment", "delete_statement"])
}

/// Whether a node takes an element of something.
pub(super) fn is_index(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["subscript", "index", "slice", "element", "array"])
        && !kind_has(tree, node, &["method_index", "dot_index"])
}

/// Whether a definition is what another module or file gives.
pub(super) fn is_import(tree: &Tree, found: &Definition) -> bool {
    /// How many nodes are around a name in a group of imports.
    const LEVELS: usize = 5;
    let is_one = |whole| kind_has(tree, whole, &["import", "use_", "using", "include", "open"]);
    let is_required = |above: NodeId| {
        let last = tree.children(above).last();
        tree.kind_name(above) == "variable_declarator"
            && last.is_some_and(|value| tree.text_of(value).starts_with(b"require("))
    };
    found.outermost().is_some_and(is_one)
        || tree.ancestors(found.name).take(LEVELS).any(|above| tree.kind_name(above) == "use_declaration")
        || tree.parent(found.name).is_some_and(is_required)
}

/// Whether a node names something of the program that means nothing elsewhere: all but types and
/// what is imported.
pub(super) fn names_own(program: Program<'_>, node: NodeId) -> bool {
    let (Program { bindings, types, start, .. }, tree) = (program, program.tree());
    let is_free = |entity: EntityId| {
        let mut all = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id));
        // A parameter of a function without a name is a part of it.
        if all.clone().any(|found| tree.is_within(found.name, node)) {
            return true;
        }
        all.all(|found| {
            let is_type = !found.is_member && types.is_named(tree.text_of(found.name));
            (is_import(tree, found) || is_type) && !start.has(tree, found.name)
        })
    };
    let mut uses = bindings.uses_within(tree.subtree(node)).iter();
    uses.any(|used| used.entity.is_some_and(|entity| !is_free(entity)))
        || tree.tokens_of(node).iter().any(|&token| names_object(tree, token))
}
