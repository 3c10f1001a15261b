//! The types that the text states for the values at its places.

use std::collections::HashMap;

use dwindle_syntax::bindings::{Bindings, DefinitionId, EntityId};
use dwindle_syntax::{NodeId, Tree};

use super::field_elements::field_element;
use super::function::is_return;
use super::kind::kind_has;
use super::stated::{called, first_value, named, stated_type};
use super::texts::innermost;
use crate::tree::closures::parameters::{Lists, apart, elements_of, lists};

/// How many nodes around a name say whether it is a pointer or an array.
const MOST_AROUND: usize = 4;
/// The most tokens of a type that is looked at.
const LONGEST: u32 = 40;
/// The most arguments or results of a function with known types.
const MOST_AT_ONCE: usize = 32;

/// The type that is wanted at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    node: NodeId,
    /// Whether only what it wraps is: `T` of `Result<T, E>`.
    is_unwrapped: bool,
}

impl Wanted {
    fn whole(node: NodeId) -> Wanted {
        Wanted { node, is_unwrapped: false }
    }

    /// Returns the text of the type; `None` if it is long, or has names of results in it.
    pub(super) fn text<'a>(&self, tree: &'a Tree) -> Option<&'a str> {
        let is_named = |result: NodeId| only_element(tree, result).is_none();
        let has_names = is_several(tree, self.node) && elements_of(tree, self.node).any(is_named);
        if LONGEST < tree.n_tokens(self.node) || has_names {
            return None;
        }
        let text = std::str::from_utf8(tree.text_of(self.node)).ok()?.trim_start_matches([':', ' ']);
        if self.is_unwrapped { unwrapped(text) } else { Some(text) }
    }
}

/// The types that are stated for entities, and wanted at places.
#[derive(Debug, Default)]
pub(in crate::tree::uses) struct WantedTypes {
    /// `None` if definitions of the entity state different types, or one states none.
    by_entity: HashMap<EntityId, Option<NodeId>>,
    /// By the whole of a use, a call with its arguments or a name; by the first value of a
    /// variable, a value in a literal, an argument, or what a function returns.
    by_place: HashMap<NodeId, Wanted>,
}

impl WantedTypes {
    /// O((nodes + definitions + uses) · depth).
    pub(in crate::tree::uses) fn of(bindings: &Bindings) -> WantedTypes {
        let tree = bindings.tree();
        let mut found = WantedTypes::default();
        let types: Vec<Option<NodeId>> =
            bindings.definitions().iter().map(|definition| type_of(tree, definition.name)).collect();
        let stated = bindings.definitions().iter().zip(types.iter().copied());
        for (definition, node) in stated.filter(|(definition, _)| !definition.accompanies) {
            let known = found.by_entity.entry(definition.entity).or_insert(node);
            if known.map(|node| tree.text_of(node)) != node.map(|node| tree.text_of(node)) {
                *known = None;
            }
            let value = first_value(tree, definition.name);
            if let Some((value, node)) = value.zip(node) {
                found.by_place.insert(value, Wanted::whole(node));
            }
        }
        found.add_uses(bindings);
        let entities = bindings.entities().iter().filter(|entity| entity.definitions.len() == 1);
        for id in entities.map(|entity| entity.definitions[0]) {
            let definition = bindings.definition(id);
            if types[id.0 as usize].is_none()
                && let Some((value, node)) = found.of_first_value(tree, definition.name)
            {
                found.by_entity.insert(definition.entity, Some(node));
                found.by_place.entry(value).or_insert(Wanted::whole(node));
            }
        }
        found.add_uses(bindings);
        found.add_arguments(bindings);
        found.add_returned(bindings);
        found
    }

    /// Returns the places at which a type is wanted that is stated elsewhere, with its text, in no
    /// order.
    pub(in crate::tree::uses) fn texts<'a>(&self, tree: &'a Tree) -> impl Iterator<Item = (NodeId, &'a str)> {
        self.by_place.iter().filter_map(move |(&place, wanted)| Some((place, wanted.text(tree)?)))
    }

    /// Returns the places with the types that are wanted there, in no order.
    pub(super) fn places(&self) -> impl Iterator<Item = (NodeId, Wanted)> {
        self.by_place.iter().map(|(&place, &wanted)| (place, wanted))
    }

    /// Returns the text of the type that is stated for what stands at a place, also before a
    /// member.
    pub(in crate::tree::uses) fn of_place<'a>(
        &self,
        bindings: &'a Bindings,
        place: NodeId,
    ) -> Option<&'a str> {
        let tree = bindings.tree();
        if let Some(wanted) = self.by_place.get(&place) {
            return wanted.text(tree);
        }
        let &[token] = tree.tokens_of(place) else { return None };
        let used =
            bindings.uses_within(tree.subtree(place)).iter().find(|used| tree.is_within(token, used.node))?;
        self.of_variable(bindings, used.entity?)
    }

    /// Returns the text of the type that is stated for an entity, if that is no function.
    pub(in crate::tree::uses) fn of_variable<'a>(
        &self,
        bindings: &'a Bindings,
        entity: EntityId,
    ) -> Option<&'a str> {
        let node = self.by_entity.get(&entity).copied().flatten();
        let node = node.filter(|_| !is_function(bindings, entity))?;
        Wanted::whole(node).text(bindings.tree())
    }

    /// Adds the uses of what has a known type.
    fn add_uses(&mut self, bindings: &Bindings) {
        let tree = bindings.tree();
        // Many names may share many definitions.
        let mut functions: HashMap<EntityId, bool> = HashMap::new();
        for used in bindings.uses() {
            let typed = used.entity.and_then(|entity| Some((entity, *self.by_entity.get(&entity)?)));
            let Some((entity, Some(node))) = typed else { continue };
            let is_called = *functions.entry(entity).or_insert_with(|| is_function(bindings, entity));
            let whole = if is_called { called(tree, used.node) } else { named(tree, used.node) };
            if let Some(whole) = whole {
                self.by_place.entry(whole).or_insert(Wanted::whole(node));
                let is_tried = |above: &NodeId| tree.kind_name(*above) == "try_expression";
                if let Some(above) = tree.parent(whole).filter(is_tried) {
                    self.by_place.entry(above).or_insert(Wanted { node, is_unwrapped: true });
                }
            }
            let element = field_element(tree, used.node).filter(|_| !is_called);
            let value = element.and_then(|element| elements_of(tree, element).last());
            if let Some(value) = value.filter(|&value| !tree.is_within(used.node, value)) {
                self.by_place.entry(value).or_insert(Wanted::whole(node));
            }
        }
    }

    /// Adds the arguments of functions that are only called.
    fn add_arguments(&mut self, bindings: &Bindings) {
        let tree = bindings.tree();
        for entity in (0u32..).map(EntityId).take(bindings.entities().len()) {
            if !is_function(bindings, entity) {
                continue;
            }
            let Some(Lists { definitions, calls }) = lists(tree, bindings, entity, |_| true) else {
                continue;
            };
            let [parameters] = &definitions[..] else { continue };
            let type_of = |&parameter: &NodeId| {
                let name = bindings.definitions_within(tree.subtree(parameter)).first()?.name;
                type_of(tree, name)
            };
            let types: Vec<Option<NodeId>> =
                apart(tree, bindings, parameters).iter().take(MOST_AT_ONCE).map(type_of).collect();
            for call in calls.iter().filter(|call| call.len() == types.len()) {
                for (&argument, &node) in call.iter().zip(&types) {
                    let is_named = kind_has(tree, argument, &["keyword", "named", "pair", "spread", "splat"]);
                    if let Some(node) = node.filter(|_| !is_named) {
                        self.by_place.entry(argument).or_insert(Wanted::whole(node));
                    }
                }
            }
        }
    }

    /// Adds what functions return.
    fn add_returned(&mut self, bindings: &Bindings) {
        let tree = bindings.tree();
        let is_known = |entity: EntityId| self.by_entity.get(&entity).copied().flatten();
        let results: HashMap<NodeId, NodeId> = bindings
            .definitions()
            .iter()
            .filter(|found| !found.accompanies && is_function(bindings, found.entity))
            .filter_map(|found| Some((found.node?, is_known(found.entity)?)))
            .collect();
        for node in tree.preorder(tree.root()).filter(|&node| is_return(tree, node)) {
            let mut around = tree.ancestors(node);
            let Some(function) = around.find(|&above| is_code_of_function(tree, above)) else { continue };
            let (Some(&result), Some(value)) = (results.get(&function), elements_of(tree, node).last())
            else {
                continue;
            };
            if !is_several(tree, result) {
                self.by_place.entry(value).or_insert(Wanted::whole(result));
                continue;
            }
            let few = few_elements(tree, value).zip(few_elements(tree, result));
            let Some((values, types)) = few else { continue };
            let types = types.into_iter().map(|node| only_element(tree, node));
            if values.len() == types.len() {
                for (value, node) in values.into_iter().zip(types) {
                    if let Some(node) = node {
                        self.by_place.entry(value).or_insert(Wanted::whole(node));
                    }
                }
            }
        }
    }

    /// Returns the value that a variable gets where it is defined, and its type; of several
    /// variables, that of the value at the same place. O(depth + children).
    fn of_first_value(&self, tree: &Tree, name: NodeId) -> Option<(NodeId, NodeId)> {
        let value = innermost(tree, first_value(tree, name).or_else(|| value_behind_list(tree, name))?);
        if let Some(node) = made_by_call(tree, value) {
            return Some((value, node));
        }
        let Wanted { node, is_unwrapped } = *self.by_place.get(&value)?;
        let list = tree.parent(name).filter(|&list| kind_has(tree, list, &["list", "pattern", "tuple"]));
        let names = match list {
            Some(list) => few_elements(tree, list)?,
            None => Vec::new(),
        };
        match Some(names).filter(|names| 1 < names.len()) {
            Some(names) if is_several(tree, node) => {
                let at = names.iter().position(|&other| other == name)?;
                Some((value, only_element(tree, elements_of(tree, node).nth(at)?)?))
            }
            _ => (!is_unwrapped && !is_several(tree, node)).then_some((value, node)),
        }
    }
}

/// Returns the value of a variable in a list of Go, or the call that all variables of the list get
/// their values from.
fn value_behind_list(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let list = tree.parent(name).filter(|&list| tree.kind_name(list) == "expression_list")?;
    let whole = tree.parent(list).filter(|&above| tree.kind_name(above) == "short_var_declaration")?;
    let values = elements_of(tree, whole).last()?;
    let (names, own) = (few_elements(tree, list)?, few_elements(tree, values)?);
    if own.len() == names.len() {
        return own.get(names.iter().position(|&other| other == name)?).copied();
    }
    Some(values)
}

/// Returns the elements of a node; `None` if there are more than [`MOST_AT_ONCE`].
fn few_elements(tree: &Tree, node: NodeId) -> Option<Vec<NodeId>> {
    let found: Vec<NodeId> = elements_of(tree, node).take(MOST_AT_ONCE + 1).collect();
    (found.len() <= MOST_AT_ONCE).then_some(found)
}

/// Whether a type stands for several results of a function, which are no value themselves.
fn is_several(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node) == "parameter_list"
}

/// Returns the only element of a node.
fn only_element(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let mut found = elements_of(tree, node);
    found.next().filter(|_| found.next().is_none())
}

/// Whether an entity is a function, by its definitions.
fn is_function(bindings: &Bindings, entity: EntityId) -> bool {
    let is_one = |&id: &DefinitionId| {
        let (tree, found) = (bindings.tree(), bindings.definition(id));
        let is_declared = |above: NodeId| tree.kind_name(above) == "function_declarator";
        found.node.is_some_and(|node| kind_has(tree, node, &["func", "method"]))
            || tree.ancestors(found.name).take(MOST_AROUND).any(is_declared)
    };
    bindings.entity(entity).definitions.iter().any(is_one)
}

/// Whether a node is a function, with a name or without.
fn is_code_of_function(tree: &Tree, node: NodeId) -> bool {
    const FUNCTIONS: [&str; 5] = ["func", "method", "lambda", "closure", "arrow"];
    const PARTS: [&str; 5] = ["call", "body", "type", "declarator", "invocation"];
    kind_has(tree, node, &FUNCTIONS) && !kind_has(tree, node, &PARTS)
}

/// Returns the type that is stated for a name; `None` if it is only a part of the name's type: with
/// a pointer of C, or for each of several arguments.
fn type_of(tree: &Tree, name: NodeId) -> Option<NodeId> {
    const PARTS: [&str; 6] =
        ["pointer_declarator", "array_declarator", "variadic", "spread", "rest", "vararg"];
    let mut around = tree.ancestors(name).take(MOST_AROUND);
    if around.any(|above| kind_has(tree, above, &PARTS)) { None } else { stated_type(tree, name) }
}

/// Returns the type that a call of Go makes a value of: `T` in `make(T, 1)`.
fn made_by_call(tree: &Tree, call: NodeId) -> Option<NodeId> {
    let parts: Vec<NodeId> = tree.children(call).take(3).collect();
    let [function, arguments] = <[NodeId; 2]>::try_from(parts).ok()?;
    let is_make = tree.kind_name(call) == "call_expression" && tree.text_of(function) == b"make";
    let first = elements_of(tree, arguments).next();
    first.filter(|&node| is_make && tree.kind_name(node).ends_with("_type"))
}

/// Returns the first type in the angle brackets of a type.
fn unwrapped(of: &str) -> Option<&str> {
    let inner = of.strip_suffix('>')?.split_once('<')?.1;
    let (mut depth, mut before) = (0, ' ');
    let end = inner.find(|letter| {
        let is_arrow = letter == '>' && matches!(before, '-' | '=');
        before = letter;
        depth += i32::from("<([".contains(letter)) - i32::from(">)]".contains(letter) && !is_arrow);
        letter == ',' && depth == 0
    });
    Some(inner[..end.unwrap_or(inner.len())].trim())
}
