//! What a function belongs to, and what it takes.

use dwindle_syntax::bindings::Definition;
use dwindle_syntax::{NodeId, Tree};

use super::program::Program;
use super::types::{Type, Types};
use crate::tree::closures::parameters::{is_object, list_beside};

/// Returns the parameters of a function, and whether there is one for its object, which is not
/// among them.
pub(super) fn taken(tree: &Tree, name: NodeId, whole: NodeId) -> Option<(Vec<NodeId>, bool)> {
    let mut taken = match list_beside(tree, name, whole, "parameter") {
        Some(list) => list,
        // In Ruby, the list may be left out.
        None if matches!(tree.kind_name(whole), "method" | "singleton_method") => Vec::new(),
        None => return None,
    };
    let has_object = taken.first().is_some_and(|&first| is_object(tree, first));
    // `f(void)` of C takes nothing.
    taken.retain(|&node| !is_object(tree, node) && tree.text_of(node) != b"void");
    Some((taken, has_object))
}

/// Returns the type that a function belongs to.
pub(super) fn holder(types: &Types<'_>, tree: &Tree, whole: NodeId) -> Option<Type> {
    types.around(tree, whole).or_else(|| implemented(types, tree, whole))
}

/// Returns the type that the implementation around a node is for, in Rust.
fn implemented(types: &Types<'_>, tree: &Tree, node: NodeId) -> Option<Type> {
    let around = tree.ancestors(node).find(|&above| tree.kind_name(above) == "impl_item")?;
    let of = tree.children(around).find(|&child| tree.field_name(child) == Some("type"))?;
    types.named(std::str::from_utf8(tree.text_of(of)).ok()?)
}

/// Returns the name of the type that has a function.
pub(super) fn owner(program: Program<'_>, found: &Definition) -> Option<String> {
    let (tree, whole) = (program.tree(), found.node?);
    if let Some(receiver) = tree.children(whole).find(|&child| tree.field_name(child) == Some("receiver")) {
        return named_in(program, receiver);
    }
    let of = holder(program.types, tree, whole)?;
    Some(std::str::from_utf8(tree.text_of(of.name)).ok()?.to_owned())
}

/// Returns the first type of the text that a node names.
pub(super) fn named_in(program: Program<'_>, node: NodeId) -> Option<String> {
    let tree = program.tree();
    let mut names = tree.tokens_of(node).iter().map(|&token| tree.text_of(token));
    let name = names.find(|name| program.types.is_named(name))?;
    Some(std::str::from_utf8(name).ok()?.to_owned())
}
