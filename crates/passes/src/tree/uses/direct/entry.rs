//! Where a program starts to run.

use dwindle_syntax::bindings::{Bindings, EntityId};
use dwindle_syntax::languages::DirectCall;
use dwindle_syntax::{NodeId, Tree};

/// Where a call may take the place of everything that a program does.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// What the call takes the place of: a body, or a top-level statement.
    pub(super) place: NodeId,
    /// Other top-level statements, which go.
    pub(super) others: Vec<NodeId>,
    /// The entry point; `None` if top-level statements run.
    pub(super) entity: Option<EntityId>,
    /// What the entry point returns, if that is stated.
    pub(super) result: Option<NodeId>,
    /// What it is declared to throw, in Java.
    pub(super) thrown: Option<NodeId>,
}

impl Start {
    /// Returns the nodes that a call replaces, with those that go.
    pub(super) fn nodes(&self) -> impl Iterator<Item = NodeId> {
        self.others.iter().copied().chain([self.place])
    }

    /// Whether a node is a part of one of these.
    pub(super) fn has(&self, tree: &Tree, node: NodeId) -> bool {
        self.nodes().any(|other| tree.is_within(node, other))
    }
}

/// Returns where a program starts to run; `None` if the text is no program. O(nodes).
pub(super) fn start(bindings: &Bindings, rules: &DirectCall) -> Option<Start> {
    of_function(bindings).or_else(|| of_statements(bindings, rules))
}

fn of_function(bindings: &Bindings) -> Option<Start> {
    let tree = bindings.tree();
    let mut roots = bindings.definitions().iter().filter(|found| found.is_root && found.has_body);
    roots.find_map(|found| {
        let whole = found.node?;
        let field = |name: &str| tree.children(whole).find(|&child| tree.field_name(child) == Some(name));
        let place = field("body")?;
        let result = ["return_type", "returns", "type", "result"].iter().find_map(|name| field(name));
        let thrown = throws(tree, whole);
        Some(Start { place, others: Vec::new(), entity: Some(found.entity), result, thrown })
    })
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
    Some(Start { place, others: all, entity: None, result: None, thrown: None })
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
