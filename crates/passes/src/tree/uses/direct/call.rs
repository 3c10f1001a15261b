//! Calls of the functions of a text, with values for what they take.

use std::collections::HashSet;

use dwindle_syntax::bindings::{Definition, DefinitionId, EntityId, Use};
use dwindle_syntax::languages::DirectCall;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::access::{is_visible, obstacles};
use super::closing::{Closer, functions};
use super::making::{Given, Maker};
use super::owner::{holder, taken};
use super::program::Program;
use super::refused::runs_nothing;
use super::stock::Stock;
use super::types::has_word_before;
use crate::tree::expected::Values;
use crate::tree::subject::Subject;
use crate::tree::uses::sources::{CONSTRUCTORS, call as call_of};

/// A call, and what it needs.
#[derive(Clone, Debug)]
pub(super) struct Call {
    /// The call as a statement.
    pub(super) statement: String,
    pub(super) roots: Vec<Root>,
    /// The function.
    pub(super) whole: NodeId,
    /// The path of the namespace of the function.
    pub(super) namespace: Option<String>,
    /// Words of members that it names which forbid that: `private`.
    pub(super) obstacles: Vec<NodeId>,
    /// The index of the value of its numbers.
    pub(super) number: usize,
}

/// Other values of numbers that are tried, in turn within a call, and texts beside them.
const OTHERS: [(&[&str], &str); 5] =
    [(&["9"], ""), (&["-1"], ""), (&["9", "1"], ""), (&["9"], "a"), (&["-1"], "é")];

/// About how many definitions and nodes of their types are looked at.
const MOST_LOOKED_AT: usize = 4_000_000;

/// Returns how many functions or calls of a text are looked at.
pub(super) fn most(tree: &Tree) -> usize {
    MOST_LOOKED_AT / tree.tokens().len().max(1)
}

/// Returns a call of each function for which all values can be made and which can be named where
/// the program starts, with each value of numbers; in large texts, only of the first functions.
/// O(functions · (definitions + nodes of their types)).
pub(super) fn calls(program: Program<'_>, values: &Values) -> Vec<Call> {
    let named: Vec<&str> = values.numbers.iter().map(String::as_str).collect();
    let given = given(values, &named).map(|given| Variant { number: 0, given, stock: None });
    let others = OTHERS.into_iter().map(|(numbers, text)| Given { numbers, text, ..Given::NOTHING });
    let others = (1..).zip(others).map(|(number, given)| Variant { number, given, stock: None });
    with_variants(program, &given.chain(others).collect::<Vec<_>>())
}

/// As [`calls`], of functions that can be called on something that a program has built: with what
/// it gives to other functions, and with other values.
pub(super) fn built_calls(program: Program<'_>, stock: &Stock, values: &Values) -> Vec<Call> {
    let built = stock.built(program);
    let named: Vec<&str> = values.numbers.iter().map(String::as_str).collect();
    let all = std::iter::once(Variant { number: 0, given: Given::NOTHING, stock: Some(stock) });
    let given = given(values, &named);
    let named = given.map(|given| Variant { number: 0, given, stock: Some(&built) });
    let others = Given { numbers: OTHERS[0].0, ..Given::NOTHING };
    let others = std::iter::once(Variant { number: 1, given: others, stock: Some(&built) });
    with_variants(program, &all.chain(named).chain(others).collect::<Vec<_>>())
}

/// Returns nothing, and what the test names: that is as likely as nothing.
pub(super) fn given<'a>(values: &'a Values, numbers: &'a [&'a str]) -> impl Iterator<Item = Given<'a>> {
    let named = (0..numbers.len().max(values.texts.len())).map(move |at| {
        let numbers = numbers.get(at..=at).or(numbers.last().map(std::slice::from_ref));
        let text = values.texts.get(at).or(values.texts.last()).map_or("", String::as_str);
        Given { numbers: numbers.unwrap_or(Given::NOTHING.numbers), text, length: values.length }
    });
    std::iter::once(Given::NOTHING).chain(named)
}

/// What the arguments of calls are.
#[derive(Clone, Copy)]
struct Variant<'a> {
    /// The index of the value of numbers.
    number: usize,
    given: Given<'a>,
    stock: Option<&'a Stock>,
}

fn with_variants(program: Program<'_>, variants: &[Variant<'_>]) -> Vec<Call> {
    let Program { bindings, rules, .. } = program;
    let tree = bindings.tree();
    // The body may stand elsewhere, as those of methods in C++ do.
    let has_body = |found: &Definition| {
        let mut all = bindings.entity(found.entity).definitions.iter();
        found.has_body || all.any(|&id| bindings.definition(id).has_body)
    };
    let is_function = |found: &Definition| {
        !found.is_root && !found.accompanies && has_body(found) && !runs_nothing(tree, found)
    };
    let functions = bindings.numbered_definitions().filter(|(_, found)| is_function(found));
    let most = most(tree);
    let mut calls: Vec<Call> = Vec::new();
    let mut known: HashSet<(Option<String>, String)> = HashSet::new();
    for (id, found) in functions.take(most) {
        let Some(whole) = found.node else { continue };
        if !is_visible(tree, rules, (whole, found.name)) {
            continue;
        }
        let (namespace, program) = (namespace(tree, rules, whole), program.calling(whole));
        for &Variant { number, given, stock } in variants {
            let mut maker = Maker::new(program, given, stock);
            let Some(text) = call(&mut maker, id, found) else { continue };
            if known.insert((namespace.clone(), text.clone())) {
                let (mut roots, namespace) = (maker.roots, namespace.clone());
                roots.extend(program.roots());
                let Some(obstacles) = obstacles_of(program, &roots) else { continue };
                let (before, behind) = program.statement();
                let statement = [before, &text, behind].concat();
                calls.push(Call { statement, roots, whole, namespace, obstacles, number });
            }
        }
    }
    calls
}

/// Returns the words that forbid to name the members among some roots where a program starts;
/// `None` if one of them is forbidden without a word.
pub(super) fn obstacles_of(program: Program<'_>, roots: &[Root]) -> Option<Vec<NodeId>> {
    let mut found: Vec<NodeId> = Vec::new();
    for root in roots {
        let Root::Member(id) = root else { continue };
        let member = program.bindings.definition(*id);
        if let Some(whole) = member.outermost() {
            found.extend(obstacles(program, (whole, member.name))?);
        }
    }
    found.sort_unstable();
    found.dedup();
    Some(found)
}

fn call(maker: &mut Maker<'_>, id: DefinitionId, found: &Definition) -> Option<String> {
    let tree = maker.program.tree();
    let whole = found.node?;
    let (taken, has_object) = taken(tree, found.name, whole)?;
    let object = object(maker, found, has_object)?;
    let values = maker.values(&taken, 0)?;
    maker.roots.push(if found.is_member { Root::Member(id) } else { Root::Entity(found.entity) });
    let name = std::str::from_utf8(tree.text_of(own_name(tree, found.name))).ok()?;
    Some(format!("{object}{name}({values})"))
}

/// Returns the calls of functions that the text has, with what their names stand for, where that
/// can be found; in large texts, only the first ones. O(calls · (names + depth)).
pub(super) fn closed_calls(subject: &Subject, program: Program<'_>) -> Vec<Call> {
    let Program { bindings, rules, .. } = program;
    let tree = bindings.tree();
    let with_body = bindings.definitions().iter().filter(|found| found.has_body && !found.is_root);
    let with_body: HashSet<EntityId> = with_body.map(|found| found.entity).collect();
    let runs = bindings.definitions().iter().filter(|found| with_body.contains(&found.entity));
    let runs: HashSet<EntityId> =
        runs.filter(|found| !runs_nothing(tree, found)).map(|found| found.entity).collect();
    let functions = functions(bindings);
    let called = |used: &Use| {
        let entity = used.entity.filter(|entity| with_body.contains(entity))?;
        Some((entity, call_of(tree, used.node)?))
    };
    let most = most(tree);
    let mut calls: Vec<Call> = Vec::new();
    let mut known: HashSet<String> = HashSet::new();
    for (entity, call) in bindings.uses().iter().filter_map(called).take(most) {
        let mut all = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id));
        let Some((whole, name)) = all.find_map(|found| Some((found.node?, found.name))) else { continue };
        if !runs.contains(&entity) || !is_visible(tree, rules, (whole, name)) {
            continue;
        }
        let program = program.calling(whole);
        let mut closer = Closer::new(subject, &functions, Maker::new(program, Given::NOTHING, None));
        let Some(statement) = closer.statement(call.node) else { continue };
        if known.insert(statement.clone()) {
            let (mut roots, namespace) = (closer.maker.roots, namespace(tree, rules, whole));
            roots.extend(program.roots());
            let Some(obstacles) = obstacles_of(program, &roots) else { continue };
            calls.push(Call { statement, roots, whole, namespace, obstacles, number: 0 });
        }
    }
    calls
}

/// Returns the name of a function with the names of the tables before it, in Lua.
fn own_name(tree: &Tree, name: NodeId) -> NodeId {
    tree.parent(name).filter(|&above| tree.kind_name(above).ends_with("_index_expression")).unwrap_or(name)
}

/// Returns what stands before the name of a function: an object or a type, with the sign behind it,
/// or nothing. `None` if it cannot be made.
fn object(maker: &mut Maker<'_>, found: &Definition, has_object: bool) -> Option<String> {
    let (tree, rules) = (maker.program.tree(), maker.program.rules);
    let whole = found.node?;
    // A constructor is called by its type.
    if CONSTRUCTORS.contains(&tree.text_of(found.name)) {
        return None;
    }
    if let Some(receiver) = tree.children(whole).find(|&child| tree.field_name(child) == Some("receiver")) {
        let of = base_type(tree, receiver)?;
        maker.name(of);
        return Some(maker.built(of).unwrap_or_else(|| format!("new({of})")) + ".");
    }
    let Some(one) = holder(maker.program.types, tree, whole) else {
        let is_of_other = tree.ancestors(whole).any(|above| tree.kind_name(above) == "impl_item");
        // Of what has no name, there is no object.
        let is_free = !found.is_member || own_name(tree, found.name) != found.name;
        return (!is_of_other && is_free).then(String::new);
    };
    let of = std::str::from_utf8(tree.text_of(one.name)).ok()?;
    if tree.text_of(found.name) == of.as_bytes() {
        return None;
    }
    let is_static = match tree.kind_name(whole) {
        "function_item" => !has_object,
        "singleton_method" => true,
        _ => match decorators(tree, found) {
            Some(decorators) => {
                let has = |word: &[u8]| memchr::memmem::find(decorators, word).is_some();
                // A property is not called.
                if has(b"property") || has(b".setter") {
                    return None;
                }
                has(b"staticmethod") || has(b"classmethod")
            }
            None => {
                let mut all = maker.program.bindings.entity(found.entity).definitions.iter();
                all.any(|&other| {
                    let other = maker.program.bindings.definition(other);
                    other.node.is_some_and(|node| has_word_before(tree, node, other.name, b"static"))
                })
            }
        },
    };
    if is_static {
        maker.roots.push(Root::Member(one.definition));
        return Some(format!("{}{}", maker.path(one)?, rules.of_type?));
    }
    if let Some(built) = maker.built(of) {
        return Some(built + rules.of_object);
    }
    let made = maker.instance(one, 0).filter(|made| Some(made.as_str()) != rules.nothing)?;
    Some(format!("{made}{}", rules.of_object))
}

/// Returns the text of the decorators of a function of Python; `None` if it has none.
fn decorators<'a>(tree: &'a Tree, found: &Definition) -> Option<&'a [u8]> {
    let around = tree.ancestors(found.name).find(|&above| tree.kind_name(above) == "decorated_definition")?;
    let is_own = found.node.is_some_and(|whole| whole == around || tree.parent(whole) == Some(around));
    is_own.then(|| &tree.text()[tree.range(around).start..tree.range(found.name).start])
}

/// Returns the path of the namespaces around a node; `None` outside of all.
fn namespace(tree: &Tree, rules: &DirectCall, node: NodeId) -> Option<String> {
    let rules = rules.namespace?;
    let name = |around: NodeId| {
        let name = tree.children(around).find(|&child| tree.field_name(child) == Some("name"))?;
        Some(String::from_utf8_lossy(tree.text_of(name)).into_owned())
    };
    let around = tree.ancestors(node).filter(|&above| tree.kind_name(above) == rules.kind);
    let mut names: Vec<String> = around.filter_map(name).collect();
    names.reverse();
    (!names.is_empty()).then(|| names.join("::"))
}

/// Returns the name of the type of a receiver of Go.
fn base_type(tree: &Tree, receiver: NodeId) -> Option<&str> {
    let text = std::str::from_utf8(tree.text_of(receiver)).ok()?;
    text.trim_end_matches([')', ' ']).rsplit([' ', '*', '(']).next().filter(|name| !name.ends_with(']'))
}
