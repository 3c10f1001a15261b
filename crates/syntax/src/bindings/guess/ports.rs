//! Ports and parameters of modules in hardware descriptions: each module has its own.

use std::collections::{HashMap, HashSet};

use crate::bindings::collect::{Collected, qualified};
use crate::bindings::nesting::innermost;
use crate::bindings::roles::{Namespace, ScopeClasses, Traits};
use crate::tree::{Naming, NodeId, Tree};

/// A module, or a function in one.
struct Frame<'a> {
    node: NodeId,
    /// The name of the module; `None` for a function.
    module: Option<&'a [u8]>,
    /// The module around a function.
    around: Option<usize>,
}

/// Lets the names of ports and parameters begin with that of their module, in the namespace of
/// members: at their definitions, at their uses in the module, and where an instance connects them.
/// O(nodes · depth).
pub(super) fn qualify(tree: &Tree, collected: &mut Collected, member: Namespace) {
    let frames = frames(tree);
    if frames.is_empty() {
        return;
    }
    let Collected { definitions, references, spelled, .. } = collected;
    let frame_of = frame_of(
        tree,
        &frames,
        definitions.iter().map(|found| found.name).chain(references.iter().map(|found| found.node)),
    );
    let mut ports: HashSet<(&[u8], &[u8])> = HashSet::new();
    let mut locals: HashSet<(usize, &[u8])> = HashSet::new();
    for found in definitions.iter() {
        let Some(&frame) = frame_of.get(&found.name) else { continue };
        let name = tree.text_of(found.name);
        match frames[frame].module {
            Some(module) if found.namespace == member || is_set(tree, found.name) => {
                ports.insert((module, name));
            }
            Some(_) => {}
            None => {
                locals.insert((frame, name));
            }
        }
    }
    for found in definitions {
        let module = frame_of.get(&found.name).and_then(|&frame| frames[frame].module);
        let name = tree.text_of(found.name);
        if let Some(module) = module.filter(|&module| ports.contains(&(module, name))) {
            found.namespace = member;
            found.traits = Traits { member: false, scope: Some(ScopeClasses::default()), ..found.traits };
            spelled.insert((found.name, member), qualified(module, name));
        }
    }
    for found in references {
        let name = tree.text_of(found.node);
        let around = || {
            let frame = *frame_of.get(&found.node)?;
            let holder = frames[frame].around.unwrap_or(frame);
            frames[holder].module.filter(|_| !locals.contains(&(frame, name)))
        };
        let module = match instance_of(tree, found.node) {
            None if is_accessed(tree, found.node) => None,
            module => module.or_else(around),
        };
        if let Some(module) = module.filter(|&module| ports.contains(&(module, name))) {
            found.namespace = Some(member);
            found.traits.fallback = None;
            spelled.insert((found.node, member), qualified(module, name));
        }
    }
}

/// Returns the innermost frame around each of some nodes that is in one.
fn frame_of(
    tree: &Tree,
    frames: &[Frame<'_>],
    nodes: impl Iterator<Item = NodeId>,
) -> HashMap<NodeId, usize> {
    let ranges: Vec<_> = frames.iter().map(|frame| tree.subtree(frame.node)).collect();
    let mut nodes: Vec<NodeId> = nodes.collect();
    nodes.sort_unstable();
    let around = innermost(&ranges, nodes.iter().map(|node| node.0));
    nodes.into_iter().zip(around).filter_map(|(node, frame)| Some((node, frame? as usize))).collect()
}

/// Whether a name is a parameter of a module, or a port that is declared in its body.
fn is_set(tree: &Tree, name: NodeId) -> bool {
    const LEVELS: usize = 5;
    const KINDS: [&str; 3] = ["parameter_port_declaration", "parameter_declaration", "port_declaration"];
    tree.ancestors(name).take(LEVELS).any(|node| KINDS.contains(&tree.kind_name(node)))
}

/// Returns the module of which an instance connects a port or sets a parameter, for its name there.
fn instance_of(tree: &Tree, name: NodeId) -> Option<&[u8]> {
    let is_module = |&node: &NodeId| tree.kind_name(node) == "module_instantiation";
    let instance = tree.ancestors(name).find(is_module).filter(|_| names_port(tree, name))?;
    tree.children(instance).next().map(|module| tree.text_of(module))
}

/// Whether a name is that of a port that is connected, or of a parameter that is set: `a` in
/// `.a(b)`.
pub(crate) fn names_port(tree: &Tree, name: NodeId) -> bool {
    const KINDS: [&str; 2] = ["named_port_connection", "named_parameter_assignment"];
    let connection = tree.parent(name).filter(|&above| KINDS.contains(&tree.kind_name(above)));
    connection.is_some_and(|connection| {
        let is_first = tree.children(connection).find(|&child| tree.is_named(child)) == Some(name);
        is_first && tree.children(connection).any(|child| tree.text_of(child) == b"(")
    })
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
    if tree.kinds().find("module_declaration", Naming::Named).is_none() {
        return frames;
    }
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
