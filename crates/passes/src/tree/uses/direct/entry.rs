//! Where a program starts to run.

use dwindle_syntax::bindings::{Bindings, EntityId};
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
}

/// Returns where a program starts to run; `None` if the text is no program. O(nodes).
pub(super) fn start(bindings: &Bindings) -> Option<Start> {
    of_function(bindings).or_else(|| of_statements(bindings))
}

fn of_function(bindings: &Bindings) -> Option<Start> {
    let tree = bindings.tree();
    let mut roots = bindings.definitions().iter().filter(|found| found.is_root && found.has_body);
    roots.find_map(|found| {
        let whole = found.node?;
        let field = |name: &str| tree.children(whole).find(|&child| tree.field_name(child) == Some(name));
        let place = field("body")?;
        let result = ["return_type", "returns", "type", "result"].iter().find_map(|name| field(name));
        let thrown = tree.children(whole).find(|&child| tree.kind_name(child) == "throws");
        Some(Start { place, others: Vec::new(), entity: Some(found.entity), result, thrown })
    })
}

/// The last top-level statement stands for all of them.
fn of_statements(bindings: &Bindings) -> Option<Start> {
    let tree = bindings.tree();
    let mut all: Vec<NodeId> =
        tree.children(tree.root()).filter(|&node| is_statement(bindings, node)).collect();
    let place = all.pop()?;
    Some(Start { place, others: all, entity: None, result: None, thrown: None })
}

/// Whether a top-level node does something, and defines nothing.
fn is_statement(bindings: &Bindings, node: NodeId) -> bool {
    const KINDS: [&str; 7] = ["expression_statement", "if", "for", "while", "try", "with", "switch"];
    let tree: &Tree = bindings.tree();
    let kind = tree.kind_name(node);
    let is_one = tree.is_named(node) && KINDS.iter().any(|begin| kind.starts_with(begin));
    is_one && (kind != "expression_statement" || bindings.definitions_within(tree.subtree(node)).is_empty())
}
