//! What a program gives to its functions where a call takes the place of its last statement:
//! objects and arguments.

use std::collections::HashMap;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Definition, DefinitionId, EntityId};
use dwindle_syntax::uses::Root;

use super::entry::{result, with_body};
use super::owner::{named_in, owner, taken};
use super::program::Program;
use crate::tree::closures::parameters::apart;
use crate::tree::uses::sources::{
    call, has_key, is_behind_path, is_keyword, kind_has, names_object, object, stated_type,
};

/// The longest expression, in bytes.
const LONGEST: usize = 80;

/// An expression with what it names.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) text: String,
    pub(super) roots: Vec<Root>,
}

/// What a program gives to its functions.
#[derive(Clone, Debug, Default)]
pub(super) struct Stock {
    /// By what is stated of a parameter: the first argument for one.
    pub(super) arguments: HashMap<Vec<u8>, Item>,
    /// By the name of a type: an object of it.
    pub(super) objects: HashMap<String, Item>,
}

impl Stock {
    /// Returns what the statements of a program give of which all names are known where a call
    /// stands. O(nodes in the statements).
    pub(super) fn of(program: Program<'_>) -> Stock {
        let (Program { bindings, types, start, .. }, tree) = (program, program.tree());
        let mut stock = Stock::default();
        let statements = || start.before.iter().copied().chain(start.nodes());
        for used in statements().flat_map(|node| bindings.uses_within(tree.subtree(node))) {
            let Some(found) = used.entity.and_then(|entity| with_body(bindings, entity)) else { continue };
            if let Some(own) = object(tree, used.node)
                && let Some(of) = owner(program, found)
            {
                stock.put_object(program, of, own);
            }
            let (Some(whole), Some(call)) = (found.node, call(tree, used.node)) else { continue };
            let Some((taken, _)) = taken(tree, found.name, whole) else { continue };
            let given = call.arguments.into_iter().filter(|&argument| !has_key(tree, argument));
            for (parameter, argument) in apart(tree, bindings, &taken).into_iter().zip(given) {
                let Some(item) = item(program, argument) else { continue };
                stock.arguments.entry(key(program, parameter)).or_insert(item);
            }
        }
        for found in start.before.iter().flat_map(|&node| bindings.definitions_within(tree.subtree(node))) {
            // A function is no object of the types that it names.
            let is_function = |whole: NodeId| {
                const FUNCTIONS: [&str; 4] = ["arrow", "function", "lambda", "closure"];
                tree.children(whole).any(|child| kind_has(tree, child, &FUNCTIONS))
            };
            let value = found.node.filter(|&whole| !found.has_body && !is_function(whole));
            let Some(of) = value.and_then(|whole| type_of(program, found, whole)) else { continue };
            if tree.is_within(start.place, bindings.entity(found.entity).scope)
                && !types.is_named(tree.text_of(found.name))
            {
                stock.put_object(program, of, found.name);
            }
        }
        stock
    }

    /// Returns what of it uses a variable of the statements.
    pub(super) fn built(&self, program: Program<'_>) -> Stock {
        let (bindings, tree) = (program.bindings, program.tree());
        let is_variable = |root: &Root| match root {
            Root::Entity(entity) => {
                let mut found =
                    bindings.entity(*entity).definitions.iter().map(|&id| bindings.definition(id));
                found.any(|found| program.start.before.iter().any(|&node| tree.is_within(found.name, node)))
            }
            Root::Member(_) => false,
        };
        let mut stock = self.clone();
        stock.arguments.retain(|_, item| item.roots.iter().any(is_variable));
        stock.objects.retain(|_, item| item.roots.iter().any(is_variable));
        stock
    }

    fn put_object(&mut self, program: Program<'_>, of: String, node: NodeId) {
        if let Some(item) = item(program, node) {
            self.objects.entry(of).or_insert(item);
        }
    }
}

/// Returns what is stated of a parameter, as bytes that are equal for equal types: its type with
/// the signs of pointers, or its name if it has no type.
pub(super) fn key(program: Program<'_>, parameter: NodeId) -> Vec<u8> {
    let (bindings, tree) = (program.bindings, program.tree());
    let found = bindings.definitions_within(tree.subtree(parameter)).first();
    // `_` is no name.
    let unnamed = || tree.tokens_of(parameter).first().copied().unwrap_or(parameter);
    let name = found.map_or_else(unnamed, |found| found.name);
    let Some(stated) = stated_type(tree, name) else { return [b"=", tree.text_of(name)].concat() };
    let text = tree.text_of(stated);
    let mut key: Vec<u8> = text.iter().copied().filter(|byte| !matches!(byte, b' ' | b':')).collect();
    let signs = tree.tokens_of(parameter).iter().filter(|&&token| !tree.is_within(token, stated));
    for &token in signs.filter(|&&token| token < name) {
        if matches!(tree.text_of(token), b"*" | b"&") {
            key.extend_from_slice(tree.text_of(token));
        }
    }
    key
}

/// Returns an expression with what it names; `None` if one of its names is not known where a call
/// stands.
fn item(program: Program<'_>, node: NodeId) -> Option<Item> {
    let (Program { bindings, start, .. }, tree) = (program, program.tree());
    let text = std::str::from_utf8(tree.text_of(node)).ok()?;
    let tokens = tree.tokens_of(node);
    let is_bound = |&token: &NodeId| {
        names_object(tree, token) || is_keyword(tree, token) && tree.text_of(token) == b"base"
    };
    if LONGEST < text.len() || text.contains(['{', '\n', '?']) || tokens.iter().any(is_bound) {
        return None;
    }
    let mut roots = Vec::new();
    for used in bindings.uses_within(tree.subtree(node)) {
        let Some(entity) = used.entity else { continue };
        let of = bindings.entity(entity);
        let mut found = of.definitions.iter().map(|&id| bindings.definition(id));
        let is_known = |found: &Definition| {
            found.is_member || !start.has(tree, found.name) && tree.is_within(start.place, of.scope)
        };
        if !found.all(is_known) {
            return None;
        }
        roots.extend(named_roots(program, entity, used.node));
    }
    // The name of a definition is no use of it.
    let own = bindings.definitions_within(tree.subtree(node)).iter();
    roots.extend(own.map(|found| Root::Entity(found.entity)));
    Some(Item { text: text.to_owned(), roots })
}

/// Returns what a name stands for: of members with this name, those of the type before it.
pub(super) fn named_roots(program: Program<'_>, entity: EntityId, place: NodeId) -> Vec<Root> {
    let (bindings, tree) = (program.bindings, program.tree());
    let all = &bindings.entity(entity).definitions;
    if !all.iter().any(|&id| bindings.definition(id).is_member) {
        return vec![Root::Entity(entity)];
    }
    let before = tree.token_range(place).start.checked_sub(2).filter(|_| is_behind_path(tree, place));
    let of = before.map(|before| tree.text_of(tree.tokens()[before as usize]));
    let is_own = |&&id: &&DefinitionId| {
        of.is_some_and(|of| owner(program, bindings.definition(id)).is_some_and(|name| name.as_bytes() == of))
    };
    let own: Vec<Root> = all.iter().filter(is_own).map(|&id| Root::Member(id)).collect();
    if own.is_empty() { all.iter().map(|&id| Root::Member(id)).collect() } else { own }
}

/// Returns the name of the type of a variable: the one that is stated, or that its value names
/// first, or that the first function in its value returns.
fn type_of(program: Program<'_>, found: &Definition, whole: NodeId) -> Option<String> {
    let (tree, bindings) = (program.tree(), program.bindings);
    if let Some(stated) = stated_type(tree, found.name) {
        return named_in(program, stated);
    }
    let uses = bindings.uses_within(tree.subtree(whole)).iter();
    for used in uses.filter(|used| found.name < used.node) {
        let name = tree.text_of(used.node);
        if program.types.is_named(name) {
            // `Sheet::new()` may return something else.
            return Some(std::str::from_utf8(name).ok()?.to_owned());
        }
        let Some(function) = used.entity.and_then(|entity| with_body(bindings, entity)) else { continue };
        return named_in(program, result(tree, function.node?)?);
    }
    None
}
