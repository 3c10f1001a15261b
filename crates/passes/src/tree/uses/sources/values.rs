//! Steps that replace all uses of a name by a plain value.

use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::kind::kind_has;
use super::left::Left;
use super::plain::{Plain, Value};
use crate::tree::token_edits::outermost;
use crate::tree::uses::step::{Step, Weighed};

/// Returns the steps that replace all uses of a name by a plain value; the definitions are removed.
/// The weight is that of the definitions and their dependents.
pub(super) fn values(left: &Left<'_>, used: &[Used], plain: &Plain) -> Vec<Weighed> {
    let with = |used: &Used| -> Vec<Weighed> {
        let values = plain.values().iter().enumerate();
        values
            .filter_map(|(index, value)| Some(Weighed { value: Some(index), ..put(left, used, value)? }))
            .collect()
    };
    used.iter().flat_map(with).collect()
}

/// Returns the step that replaces all uses of an entity by a plain value. Elements
/// that only set a field are removed.
fn put(left: &Left<'_>, used: &Used, value: &Value) -> Option<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let fits = |&node: &NodeId| value.fits_around(subject, cut, node);
    let uses = used.uses.iter().filter(|&&node| 0 < subject.n_alive(node, cut));
    let (elements, others): (Vec<Option<NodeId>>, Vec<NodeId>) =
        uses.map(|&node| (field_element(tree, node), whole_use(tree, node))).unzip();
    let places = others.into_iter().zip(&elements).filter(|(node, element)| element.is_none() && fits(node));
    let nodes = outermost(tree, places.map(|(node, _)| node).collect(), |&node| node);
    let puts: Vec<_> = nodes.into_iter().map(|node| (node, value.text.clone())).collect();
    let elements: Vec<NodeId> = elements.into_iter().flatten().collect();
    let n_elements: u32 = elements.iter().map(|&node| subject.n_alive(node, cut)).sum();
    let definitions = used.definitions.iter().copied().chain(elements).collect();
    let definitions = outermost(tree, definitions, |&node| node);
    (!puts.is_empty())
        .then(|| Weighed::new(Step::Put { puts, gone: definitions, moves: false }, used.weight + n_elements))
}

/// Returns the element of a literal or pattern that a use names: `n: 1` in `S { n: 1 }`.
fn field_element(tree: &Tree, name: NodeId) -> Option<NodeId> {
    const LEVELS: usize = 2;
    let is_element = |node: &NodeId| {
        let kind = tree.kind_name(*node);
        let is_list = kind.ends_with("_list") || kind.ends_with('s');
        !is_list
            && kind_has(tree, *node, &["field_init", "initializer_pair", "keyed_element", "field_pattern"])
    };
    let holder = tree.ancestors(name).take(LEVELS).find(is_element)?;
    (tree.token_range(holder).start == tree.token_range(name).start || tree.text_of(holder).starts_with(b"."))
        .then_some(holder)
}

/// Returns the node to replace for a use: with the arguments if it is a call.
pub(super) fn whole_use(tree: &Tree, node: NodeId) -> NodeId {
    let (mut whole, mut at) = (node, node);
    while let Some(parent) = tree.parent(at) {
        let kind = tree.kind_name(parent);
        let is_call = kind_has(tree, parent, &["call", "invocation", "creation", "application", "macro"])
            || matches!(kind, "apply" | "new_expression");
        const WRAPPERS: [&str; 10] = [
            "member",
            "selector",
            "scoped",
            "qualified",
            "field_expr",
            "generic_function",
            "path",
            "attribute",
            "await",
            "try_expression",
        ];
        let is_wrapped = kind_has(tree, parent, &WRAPPERS);
        // The arguments of a call are not part of the callee.
        let holds_list = |child: NodeId| tree.kind_name(child).contains("argument");
        if holds_list(at) || !(is_call || is_wrapped) {
            break;
        }
        if is_call
            || !tree.kind_name(whole).contains("identifier")
            || tree.range(parent).end == tree.range(at).end
        {
            whole = parent;
        }
        at = parent;
    }
    whole
}
