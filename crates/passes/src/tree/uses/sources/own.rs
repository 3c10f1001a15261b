//! What a method names of its object without a parameter for it: `this`, and members.

use dwindle_syntax::bindings::{Bindings, Definition};
use dwindle_syntax::{NodeId, Tree};

use super::calls::{is_accessed, is_behind_path, names_object, sign_before};
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
    /// Finds what the body of a method with these parameters names. O(its tokens and names).
    pub(super) fn of(left: &Left<'_>, body: &Body, method: &Definition, parameters: &[NodeId]) -> Own {
        let (tree, bindings) = (left.subject.tree(), left.uses.bindings());
        let tokens = body.tokens(tree);
        let tokens = &tree.tokens()[tokens.start as usize..tokens.end as usize];
        // A parameter for the object is one like the others.
        let is_listed = |token: NodeId| {
            let mut names = parameters.iter().map(|&name| tree.text_of(name));
            names.any(|name| name == tree.text_of(token))
        };
        let objects = tokens.iter().copied().filter(|&token| names_object(tree, token) && !is_listed(token));
        let objects: Vec<NodeId> = objects.collect();
        let is_bound = objects.iter().any(|&token| tree.text_of(token) == b"super")
            || tokens.iter().any(|&token| tree.text_of(token) == b"base" && is_keyword(tree, token))
            || objects.iter().any(|&token| is_of_other(tree, token, body));
        let members = match holder(tree, method) {
            Some(holder) => members(tree, bindings, body, holder),
            None => Vec::new(),
        };
        Own { objects, members, is_bound }
    }

    /// Returns what the object of a call replaces; `None` if the body cannot leave its object.
    pub(super) fn put(&self, tree: &Tree, (name, object): (NodeId, Option<NodeId>)) -> Option<Vec<Replaced>> {
        let Some((by, sign)) = object.zip(sign_before(tree, name)) else { return Some(Vec::new()) };
        // In C++, `this->a` is not `b->a` if `b` is no pointer.
        let is_pointer = |&token: &NodeId| {
            let behind = tree.tokens().get(tree.token_range(token).end as usize);
            behind.is_some_and(|&arrow| tree.text_of(arrow) == b"->")
        };
        let is_value = || tree.text_of(sign) == b"." && self.objects.iter().any(is_pointer);
        if self.is_bound || is_value() {
            return None;
        }
        let whole =
            |&node: &NodeId| Replaced { tokens: tree.token_range(whole_name(tree, node)), by, sign: None };
        let before = |&node: &NodeId| Replaced { tokens: tree.token_range(node), by, sign: Some(sign) };
        Some(self.objects.iter().map(whole).chain(self.members.iter().map(before)).collect())
    }
}

/// Whether a token is a word of the language.
pub(in crate::tree::uses) fn is_keyword(tree: &Tree, token: NodeId) -> bool {
    let is_base = |node: NodeId| tree.kind_name(node).contains("base");
    !tree.is_named(token) || is_base(token) || tree.parent(token).is_some_and(is_base)
}

/// Whether `this` is that of a function or class within the body.
fn is_of_other(tree: &Tree, token: NodeId, body: &Body) -> bool {
    let nodes = body.nodes(tree);
    let mut around = tree.ancestors(token).take_while(|above| nodes.contains(&above.0));
    around.any(|above| {
        kind_has(tree, above, &["function", "class_body", "object_literal", "method"])
            && !kind_has(tree, above, &["arrow", "call", "invocation", "index"])
    })
}

/// Returns the type around a method.
fn holder(tree: &Tree, method: &Definition) -> Option<NodeId> {
    let above = tree.parent(tree.parent(method.node?)?)?;
    (above != tree.root()).then_some(above)
}

/// Returns where a body names members of a type alone, without their object.
fn members(tree: &Tree, bindings: &Bindings, body: &Body, holder: NodeId) -> Vec<NodeId> {
    let inside = bindings.uses_within(body.nodes(tree)).iter();
    let is_member = |id| {
        let definitions = &bindings.entity(id).definitions;
        let mut own = definitions.iter().map(|&id| bindings.definition(id));
        own.any(|found| found.is_member && tree.is_within(found.name, holder) && !is_shared(tree, found))
    };
    let is_own = |node: NodeId, entity| is_alone(tree, node) && is_member(entity);
    inside
        .filter_map(|found| Some(found.node).filter(|&node| found.entity.is_some_and(|id| is_own(node, id))))
        .collect()
}

/// Whether a member belongs to its type, not to an object.
fn is_shared(tree: &Tree, member: &Definition) -> bool {
    const WORDS: [&[u8]; 3] = [b"static", b"const", b"enum"];
    let Some(whole) = member.group.or(member.node) else { return false };
    let before = tree.token_range(whole).start..tree.token_range(member.name).start;
    before.into_iter().any(|at| WORDS.contains(&tree.text_of(tree.tokens()[at as usize])))
}

/// Whether a name stands alone: behind no object, and not as the key of a value.
fn is_alone(tree: &Tree, name: NodeId) -> bool {
    const KEYS: [&str; 6] = ["pair", "keyword", "initializer", "named", "label", "field_init"];
    let is_key = tree.parent(name).is_some_and(|above| kind_has(tree, above, &KEYS));
    // `new A { a = 1 }` of C#.
    let is_set = || {
        let above = tree.parent(name).filter(|&above| tree.children(above).next() == Some(name));
        let holder = above.filter(|&above| kind_has(tree, above, &["assignment"]));
        let holder = holder.and_then(|above| tree.parent(above));
        holder.is_some_and(|holder| kind_has(tree, holder, &["initializer"]))
    };
    let behind = tree.tokens().get(tree.token_range(name).end as usize);
    let is_path = behind.is_some_and(|&token| tree.text_of(token) == b"::");
    let is_in_path = is_path || is_behind_path(tree, whole_name(tree, name));
    !is_accessed(tree, name) && !is_key && !is_set() && !is_in_path
}
