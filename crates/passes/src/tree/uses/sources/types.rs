//! Steps that replace a type of which no member is used by a plain one.

use std::collections::BTreeMap;

use dwindle_reduce::cost::count_tokens;
use dwindle_syntax::bindings::Definition;
use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::calls::{is_accessed, whole_use};
use super::kind::kind_has;
use super::left::Left;
use crate::tree::token_edits::outermost;
use crate::tree::uses::step::{Put, Step, Weighed};

/// The most uses that are replaced.
const MOST_USES: usize = 16;

/// Returns the steps that replace a type of the text everywhere by a plain one, and what is made of
/// it by a plain value; its definition and its implementations are removed. Only types of which no
/// member is used elsewhere. The weight is that of the definitions. O(used · names in them).
pub(super) fn types(left: &Left<'_>, used: &[Used]) -> Vec<Weighed> {
    let plain = left.subject.file.language.bindings.map_or(&[][..], |rules| rules.plain_types);
    if plain.is_empty() {
        return Vec::new();
    }
    let accessed = Accessed::of(left);
    let is_plain = |used: &&Used| used.uses.len() <= MOST_USES && is_type(left, used, &accessed);
    let own: Vec<&Used> = used.iter().filter(is_plain).collect();
    let steps =
        |text: &&'static str| own.iter().filter_map(|used| step(left, used, text)).collect::<Vec<_>>();
    plain.iter().flat_map(steps).collect()
}

/// Returns the step that puts a plain type in the place of one; `None` if that saves nothing.
fn step(left: &Left<'_>, used: &Used, text: &'static str) -> Option<Weighed> {
    let tree = left.subject.tree();
    let put = |name: NodeId| -> Put {
        match made(tree, name) {
            Some(whole) => (whole, value_of(text).as_bytes().into()),
            None => (whole_type(tree, name), text.as_bytes().into()),
        }
    };
    let puts = outermost(tree, used.uses.iter().copied().map(put).collect(), |(node, _)| *node);
    let n_put: u64 = puts.iter().map(|(_, text)| count_tokens(text)).sum();
    let n_gone: u32 = puts.iter().map(|(node, _)| left.subject.n_alive(*node, left.cut)).sum();
    let weight = (used.weight + n_gone).checked_sub(u32::try_from(n_put).ok()?)?;
    let gone = used.definitions.clone();
    (!puts.is_empty() && 0 < weight).then(|| Weighed::new(Step::Put { puts, gone, moves: false }, weight))
}

/// Where members are named behind an object, by name. An accessor may have no definition.
struct Accessed<'a> {
    places: BTreeMap<&'a [u8], Vec<NodeId>>,
}

impl<'a> Accessed<'a> {
    /// O(uses · log uses).
    fn of(left: &Left<'a>) -> Accessed<'a> {
        let tree = left.subject.tree();
        let mut places: BTreeMap<&[u8], Vec<NodeId>> = BTreeMap::new();
        let uses = left.uses.bindings().uses().iter().map(|found| found.node);
        for node in uses.filter(|&node| is_accessed(tree, node) && left.has(node)) {
            places.entry(tree.text_of(node)).or_default().push(node);
        }
        Accessed { places }
    }
}

/// Whether an entity is a type of which nothing but its name is used elsewhere.
fn is_type(left: &Left<'_>, used: &Used, accessed: &Accessed<'_>) -> bool {
    const TYPES: [&str; 6] = ["struct", "class", "enum", "interface", "record", "type_"];
    let (tree, bindings) = (left.subject.tree(), left.uses.bindings());
    let definitions = &bindings.entity(used.entity).definitions;
    let mut nodes = definitions.iter().filter_map(|&id| {
        let found = bindings.definition(id);
        found.node.filter(|_| !found.accompanies && !found.is_member)
    });
    let is_named = nodes.any(|node| kind_has(tree, node, &TYPES) && !kind_has(tree, node, &["param"]));
    if !is_named {
        return false;
    }
    // A literal names the members that it sets.
    let literals = used.uses.iter().filter_map(|&name| made(tree, name));
    let wholes: Vec<NodeId> = used.definitions.iter().copied().chain(literals).collect();
    let is_inside = |node: NodeId| wholes.iter().any(|&whole| tree.is_within(node, whole));
    let is_unused = |found: &Definition| {
        let mut uses = bindings.entity(found.entity).uses.iter().map(|&id| bindings.use_at(id).node);
        let same = accessed.places.get(tree.text_of(found.name)).into_iter().flatten();
        !same.copied().any(|node| !is_inside(node)) && uses.all(|node| !left.has(node) || is_inside(node))
    };
    let inner = |&whole: &NodeId| bindings.definitions_within(tree.subtree(whole));
    let mut inner = used.definitions.iter().flat_map(inner);
    inner.all(|found| found.entity == used.entity || is_unused(found))
}

/// Returns what makes a value of a type at a use of its name: a literal, or a call.
fn made(tree: &Tree, name: NodeId) -> Option<NodeId> {
    const LEVELS: usize = 3;
    const LITERALS: [&str; 4] = ["struct_expression", "composite_literal", "creation", "new_expression"];
    let starts = tree.token_range(name).start;
    let is_first = |node: &NodeId| starts <= tree.token_range(*node).start + 1;
    let mut around = tree.ancestors(name).take(LEVELS).take_while(is_first);
    let literal = around.find(|&node| kind_has(tree, node, &LITERALS));
    let whole = whole_use(tree, literal.unwrap_or(name));
    (literal.is_some() || whole != name).then_some(whole)
}

/// Returns the node of a type with its arguments, or with the word before it: `type(T)` of Fortran.
fn whole_type(tree: &Tree, name: NodeId) -> NodeId {
    if let Some(above) = tree.parent(name).filter(|&above| tree.kind_name(above) == "derived_type") {
        return above;
    }
    let is_first = |above: &NodeId| tree.token_range(*above).start == tree.token_range(name).start;
    let above = tree.parent(name).filter(is_first);
    above.filter(|&above| kind_has(tree, above, &["generic_type", "generic_name"])).unwrap_or(name)
}

/// Returns a value of a plain type.
fn value_of(text: &str) -> &'static str {
    match text {
        "()" => "()",
        "object" | "Object" => "null",
        _ => "0",
    }
}
