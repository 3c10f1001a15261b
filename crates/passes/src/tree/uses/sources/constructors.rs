//! What constructors take: parameters and fields, with the arguments and values at their places.

use std::collections::BTreeMap;

use dwindle_syntax::bindings::{Definition, Entity};
use dwindle_syntax::{NodeId, Tree};

use super::calls::whole_use;
use super::calls::{is_before_member, names_object};
use super::parameters::{Parameter, parameter};
use super::texts::whole_name;
use crate::tree::closures::curried::application;
use crate::tree::closures::parameters::{apart, elements, is_list, list_beside};
use crate::tree::uses::rest::Rest;

/// What types are called in grammars.
const TYPES: [&str; 5] = ["class", "struct", "record", "type_spec", "variant"];
/// Names of constructors that do not have the name of their type.
pub(in crate::tree::uses) const CONSTRUCTORS: [&[u8]; 5] =
    [b"__init__", b"constructor", b"__construct", b"init", b"initialize"];
/// Literals that give values by their places.
const LITERALS: [&str; 2] = ["literal_value", "initializer_list"];
/// How many nodes around a type are searched for the literal that it begins.
const MOST_AROUND: usize = 3;
/// How many nodes of an element are searched for the literal in it.
const MOST_LOOKED_AT: usize = 8;
/// Fewer values in brackets without the name of a type may be of any type.
const FEWEST_ANYWHERE: usize = 3;
/// More of them are a table.
const MOST_ANYWHERE: usize = 1_000;

/// Values in brackets without the name of a type, by their number.
type Anonymous = BTreeMap<usize, Vec<Vec<NodeId>>>;

/// Returns the parameters of constructors, and the fields that values are given for by place.
pub(super) fn constructors(rest: &Rest<'_>) -> Vec<Parameter> {
    let types = types(rest);
    let mut anonymous = anonymous(rest);
    // Of types with as many fields it is unknown which one is meant.
    let mut n_types: BTreeMap<usize, usize> = BTreeMap::new();
    types.iter().for_each(|one| *n_types.entry(one.fields.len()).or_default() += 1);
    anonymous.retain(|n_values, lists| n_types.get(n_values) == Some(&1) && lists.len() <= MOST_ANYWHERE);
    let places = types.iter().flat_map(|one| of_type(rest, one, &anonymous));
    let parameter = |Taken { own, given, whole }: Taken| parameter(rest, &[own], given, &[own], whole);
    places.filter_map(parameter).collect()
}

/// Returns the nodes of each parameter and field for which something is given where the type is
/// named: itself, then what is given.
pub(in crate::tree::uses) fn of_constructors(rest: &Rest<'_>) -> Vec<Vec<NodeId>> {
    let places = types(rest).into_iter().flat_map(|one| of_type(rest, &one, &Anonymous::new()));
    places.map(|Taken { own, given, .. }| [vec![own], given].concat()).collect()
}

fn types<'a>(rest: &Rest<'a>) -> Vec<Type<'a>> {
    rest.uses.bindings().entities().iter().filter_map(|entity| type_of(rest, entity)).collect()
}

/// A type that is left.
struct Type<'a> {
    entity: &'a Entity,
    name: NodeId,
    whole: NodeId,
    fields: Vec<NodeId>,
}

/// Returns the type that an entity is; `None` if it is none, or several.
fn type_of<'a>(rest: &Rest<'_>, entity: &'a Entity) -> Option<Type<'a>> {
    let (bindings, tree) = (rest.uses.bindings(), rest.subject.tree());
    // A constructor may have the name of its type.
    let declared = |definition: &Definition| {
        let node = definition.node?;
        let found = std::iter::once(node).chain(tree.children(node)).find(|&node| is_type(tree, node));
        Some((definition.name, found.or_else(|| only_constructor(tree, node))?))
    };
    let mut definitions = entity.definitions.iter().filter_map(|&id| declared(bindings.definition(id)));
    let (name, whole) = definitions.next()?;
    // In Haskell, a type and its constructor may be one entity.
    if definitions.any(|(_, other)| other != whole) {
        return None;
    }
    rest.has(whole).then(|| Type { entity, name, whole, fields: fields(rest, whole) })
}

/// Returns the constructor of a type of Haskell, if there is only one.
fn only_constructor(tree: &Tree, node: NodeId) -> Option<NodeId> {
    let is_of = |node: NodeId, kind: &str| tree.kind_name(node) == kind;
    if !is_of(node, "data_type") && !is_of(node, "newtype") {
        return None;
    }
    let inner = tree.children(node).flat_map(|child| std::iter::once(child).chain(tree.children(child)));
    let mut all = inner.filter(|&child| is_of(child, "data_constructor"));
    all.next().filter(|_| all.next().is_none())
}

/// A parameter or field, what is given for it, and what is replaced for a name of it.
struct Taken {
    own: NodeId,
    given: Vec<NodeId>,
    whole: fn(&Tree, NodeId) -> NodeId,
}

/// Returns what a type takes.
fn of_type(rest: &Rest<'_>, one: &Type<'_>, anonymous: &Anonymous) -> Vec<Taken> {
    let (bindings, tree) = (rest.uses.bindings(), rest.subject.tree());
    let &Type { entity, name, whole, ref fields } = one;
    let places = || entity.uses.iter().map(|&id| bindings.use_at(id).node).filter(|&place| rest.has(place));
    let call = |place: NodeId| {
        let applied = application(tree, place).map(|(_, arguments)| arguments);
        applied.or_else(|| list_beside(tree, place, tree.parent(tree.parent(place)?)?, "argument"))
    };
    // `A::new(1)` and `A.of(1)` call something else.
    let is_itself = |&place: &NodeId| !is_before_member(tree, place);
    let calls = || {
        places()
            .filter(is_itself)
            .filter_map(call)
            .chain(places().flat_map(|place| calls_of_super(tree, place)))
    };
    let mut found = Vec::new();
    if let Some(list) = taken(tree, name, whole) {
        found.extend(at_places(rest, &list, &calls().collect::<Vec<_>>(), whole_name));
    }
    if !fields.is_empty() {
        let anonymous = anonymous.get(&fields.len()).into_iter().flatten().cloned();
        let literals = places().flat_map(|place| literals(tree, place));
        let given: Vec<Vec<NodeId>> = literals.chain(anonymous).chain(calls()).collect();
        found.extend(at_places(rest, fields, &given, whole_use));
    }
    found
}

/// Whether a node is the declaration of a type.
fn is_type(tree: &Tree, node: NodeId) -> bool {
    let name = tree.kind_name(node);
    let is_part = name.contains("constructor") || name.contains("body") || name.ends_with("_type");
    // In Haskell, each constructor takes fields of its own.
    let is_haskell = name == "data_constructor";
    is_haskell || name != "record" && TYPES.iter().any(|kind| name.contains(kind)) && !is_part
}

/// Returns what each place of a list takes, with what is given there; nothing if more is given.
fn at_places(
    rest: &Rest<'_>,
    taken: &[NodeId],
    given: &[Vec<NodeId>],
    whole: fn(&Tree, NodeId) -> NodeId,
) -> Vec<Taken> {
    let tree = rest.subject.tree();
    let is_named = |node: NodeId| {
        ["keyword", "keyed", "pair", "spread", "designat"]
            .iter()
            .any(|word| tree.kind_name(node).contains(word))
    };
    if given.is_empty()
        || given.iter().any(|list| taken.len() < list.len() || list.iter().any(|&node| is_named(node)))
    {
        return Vec::new();
    }
    let at = |(at, &own): (usize, &NodeId)| {
        let given = given.iter().filter_map(|list| list.get(at).copied()).filter(|&node| rest.has(node));
        let given: Vec<NodeId> = given.collect();
        (!given.is_empty() && rest.has(own)).then_some(Taken { own, given, whole })
    };
    taken.iter().enumerate().filter_map(at).collect()
}

/// Returns the parameters behind the name of a type, or of its only constructor.
fn taken(tree: &Tree, own: NodeId, whole: NodeId) -> Option<Vec<NodeId>> {
    constructor(tree, own, whole).map(|(_, list)| list)
}

/// Returns the parameters behind the name of a type, or of its first constructor, with that name.
pub(in crate::tree::uses) fn constructor(
    tree: &Tree,
    own: NodeId,
    whole: NodeId,
) -> Option<(NodeId, Vec<NodeId>)> {
    if let Some(list) = list_beside(tree, own, whole, "parameter") {
        return Some((own, list));
    }
    let name = tree.text_of(own);
    let is_name = |node: NodeId| tree.text_of(node) == name || CONSTRUCTORS.contains(&tree.text_of(node));
    let mut found = tree
        .preorder(whole)
        .filter(|&node| tree.is_leaf(node) && is_name(node) && node != own && is_of(tree, node, whole));
    let lists = |name: NodeId| {
        let list = tree.next_sibling(name).filter(|&list| is_list(tree, list, "parameter"))?;
        Some((name, elements(tree, list)))
    };
    let (name, mut list) = found.find_map(lists)?;
    if list.first().is_some_and(|&first| names_object(tree, first)) {
        list.remove(0);
    }
    Some((name, list))
}

/// Whether a type is the innermost one around a node.
fn is_of(tree: &Tree, node: NodeId, whole: NodeId) -> bool {
    tree.ancestors(node).find(|&above| is_type(tree, above)) == Some(whole)
}

/// Returns the fields of a type: of each its declaration, or its name if others share that.
fn fields(rest: &Rest<'_>, whole: NodeId) -> Vec<NodeId> {
    let (bindings, tree) = (rest.uses.bindings(), rest.subject.tree());
    let is_field = |node: NodeId| match tree.kind_name(node) {
        "field_declaration" | "field_definition" => true,
        "field" => tree.parent(node).is_some_and(|list| tree.kind_name(list) == "fields"),
        _ if tree.field_name(node) == Some("field") => {
            tree.parent(node).is_some_and(|list| tree.kind_name(list) == "prefix")
        }
        // A field of a data class in Python.
        "assignment" => tree.children(node).any(|child| tree.field_name(child) == Some("type")),
        _ => tree.parent(node).is_some_and(|list| {
            tree.kind_name(list) == "ordered_field_declaration_list" && tree.field_name(node) == Some("type")
        }),
    };
    let declared = tree.preorder(whole).filter(|&node| is_field(node));
    let declared: Vec<NodeId> = declared.filter(|&node| rest.has(node) && is_of(tree, node, whole)).collect();
    apart(tree, bindings, &declared).into_iter().filter(|&field| rest.has(field)).collect()
}

/// Returns the arguments that a derived type hands on, whose list of bases names a type.
fn calls_of_super(tree: &Tree, place: NodeId) -> Vec<Vec<NodeId>> {
    const LEVELS: usize = 4;
    let has_body = |above: NodeId| tree.children(above).any(|child| tree.field_name(child) == Some("body"));
    let is_class = |&above: &NodeId| is_type(tree, above) && has_body(above);
    let Some(class) = tree.ancestors(place).take(LEVELS).find(is_class) else { return Vec::new() };
    let is_body = |above: NodeId| tree.field_name(above) == Some("body");
    if tree.ancestors(place).take_while(|&above| above != class).any(is_body) {
        return Vec::new();
    }
    let is_super = |&node: &NodeId| tree.is_leaf(node) && matches!(tree.text_of(node), b"super" | b"base");
    let list = |node: NodeId| {
        let at = if tree.parent(node).is_some_and(|above| tree.n_tokens(above) == 1) {
            tree.parent(node)?
        } else {
            node
        };
        let list = tree.next_sibling(at).filter(|&list| is_list(tree, list, "argument"))?;
        Some(elements(tree, list))
    };
    tree.preorder(class).filter(is_super).filter_map(list).collect()
}

/// Returns the values of the literals whose type is named at a place: `A{1, 2}`,
/// `[]A{{1, 2}, {3, 4}}`.
fn literals(tree: &Tree, place: NodeId) -> Vec<Vec<NodeId>> {
    let is_literal = |node: NodeId| LITERALS.contains(&tree.kind_name(node));
    let holds_many =
        |node: NodeId| ["slice", "array", "map"].iter().any(|kind| tree.kind_name(node).contains(kind));
    let mut levels = 0;
    for node in std::iter::once(place).chain(tree.ancestors(place).take(MOST_AROUND)) {
        levels += usize::from(holds_many(node));
        let Some(next) = tree.next_sibling(node) else { continue };
        if !is_literal(next) {
            return Vec::new();
        }
        // The value of an element stands behind its key if it has one.
        let inner = |element: NodeId| {
            let is_keyed = tree.kind_name(element).contains("keyed");
            let value = tree.children(element).filter(|&child| is_keyed && tree.is_named(child)).last();
            tree.preorder(value.unwrap_or(element)).take(MOST_LOOKED_AT).find(|&node| is_literal(node))
        };
        let mut lists = vec![next];
        for _ in 0..levels {
            lists = lists.into_iter().flat_map(|list| elements(tree, list)).filter_map(inner).collect();
        }
        return lists.into_iter().map(|list| elements(tree, list)).collect();
    }
    Vec::new()
}

/// Returns the values of literals without the name of a type. O(nodes).
fn anonymous(rest: &Rest<'_>) -> Anonymous {
    let tree = rest.subject.tree();
    let lists = tree.kinds().named_like(|name| name == "initializer_list");
    let is_anonymous = |&list: &NodeId| {
        let before = tree.parent(list).and_then(|parent| tree.children(parent).next());
        before.is_none_or(|first| !tree.kind_name(first).contains("type")) && rest.has(list)
    };
    let mut found = Anonymous::new();
    for list in tree.preorder(tree.root()).filter(|&node| lists.has(tree.kind(node))).filter(is_anonymous) {
        let values = elements(tree, list);
        if FEWEST_ANYWHERE <= values.len() {
            found.entry(values.len()).or_default().push(values);
        }
    }
    found
}
