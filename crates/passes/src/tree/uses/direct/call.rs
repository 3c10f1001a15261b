//! Calls of the functions of a text, with values for what they take.

use std::collections::HashSet;

use dwindle_syntax::bindings::{Bindings, Definition, DefinitionId};
use dwindle_syntax::uses::Root;
use dwindle_syntax::{Language, NodeId, Tree};

use super::making::Maker;
use super::types::{Types, has_word_before};
use crate::tree::closures::parameters::list_beside;

/// A call, and what it needs.
#[derive(Clone, Debug)]
pub(super) struct Call {
    pub(super) text: String,
    pub(super) roots: Vec<Root>,
    /// The namespace of the function, in C++.
    pub(super) namespace: Option<String>,
    /// The index of the value of its numbers.
    pub(super) number: usize,
}

/// The values of numbers that are tried, in turn within a call.
const NUMBERS: [&[&str]; 4] = [&["0"], &["9"], &["-1"], &["9", "1"]];

/// About how many definitions and nodes of their types are looked at.
const MOST_LOOKED_AT: usize = 4_000_000;

/// Returns a call of each function for which all values can be made, with each value of numbers; in
/// large texts, only of the first functions. O(functions · (definitions + nodes of their types)).
pub(super) fn calls(bindings: &Bindings, language: &Language) -> Vec<Call> {
    let types = Types::of(bindings);
    let functions = bindings
        .numbered_definitions()
        .filter(|(_, found)| found.has_body && !found.is_root && !found.accompanies);
    let most = MOST_LOOKED_AT / bindings.tree().tokens().len().max(1);
    let mut calls: Vec<Call> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for (id, found) in functions.take(most) {
        for (index, numbers) in NUMBERS.into_iter().enumerate() {
            let mut maker =
                Maker { bindings, language, types: &types, numbers, n_numbers: 0, roots: Vec::new() };
            let Some(text) = call(&mut maker, id, found) else { continue };
            if known.insert(text.clone()) {
                let namespace = namespace(bindings.tree(), found.name);
                calls.push(Call { text, roots: maker.roots, namespace, number: index });
            }
        }
    }
    calls
}

fn call(maker: &mut Maker<'_>, id: DefinitionId, found: &Definition) -> Option<String> {
    let (bindings, language) = (maker.bindings, maker.language);
    let tree = bindings.tree();
    let whole = found.node?;
    let mut taken = list_beside(tree, found.name, whole, "parameter")?;
    let is_object = |node: NodeId| {
        tree.kind_name(node) == "self_parameter" || matches!(tree.text_of(node), b"self" | b"cls" | b"this")
    };
    let has_object = taken.first().is_some_and(|&first| is_object(first));
    taken.retain(|&node| !is_object(node));
    let name = std::str::from_utf8(tree.text_of(found.name)).ok()?;
    let object = match language.name {
        "go" => object_of_go(maker, whole)?,
        _ => match maker.types.around(tree, whole).or_else(|| implemented(maker.types, tree, whole)) {
            None if tree.ancestors(whole).any(|above| tree.kind_name(above) == "impl_item") => return None,
            None => String::new(),
            Some(one) => {
                let of = std::str::from_utf8(tree.text_of(one.name)).ok()?;
                if of == name {
                    return None;
                }
                let is_static = match language.name {
                    "rust" => !has_object,
                    "python" => tree
                        .parent(whole)
                        .is_some_and(|above| tree.kind_name(above) == "decorated_definition"),
                    _ => has_word_before(tree, whole, found.name, b"static"),
                };
                let sign = if matches!(language.name, "rust" | "cpp") { "::" } else { "." };
                if is_static {
                    maker.roots.push(Root::Member(one.definition));
                    format!("{of}{sign}")
                } else {
                    let made = maker.instance(one, 0).filter(|made| made != "null")?;
                    format!("{made}.")
                }
            }
        },
    };
    let values = maker.values(&taken, 0)?;
    maker.roots.push(if found.is_member { Root::Member(id) } else { Root::Entity(found.entity) });
    Some(format!("{object}{name}({values})"))
}

/// Returns the name of the innermost namespace of C++ around a node.
fn namespace(tree: &Tree, node: NodeId) -> Option<String> {
    let around = tree.ancestors(node).find(|&above| tree.kind_name(above) == "namespace_definition")?;
    let name = tree.children(around).find(|&child| tree.field_name(child) == Some("name"))?;
    Some(String::from_utf8_lossy(tree.text_of(name)).into_owned())
}

/// Returns the object of a method of Go, with a point behind it; nothing for a function.
fn object_of_go(maker: &mut Maker<'_>, whole: NodeId) -> Option<String> {
    let tree = maker.bindings.tree();
    let receiver = tree.children(whole).find(|&child| tree.field_name(child) == Some("receiver"));
    let Some(receiver) = receiver else { return Some(String::new()) };
    let text = std::str::from_utf8(tree.text_of(receiver)).ok()?;
    let name = text.trim_end_matches(')').rsplit([' ', '*', '(']).next()?;
    let one = maker.types.named(name)?;
    let made = maker.instance(one, 0)?;
    Some(format!("(&{made})."))
}

/// Returns the type that the implementation around a node is for, in Rust.
fn implemented(types: &Types<'_>, tree: &Tree, node: NodeId) -> Option<super::types::Type> {
    let around = tree.ancestors(node).find(|&above| tree.kind_name(above) == "impl_item")?;
    let of = tree.children(around).find(|&child| tree.field_name(child) == Some("type"))?;
    types.named(std::str::from_utf8(tree.text_of(of)).ok()?)
}
