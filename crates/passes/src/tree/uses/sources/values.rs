//! Steps that replace all uses of a name by a plain value.

use std::sync::Arc;

use dwindle_syntax::uses::{Used, Uses};
use dwindle_syntax::{KindId, NodeId, Tree};

use super::left::Left;
use super::plain::{Plain, may_stand};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{TokenEdits, outermost};
use crate::tree::uses::step::{Step, Weighed};

/// How many nodes of a definition are searched for its value.
const MOST_LOOKED_AT: usize = 64;
/// The most tokens of a value that is moved to a use.
const LONGEST: u32 = 12;

/// Returns the steps that replace all uses of a name by a plain value, and those that replace the
/// use of a name by the value of its definition; the definitions are removed. The weight is that of
/// the definitions and their dependents.
pub(super) fn values(left: &Left<'_>, plain: &Plain) -> [Vec<Weighed>; 2] {
    let (mut with_plain, mut with_given) = (Vec::new(), Vec::new());
    for used in left.weighing.used() {
        let weight = used.weight;
        for (index, value) in plain.values().iter().enumerate() {
            let step = put(left, &used, value.text.clone(), &value.kinds, false);
            with_plain.extend(step.map(|step| Weighed { value: Some(index), ..Weighed::new(step, weight) }));
        }
        let (subject, tree) = (left.subject, left.subject.tree());
        if let Some(given) = given(subject, left.uses, left.cut, &used) {
            let kinds: Vec<KindId> =
                subject.chain(given, left.cut).into_iter().map(|node| tree.kind(node)).collect();
            let step = put(left, &used, tree.text_of(given).into(), &kinds, true);
            with_given.extend(step.map(|step| Weighed::new(step, weight)));
        }
    }
    [with_plain, with_given]
}

/// Returns the step that replaces all uses of an entity by a text of one of some kinds.
fn put(left: &Left<'_>, used: &Used, text: Arc<[u8]>, kinds: &[KindId], moves: bool) -> Option<Step> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let is_alive = |node: &NodeId| 0 < subject.n_alive(*node, cut);
    let fits =
        |node: &NodeId| subject.chain(*node, cut).into_iter().any(|node| may_stand(subject, node, kinds));
    let places = used.uses.iter().map(|&node| whole_use(tree, node)).filter(is_alive).filter(fits);
    let nodes = outermost(tree, places.collect(), |&node| node);
    let definitions = used.definitions.clone();
    (!nodes.is_empty()).then_some(Step::Put { text, nodes, definitions, moves })
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

/// Returns the value of a definition that is used once: the initial value of a variable, or the
/// only returned expression of a function.
fn given(subject: &Subject, uses: &Uses, cut: &TokenEdits, used: &Used) -> Option<NodeId> {
    let tree = subject.tree();
    let ([definition], [_]) = (&used.definitions[..], &used.uses[..]) else { return None };
    let nodes = tree.preorder(*definition).skip(1).take(MOST_LOOKED_AT);
    let is_value = |node: &NodeId| {
        matches!(tree.field_name(*node), Some("value" | "right" | "init" | "initializer"))
            || tree.parent(*node).is_some_and(|parent| tree.kind_name(parent).starts_with("return"))
    };
    let mut values = nodes.filter(|&node| tree.is_named(node)).filter(is_value);
    let value = values.next()?;
    let is_short = tree.n_tokens(value) <= LONGEST && subject.n_alive(value, cut) == tree.n_tokens(value);
    let is_only = values.all(|other| tree.is_within(other, value));
    (is_short && is_only && !uses.uses_within(value, *definition)).then_some(value)
}
