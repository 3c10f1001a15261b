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
    let language = left.subject.file.language;
    let with = |used: &Used| -> Vec<Weighed> {
        let Some(places) = Places::of(left, used) else { return Vec::new() };
        let all = left.made.beside(language, plain, places.wholes.iter().copied());
        let step = |(index, value)| Some(Weighed { value: Some(index), ..put(left, used, &places, value)? });
        all.into_iter().filter_map(step).collect()
    };
    used.iter().flat_map(with).collect()
}

/// Where a name is used.
#[derive(Default)]
struct Places {
    /// All uses but those that only assign: calls with their arguments, or names.
    wholes: Vec<NodeId>,
    /// Those of them that a value may take the place of.
    replaced: Vec<NodeId>,
    /// Elements that only set a field.
    elements: Vec<NodeId>,
    /// The statements that assign to it.
    statements: Vec<NodeId>,
}

impl Places {
    /// `None` if the name gets values in other ways.
    fn of(left: &Left<'_>, used: &Used) -> Option<Places> {
        let tree = left.subject.tree();
        let mut found = Places::default();
        for &node in used.uses.iter().filter(|&&node| left.has(node)) {
            let whole = whole_use(tree, node);
            match assigned_to(left, whole) {
                Some(assigned) => {
                    found.statements.push(assigned.statement);
                    continue;
                }
                None if is_target(tree, whole) => return None,
                None => found.wholes.push(whole),
            }
            match field_element(tree, node) {
                Some(element) => found.elements.push(element),
                None => found.replaced.push(whole),
            }
        }
        Some(found)
    }
}

/// Returns the step that replaces all uses of an entity by a value. Elements that only set a field
/// are removed, and so are statements that assign to it.
fn put(left: &Left<'_>, used: &Used, places: &Places, value: &Value) -> Option<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let fits = |&node: &NodeId| value.fits_around(subject, cut, node);
    let nodes = outermost(tree, places.replaced.iter().copied().filter(fits).collect(), |&node| node);
    if nodes.iter().any(|&node| left.excludes(node, value)) {
        return None;
    }
    let is_odd =
        value.class != Class::Made && nodes.iter().any(|&node| !left.seen.has_kind(tree, node, &value.kinds));
    let puts: Vec<_> = nodes.into_iter().map(|node| (node, value.text.clone())).collect();
    let with_name = || places.elements.iter().chain(&places.statements).copied();
    let n_with_name: u32 = with_name().map(|node| subject.n_alive(node, cut)).sum();
    let definitions = used.definitions.iter().copied().chain(with_name()).collect();
    let definitions = outermost(tree, definitions, |&node| node);
    let weight = used.weight + n_with_name;
    let step = |puts| Step::Put { puts, gone: definitions, moves: false };
    (!puts.is_empty()).then(|| Weighed { is_odd, ..Weighed::new(step(puts), weight) })
}

/// Whether a name, or a member with its object, is assigned to, alone or together with others.
fn is_target(tree: &Tree, whole: NodeId) -> bool {
    const LISTS: [&str; 4] = ["expression_list", "pattern_list", "tuple", "left_assignment_list"];
    let target = largest(tree, whole);
    let list = tree.parent(target).filter(|&list| kind_has(tree, list, &LISTS));
    let targets = list.unwrap_or(target);
    let above = tree.parent(targets).filter(|&above| kind_has(tree, above, &["assign"]));
    above.is_some_and(|above| tree.children(above).next() == Some(targets))
}
