//! Steps that replace all uses of a name by a plain value.

use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::assigned::assigned_to;
use super::calls::whole_use;
use super::field_elements::field_element;
use super::kind::kind_has;
use super::left::Left;
use super::plain::{Class, Plain, Value};
use super::texts::largest;
use crate::tree::token_edits::outermost;
use crate::tree::uses::step::{Step, Weighed};

/// Returns the steps that replace all uses of a name by a plain value; the definitions are removed.
/// The weight is that of the definitions and their dependents.
pub(super) fn values(left: &Left<'_>, used: &[Used], plain: &Plain) -> Vec<Weighed> {
    let with = |used: &Used| -> Vec<Weighed> {
        let uses = used.uses.iter().filter(|&&node| left.has(node));
        let wholes = uses.map(|&node| whole_use(left.subject.tree(), node));
        let places = wholes.filter(|&whole| assigned_to(left, whole).is_none());
        let all = left.made.beside(left.subject, plain, places).into_iter();
        all.filter_map(|(index, value)| Some(Weighed { value: Some(index), ..put(left, used, &value)? }))
            .collect()
    };
    used.iter().flat_map(with).collect()
}

/// Returns the step that replaces all uses of an entity by a value. Elements that only set a field
/// are removed, and so are statements that assign to it; `None` if it gets values in other ways.
fn put(left: &Left<'_>, used: &Used, value: &Value) -> Option<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let fits = |&node: &NodeId| value.fits_around(subject, cut, node);
    let mut statements: Vec<NodeId> = Vec::new();
    let mut uses: Vec<NodeId> = Vec::new();
    for &node in used.uses.iter().filter(|&&node| left.has(node)) {
        match assigned_to(left, whole_use(tree, node)) {
            Some(assigned) => statements.push(assigned.statement),
            None if is_target(tree, node) => return None,
            None => uses.push(node),
        }
    }
    let (elements, others): (Vec<Option<NodeId>>, Vec<NodeId>) =
        uses.iter().map(|&node| (field_element(tree, node), whole_use(tree, node))).unzip();
    let places = others.into_iter().zip(&elements).filter(|(node, element)| element.is_none() && fits(node));
    let nodes = outermost(tree, places.map(|(node, _)| node).collect(), |&node| node);
    if nodes.iter().any(|&node| left.excludes(node, value)) {
        return None;
    }
    let is_odd =
        value.class != Class::Made && nodes.iter().any(|&node| !left.seen.has_kind(tree, node, &value.kinds));
    let puts: Vec<_> = nodes.into_iter().map(|node| (node, value.text.clone())).collect();
    let elements: Vec<NodeId> = elements.into_iter().flatten().collect();
    let with_name = elements.iter().chain(&statements);
    let n_with_name: u32 = with_name.map(|&node| subject.n_alive(node, cut)).sum();
    let definitions = used.definitions.iter().copied().chain(elements).chain(statements).collect();
    let definitions = outermost(tree, definitions, |&node| node);
    let weight = used.weight + n_with_name;
    let step = |puts| Step::Put { puts, gone: definitions, moves: false };
    (!puts.is_empty()).then(|| Weighed { is_odd, ..Weighed::new(step(puts), weight) })
}

/// Whether a name is assigned to, alone or together with others.
fn is_target(tree: &Tree, name: NodeId) -> bool {
    const LISTS: [&str; 4] = ["expression_list", "pattern_list", "tuple", "left_assignment_list"];
    let target = largest(tree, whole_use(tree, name));
    let list = tree.parent(target).filter(|&list| kind_has(tree, list, &LISTS));
    let targets = list.unwrap_or(target);
    let above = tree.parent(targets).filter(|&above| kind_has(tree, above, &["assign"]));
    above.is_some_and(|above| tree.children(above).next() == Some(targets))
}
