//! Ports and parameters of modules in hardware descriptions: each module has its own.

use std::collections::{HashMap, HashSet};

use crate::bindings::collect::Collected;
use crate::bindings::nesting::innermost;
use crate::bindings::roles::{Namespace, ScopeClasses, Traits};
use crate::tree::{NodeId, Tree};

/// A module, or a function in one.
struct Frame<'a> {
    node: NodeId,
    /// The name of the module; `None` for a function.
    module: Option<&'a [u8]>,
    /// The module around a function.
    around: Option<usize>,
}

/// Gives the ports and parameters of each module names that begin with that of the module, in the
/// namespace of members: at their definitions, at their uses in the module, and where an instance
/// connects them. O(nodes · depth).
pub(super) fn qualify(tree: &Tree, collected: &mut Collected, member: Namespace) {
    let frames = frames(tree);
    if frames.is_empty() {
        return;
    }
    let ranges: Vec<_> = frames.iter().map(|frame| tree.subtree(frame.node)).collect();
    let frame_of = |nodes: &[NodeId]| {
        let mut order: Vec<NodeId> = nodes.to_vec();
        order.sort_unstable();
        let around = innermost(&ranges, order.iter().map(|node| node.0));
        order.into_iter().zip(around).collect::<HashMap<NodeId, Option<u32>>>()
    };
    let names: Vec<NodeId> = collected.definitions.iter().map(|found| found.name).collect();
    let defined_in = frame_of(&names);
    let frame_of_name = |name: NodeId| defined_in.get(&name).copied().flatten().map(|frame| frame as usize);
    let mut ports: HashSet<(&[u8], &[u8])> = HashSet::new();
    let mut locals: HashSet<(usize, &[u8])> = HashSet::new();
    for found in &collected.definitions {
        let Some(frame) = frame_of_name(found.name) else { continue };
        let name = tree.text_of(found.name);
        match frames[frame].module {
            Some(module) if found.namespace == member || is_set(tree, found.name) => {
                _ = ports.insert((module, name));
            }
            Some(_) => {}
            None => {
                _ = locals.insert((frame, name));
            }
        }
    }
    for found in &mut collected.definitions {
        let module = frame_of_name(found.name).and_then(|frame| frames[frame].module);
        let name = tree.text_of(found.name);
        if let Some(module) = module.filter(|module| ports.contains(&(*module, name))) {
            found.namespace = member;
            found.traits = Traits { member: false, scope: Some(ScopeClasses::default()), ..found.traits };
            collected.spelled.insert(found.name, qualified(module, name));
        }
    }
    let nodes: Vec<NodeId> = collected.references.iter().map(|found| found.node).collect();
    let used_in = frame_of(&nodes);
    for found in &mut collected.references {
        let name = tree.text_of(found.node);
        let module = match instance_of(tree, found.node) {
            Some(module) => Some(module),
            None if is_accessed(tree, found.node) => None,
            None => used_in.get(&found.node).copied().flatten().and_then(|frame| {
                let frame = frame as usize;
                let is_local = locals.contains(&(frame, name));
                let holder = if is_local { None } else { frames[frame].around.or(Some(frame)) };
                holder.and_then(|holder| frames[holder].module)
            }),
        };
        if let Some(module) = module.filter(|module| ports.contains(&(*module, name))) {
            found.namespace = Some(member);
            found.traits.fallback = None;
            collected.spelled.insert(found.node, qualified(module, name));
        }
    }
}

/// Whether a name is a parameter of a module, or a port that is declared in its body.
fn is_set(tree: &Tree, name: NodeId) -> bool {
    const LEVELS: usize = 5;
    const KINDS: [&str; 3] = ["parameter_port_declaration", "parameter_declaration", "port_declaration"];
    tree.ancestors(name).take(LEVELS).any(|node| KINDS.contains(&tree.kind_name(node)))
}

/// Returns the module of which an instance connects a port or sets a parameter, for its name there.
fn instance_of(tree: &Tree, name: NodeId) -> Option<&[u8]> {
    let connection = tree.parent(name)?;
    let kind = tree.kind_name(connection);
    let is_first = tree.children(connection).find(|&child| tree.is_named(child)) == Some(name);
    let has_value = tree.children(connection).any(|child| tree.text_of(child) == b"(");
    if !is_first || !has_value || !matches!(kind, "named_port_connection" | "named_parameter_assignment") {
        return None;
    }
    let instance = tree.ancestors(connection).find(|&node| tree.kind_name(node) == "module_instantiation")?;
    tree.children(instance).next().map(|module| tree.text_of(module))
}

/// Whether a name belongs to what stands before it: `b` in `a.b`, not in `.b`.
fn is_accessed(tree: &Tree, name: NodeId) -> bool {
    let before = (tree.token_range(name).start as usize).checked_sub(1);
    let is_dot = before.is_some_and(|at| tree.text_of(tree.tokens()[at]) == b".");
    is_dot && tree.parent(name).is_none_or(|above| tree.kind_name(above) != "named_port_connection")
}

/// Returns the modules of a tree and the functions in them, in preorder.
fn frames(tree: &Tree) -> Vec<Frame<'_>> {
    let mut frames: Vec<Frame<'_>> = Vec::new();
    let mut module: Option<(usize, u32)> = None;
    for node in tree.preorder(tree.root()) {
        module = module.filter(|&(_, end)| node.0 < end);
        match tree.kind_name(node) {
            "module_declaration" => {
                module = Some((frames.len(), tree.subtree(node).end));
                let name = tree.preorder(node).find(|&at| tree.field_name(at) == Some("name"));
                let name = name.map(|name| tree.text_of(name));
                frames.push(Frame { node, module: name.filter(|name| !name.is_empty()), around: None });
            }
            "function_declaration" | "task_declaration" => {
                if let Some((around, _)) = module {
                    frames.push(Frame { node, module: None, around: Some(around) });
                }
            }
            _ => {}
        }
    }
    let has_modules = frames.iter().any(|frame| frame.module.is_some());
    if has_modules { frames } else { Vec::new() }
}

/// Returns the name of what belongs to a module.
fn qualified(module: &[u8], name: &[u8]) -> Vec<u8> {
    [module, b".", name].concat()
}
