//! Where a program starts to run.

use std::collections::HashSet;

use dwindle_syntax::bindings::{Bindings, Definition, EntityId};
use dwindle_syntax::languages::DirectCall;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{Language, NodeId, Tree};

/// Where a call may take the place of everything that a program does.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// What the call takes the place of: a body, or a top-level statement.
    pub(super) place: NodeId,
    /// Other statements, which go.
    pub(super) others: Vec<NodeId>,
    /// Statements before the place, which stay.
    pub(super) before: Vec<NodeId>,
    /// Those of which only a call stays, as nothing needs what they define.
    pub(super) idle: Vec<NodeId>,
    /// A statement at the end that only returns something, which stays.
    pub(super) ending: Option<NodeId>,
    /// Whether the place is a whole body.
    pub(super) is_body: bool,
    /// The entry point; `None` if top-level statements run.
    pub(super) entity: Option<EntityId>,
    /// The functions that are called to reach it.
    pub(super) callers: Vec<EntityId>,
    /// What the entry point returns, if that is stated.
    pub(super) result: Option<NodeId>,
    /// Its parameters, if it has any.
    pub(super) parameters: Option<NodeId>,
    /// What it is declared to throw, in Java.
    pub(super) thrown: Option<NodeId>,
}

impl Start {
    /// Returns a top-level statement as a place.
    pub(super) fn at(place: NodeId) -> Start {
        let (others, before, idle) = (Vec::new(), Vec::new(), Vec::new());
        let (ending, is_body, entity, callers) = (None, false, None, Vec::new());
        let (result, parameters, thrown) = (None, None, None);
        Start { place, others, before, idle, ending, is_body, entity, callers, result, parameters, thrown }
    }

    /// Returns the body of a function as a place.
    pub(super) fn of_body(tree: &Tree, found: &Definition) -> Option<Start> {
        let whole = found.node?;
        let place = body(tree, whole)?;
        let (entity, result, thrown) = (Some(found.entity), result(tree, whole), throws(tree, whole));
        let is_list = |node: &NodeId| tree.kind_name(*node) == "parameter_list" && *node < place;
        let parameters = tree.preorder(whole).take_while(|&node| node < place).find(is_list);
        let parameters =
            parameters.filter(|&list| 1 < tree.children(list).filter(|&node| tree.is_named(node)).count());
        Some(Start { is_body: true, entity, result, parameters, thrown, ..Start::at(place) })
    }

    /// Returns the nodes that a call replaces, with those that go.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.others.iter().copied().chain([self.place])
    }

    /// Returns what the program needs without these.
    pub(super) fn roots(&self, bindings: &Bindings) -> Vec<Root> {
        // What only defines something is not needed for itself.
        let before = self.before.iter().filter(|node| self.entity.is_none() || self.idle.contains(node));
        let used = before.chain(&self.ending).flat_map(|&node| used_in(bindings, node));
        let functions = self.entity.into_iter().chain(self.callers.iter().copied());
        functions.chain(used).map(Root::Entity).collect()
    }

    /// Returns those of them that the statement at the end needs: those that define what it uses,
    /// and what they need in turn.
    pub(super) fn needed_at_the_end(&self, bindings: &Bindings) -> Vec<NodeId> {
        let mut wanted: HashSet<EntityId> =
            self.ending.into_iter().flat_map(|node| used_in(bindings, node)).collect();
        // What defines something comes before its uses.
        let mut nodes: Vec<NodeId> = self.nodes().collect();
        nodes.sort_unstable();
        let is_needed = |&node: &NodeId| {
            let mut defined = bindings.definitions_within(bindings.tree().subtree(node)).iter();
            let is_needed = defined.any(|found| wanted.contains(&found.entity));
            if is_needed {
                wanted.extend(used_in(bindings, node));
            }
            is_needed
        };
        nodes.into_iter().rev().filter(is_needed).collect()
    }

    /// Whether a node is a part of one of these.
    pub(super) fn has(&self, tree: &Tree, node: NodeId) -> bool {
        self.nodes().any(|other| tree.is_within(node, other))
    }
}

/// Returns how a program of a language calls one of its functions; `None` if that is not known.
pub(super) fn rules_of_calls(language: &Language) -> Option<DirectCall> {
    language.bindings?.direct.filter(|rules| rules.has_calls)
}

/// Returns where a program starts to run; `None` if the text is no program. O(nodes).
pub(super) fn start(bindings: &Bindings, rules: &DirectCall) -> Option<Start> {
    of_function(bindings).or_else(|| of_statements(bindings, rules))
}

/// Returns the body of the entry point.
pub(super) fn of_function(bindings: &Bindings) -> Option<Start> {
    let tree = bindings.tree();
    let mut roots = bindings.definitions().iter().filter(|found| found.is_root && found.has_body);
    roots.find_map(|found| Start::of_body(tree, found))
}

/// Returns the entities that a node uses.
pub(super) fn used_in(bindings: &Bindings, node: NodeId) -> impl Iterator<Item = EntityId> {
    bindings.uses_within(bindings.tree().subtree(node)).iter().filter_map(|used| used.entity)
}

/// Returns the entities that have a body.
pub(super) fn all_with_body(bindings: &Bindings) -> HashSet<EntityId> {
    let all = bindings.definitions().iter().filter(|found| found.has_body);
    all.map(|found| found.entity).collect()
}

/// Returns the definition of an entity that has a body.
pub(super) fn with_body(bindings: &Bindings, entity: EntityId) -> Option<&Definition> {
    let mut all = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id));
    all.find(|found| found.has_body)
}

/// Returns the node that states what a function returns.
pub(super) fn result(tree: &Tree, whole: NodeId) -> Option<NodeId> {
    const FIELDS: [&str; 4] = ["return_type", "returns", "type", "result"];
    FIELDS.iter().find_map(|name| field(tree, whole, name))
}

/// Returns the body of a function, or in Haskell the expression that it is.
fn body(tree: &Tree, whole: NodeId) -> Option<NodeId> {
    let matched = || field(tree, field(tree, whole, "match")?, "expression");
    field(tree, whole, "body").or_else(matched)
}

fn field(tree: &Tree, node: NodeId, name: &str) -> Option<NodeId> {
    tree.children(node).find(|&child| tree.field_name(child) == Some(name))
}

/// Returns the node that states what a function throws, in Java.
pub(super) fn throws(tree: &Tree, whole: NodeId) -> Option<NodeId> {
    tree.children(whole).find(|&child| tree.kind_name(child) == "throws")
}

/// The last top-level statement stands for all of them.
fn of_statements(bindings: &Bindings, rules: &DirectCall) -> Option<Start> {
    let tree = bindings.tree();
    let is_one =
        |&node: &NodeId| rules.statements.contains(&tree.kind_name(node)) && !defines(bindings, node);
    // What comes before the first use of the text's own names prepares the program.
    let prepares = |&node: &NodeId| {
        let mut uses = bindings.uses_within(tree.subtree(node)).iter();
        !uses.any(|used| used.entity.is_some())
    };
    let all = tree.children(tree.root()).filter(is_one).skip_while(prepares);
    let mut all: Vec<NodeId> = all.collect();
    let place = all.pop()?;
    Some(Start { others: all, ..Start::at(place) })
}

/// Whether a statement defines what is used elsewhere, as `if a: import b` does.
fn defines(bindings: &Bindings, node: NodeId) -> bool {
    let tree = bindings.tree();
    let is_used = |entity: EntityId| {
        let mut uses = bindings.entity(entity).uses.iter().map(|&id| bindings.use_at(id).node);
        uses.any(|other| !tree.is_within(other, node))
    };
    let mut defined = bindings.definitions_within(tree.subtree(node)).iter();
    defined.any(|found| is_used(found.entity))
}
