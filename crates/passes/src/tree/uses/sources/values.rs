//! Steps that replace all uses of a name by a plain value.

use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::left::Left;
use super::plain::{Plain, Value, may_stand};
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

/// Returns the step that replaces all uses of an entity by a plain value. What only gives a field
/// its value goes.
fn put(left: &Left<'_>, used: &Used, value: &Value) -> Option<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let fits = |node: &NodeId| {
        subject.chain(*node, cut).into_iter().any(|node| may_stand(subject, node, &value.kinds))
    };
    let uses = used.uses.iter().filter(|&&node| 0 < subject.n_alive(node, cut));
    let (givers, others): (Vec<Option<NodeId>>, Vec<NodeId>) =
        uses.map(|&node| (giver(tree, node), whole_use(tree, node))).unzip();
    let places = others.into_iter().zip(&givers).filter(|(node, giver)| giver.is_none() && fits(node));
    let nodes = outermost(tree, places.map(|(node, _)| node).collect(), |&node| node);
    let puts: Vec<_> = nodes.into_iter().map(|node| (node, value.text.clone())).collect();
    let givers: Vec<NodeId> = givers.into_iter().flatten().collect();
    let n_given: u32 = givers.iter().map(|&node| subject.n_alive(node, cut)).sum();
    let definitions = used.definitions.iter().copied().chain(givers).collect();
    let definitions = outermost(tree, definitions, |&node| node);
    (!puts.is_empty())
        .then(|| Weighed::new(Step::Put { puts, definitions, moves: false }, used.weight + n_given))
}

/// Returns the element that gives a field its value, or takes it out in a pattern, if a use is the
/// name in it.
fn giver(tree: &Tree, name: NodeId) -> Option<NodeId> {
    const LEVELS: usize = 2;
    let is_giver = |node: &NodeId| {
        let kind = tree.kind_name(*node);
        let is_list = kind.ends_with("_list") || kind.ends_with('s');
        !is_list
            && ["field_init", "initializer_pair", "keyed_element", "field_pattern"]
                .iter()
                .any(|word| kind.contains(word))
    };
    let holder = tree.ancestors(name).take(LEVELS).find(is_giver)?;
    (tree.token_range(holder).start == tree.token_range(name).start || tree.text_of(holder).starts_with(b"."))
        .then_some(holder)
}

/// Returns the node to replace for a use: with the arguments if it is a call.
fn whole_use(tree: &Tree, node: NodeId) -> NodeId {
    let (mut whole, mut at) = (node, node);
    while let Some(parent) = tree.parent(at) {
        let kind = tree.kind_name(parent);
        let is_call =
            ["call", "invocation", "creation", "application", "macro"].iter().any(|word| kind.contains(word))
                || matches!(kind, "apply" | "new_expression");
        let is_wrapped = [
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
        ]
        .iter()
        .any(|word| kind.contains(word));
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
