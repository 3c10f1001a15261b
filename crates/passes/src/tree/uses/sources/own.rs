//! What a method names of its object without a parameter for it: `this`, and members.

use dwindle_syntax::bindings::{Bindings, Definition};
use dwindle_syntax::{NodeId, Tree};

use super::calls::{is_accessed, names_object, sign_before};
use super::function::Body;
use super::kind::kind_has;
use super::left::Left;
use super::texts::{Replaced, whole_name};

/// What a body names of the object of its method.
pub(super) struct Own {
    /// `this`, or another word for it.
    objects: Vec<NodeId>,
    /// Members of the same type, named alone.
    members: Vec<NodeId>,
    /// Whether it names `super`, which nothing can take the place of.
    is_bound: bool,
}

impl Own {
    /// Finds what the body of a method names. O(its tokens and names).
    pub(super) fn of(left: &Left<'_>, body: &Body, method: &Definition) -> Own {
        let (tree, bindings) = (left.subject.tree(), left.uses.bindings());
        let tokens = body.tokens(tree);
        let tokens = &tree.tokens()[tokens.start as usize..tokens.end as usize];
        let objects: Vec<NodeId> =
            tokens.iter().copied().filter(|&token| names_object(tree, token)).collect();
        let is_bound = objects.iter().any(|&token| tree.text_of(token) == b"super");
        let members = match holder(tree, method) {
            Some(holder) => members(tree, bindings, body, holder),
            None => Vec::new(),
        };
        Own { objects, members, is_bound }
    }

    /// Returns what the object of a call replaces; `None` if the body cannot leave its object.
    pub(super) fn put(&self, tree: &Tree, (name, object): (NodeId, Option<NodeId>)) -> Option<Vec<Replaced>> {
        let Some((by, sign)) = object.zip(sign_before(tree, name)) else { return Some(Vec::new()) };
        if self.is_bound {
            return None;
        }
        let whole =
            |&node: &NodeId| Replaced { tokens: tree.token_range(whole_name(tree, node)), by, sign: None };
        let before = |&node: &NodeId| Replaced { tokens: tree.token_range(node), by, sign: Some(sign) };
        Some(self.objects.iter().map(whole).chain(self.members.iter().map(before)).collect())
    }
}

/// Returns the type around a method.
fn holder(tree: &Tree, method: &Definition) -> Option<NodeId> {
    let above = tree.parent(tree.parent(method.node?)?)?;
    (above != tree.root()).then_some(above)
}

/// Returns where a body names members of a type alone, without their object.
fn members(tree: &Tree, bindings: &Bindings, body: &Body, holder: NodeId) -> Vec<NodeId> {
    let nodes = body.nodes(tree);
    let uses = bindings.uses();
    let first = uses.partition_point(|found| found.node.0 < nodes.start);
    let inside = uses[first..].iter().take_while(|found| found.node.0 < nodes.end);
    let is_member = |id| {
        let definitions = &bindings.entity(id).definitions;
        let mut own = definitions.iter().map(|&id| bindings.definition(id));
        own.any(|found| found.is_member && tree.is_within(found.name, holder))
    };
    let is_own = |node: NodeId, entity| is_alone(tree, node) && is_member(entity);
    inside
        .filter_map(|found| Some(found.node).filter(|&node| found.entity.is_some_and(|id| is_own(node, id))))
        .collect()
}

/// Whether a name stands alone: behind no object, and not as the key of a value.
fn is_alone(tree: &Tree, name: NodeId) -> bool {
    const KEYS: [&str; 6] = ["pair", "keyword", "initializer", "named", "label", "field_init"];
    let is_key = tree.parent(name).is_some_and(|above| kind_has(tree, above, &KEYS));
    let behind = tree.tokens().get(tree.token_range(name).end as usize);
    let is_path = behind.is_some_and(|&token| tree.text_of(token) == b"::");
    !is_accessed(tree, name) && !is_key && !is_path
}
