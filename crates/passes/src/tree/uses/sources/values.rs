//! Steps that replace all uses of a name by a plain value.

use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::calls::whole_use;
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
    if nodes.iter().any(|&node| left.excludes(node, value)) {
        return None;
    }
    let is_odd = nodes.iter().any(|&node| !left.seen.has_kind(tree, node, &value.kinds));
    let puts: Vec<_> = nodes.into_iter().map(|node| (node, value.text.clone())).collect();
    let elements: Vec<NodeId> = elements.into_iter().flatten().collect();
    let n_elements: u32 = elements.iter().map(|&node| subject.n_alive(node, cut)).sum();
    let definitions = used.definitions.iter().copied().chain(elements).collect();
    let definitions = outermost(tree, definitions, |&node| node);
    let weight = used.weight + n_elements;
    let step = |puts| Step::Put { puts, gone: definitions, moves: false };
    (!puts.is_empty()).then(|| Weighed { is_odd, ..Weighed::new(step(puts), weight) })
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
