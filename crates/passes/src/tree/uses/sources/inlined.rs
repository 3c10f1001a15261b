//! Steps that replace the uses of a name by what it stands for.

use dwindle_syntax::bindings::{Bindings, Definition, Entity};
use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::assigned::{Assigned, assigned};
use super::calls::{Call, bare_call, call, names_object, object, sign_before};
use super::function::{Body, Ending, Meaning, meaning};
use super::kind::{is_many, kind_has};
use super::left::Left;
use super::moved::{Place, moved};
use super::own::Own;
use super::texts::whole_name;
use super::visible::names_in;
use crate::tree::closures::parameters::list_beside;
use crate::tree::token_edits::outermost;
use crate::tree::uses::step::{Put, Step, Weighed};

/// The most uses that are replaced.
const MOST_USES: usize = 8;
/// The languages that ignore arguments without a parameter.
const LOSE_ARGUMENTS: [&str; 3] = ["javascript", "lua", "php"];
/// The most tokens of what takes the place of several.
const LONGEST: u32 = 64;

/// Returns the steps that replace all uses of a name by what it stands for, each with the name.
/// The weight is the number of tokens that are saved.
pub(super) fn inlined<'a>(left: &Left<'_>, used: &'a [Used]) -> Vec<(&'a Used, Weighed)> {
    used.iter().filter_map(|used| Some((used, inline(left, used)?))).collect()
}

/// Returns the step that replaces all uses of a name by the value of its definition, or all calls
/// by the body of the function, in which arguments take the place of the parameters; the
/// definitions are removed. `None` if that is impossible or saves nothing.
fn inline(left: &Left<'_>, used: &Used) -> Option<Weighed> {
    let Left { subject, cut, uses, .. } = left;
    let (tree, bindings) = (subject.tree(), uses.bindings());
    let entity = bindings.entity(used.entity);
    let places: Vec<NodeId> =
        used.uses.iter().copied().filter(|&node| 0 < subject.n_alive(node, cut)).collect();
    if places.is_empty() || MOST_USES < places.len() {
        return None;
    }
    let Stands { definition, meaning: Meaning { parameters, has_receiver, body }, assignment } =
        stands_for(left, entity, &places)?;
    // Where no parameter stands for the object of a method, keywords and bare names do.
    let own = match &parameters {
        Some(parameters) if definition.is_member => Some(Own::of(left, &body, definition, parameters)),
        _ => None,
    };
    let is_bound = || parameters.is_none() && !is_of_module(tree, definition);
    if definition.is_root || (definition.is_member && is_bound()) {
        return None;
    }
    if parameters.is_none() && places.iter().any(|&node| is_changed(tree, node)) {
        return None;
    }
    let n_tokens = cut.n_alive(body.tokens(tree));
    if 1 < places.len() && LONGEST < n_tokens {
        return None;
    }
    // A function that calls itself cannot go.
    let is_own = |place: NodeId| definition.node.is_some_and(|whole| tree.is_within(place, whole));
    let mut own_uses = entity.uses.iter().map(|&id| bindings.use_at(id).node);
    if own_uses.any(|node| is_own(node) && 0 < subject.n_alive(node, cut)) {
        return None;
    }
    if has_text_elsewhere(tree, &body) || places.iter().any(|&place| is_in_text(tree, place)) {
        return None;
    }
    // Names local to the definition must not be moved out of it.
    if !is_known_at(bindings, tree, &body, parameters.as_deref(), (definition.node?, &places)) {
        return None;
    }
    let mut puts: Vec<Put> = Vec::new();
    let mut n_put = 0;
    for name in places {
        let place = match &parameters {
            None => Place { name, node: whole_name(tree, name), arguments: Vec::new(), own: Vec::new() },
            Some(parameters) => {
                let bare = || bare_call(tree, name).filter(|_| may_be_bare(tree, definition));
                let Call { node, arguments } = call(tree, name).or_else(bare)?;
                if arguments.iter().any(|&node| has_key(tree, node)) {
                    return None;
                }
                // The object of a method stands before its name.
                let object = object(tree, name);
                let takes_object =
                    has_receiver || parameters.first().is_some_and(|&first| names_object(tree, first));
                let first = object.filter(|_| takes_object && arguments.len() + 1 == parameters.len());
                let n_given = arguments.len() + usize::from(first.is_some());
                // More arguments than parameters are lost where that is allowed.
                let is_given = match LOSE_ARGUMENTS.contains(&subject.file.language.name) {
                    true => {
                        parameters.len() <= n_given && !parameters.iter().any(|&node| is_many(tree, node))
                    }
                    false => parameters.len() == n_given,
                };
                if !is_given || first.is_none() && is_called_otherwise(tree, definition, name) {
                    return None;
                }
                let given = first.into_iter().chain(arguments);
                let is_other = |pair: &(NodeId, NodeId)| tree.text_of(pair.0) != tree.text_of(pair.1);
                let arguments: Vec<(NodeId, NodeId)> =
                    parameters.iter().copied().zip(given).filter(is_other).collect();
                if arguments.iter().any(|&pair| assigns_to(left, pair)) {
                    return None;
                }
                let object = object.filter(|&object| first.is_none() && !names_object(tree, object));
                let own = own.as_ref().map_or(Some(Vec::new()), |own| own.put(tree, (name, object)))?;
                Place { name, node, arguments, own }
            }
        };
        let (node, body) = tried(tree, place.node, &body).unwrap_or_else(|| (place.node, body.clone()));
        let (put, n_tokens) = moved(left, &body, &Place { node, ..place })?;
        n_put += n_tokens;
        puts.push(put);
    }
    puts.sort();
    if puts.windows(2).any(|pair| tree.is_within(pair[1].0, pair[0].0)) {
        return None;
    }
    let definitions = used.definitions.iter().copied().chain(assignment).collect();
    let definitions: Vec<NodeId> = outermost(tree, definitions, |&node| node);
    let goes = puts.iter().map(|(node, _)| *node).chain(definitions.iter().copied());
    let n_gone: u32 = goes.map(|node| subject.n_alive(node, cut)).sum();
    let weight = n_gone.checked_sub(n_put).filter(|&weight| 0 < weight)?;
    Some(Weighed::new(Step::Put { puts, gone: definitions, moves: true }, weight))
}

/// Whether the object of a method that is defined with `:`, as in Lua, is an argument of a call, or
/// the other way round.
fn is_called_otherwise(tree: &Tree, definition: &Definition, name: NodeId) -> bool {
    let has_colon = |name: NodeId| sign_before(tree, name).is_some_and(|sign| tree.text_of(sign) == b":");
    sign_before(tree, definition.name).is_some() && has_colon(definition.name) != has_colon(name)
}

/// Returns the expression around a call that takes the value out of a result, and the body with
/// that value as its result: `a` of `Ok(a)` for `f()?` in Rust.
fn tried(tree: &Tree, call: NodeId, body: &Body) -> Option<(NodeId, Body)> {
    let around = tree.parent(call).filter(|&above| tree.kind_name(above) == "try_expression")?;
    let inner = |value: NodeId| {
        let holder = tree.children(value).next()?;
        let arguments = list_beside(tree, holder, value, "argument")?;
        match (tree.text_of(holder), &arguments[..]) {
            (b"Ok" | b"Some", &[only]) => Some(only),
            _ => None,
        }
    };
    let body = match body {
        Body::Value(value) => Body::Value(inner(*value)?),
        Body::Statements { block, first, last, returns, result: Some(Ending { before, value }) } => {
            let result = Some(Ending { before: *before, value: inner(*value)? });
            Body::Statements { block: *block, first: *first, last: *last, returns: *returns, result }
        }
        Body::Statements { .. } => return None,
    };
    Some((around, body))
}

/// What stands for a name.
struct Stands<'a> {
    definition: &'a Definition,
    meaning: Meaning,
    /// The statement that assigns the value, if the definition does not.
    assignment: Option<NodeId>,
}

/// Returns what stands for a name: the meaning of its only definition, of the one with a body, or
/// of the last one before all uses; or the value of the only assignment, if that comes before them.
fn stands_for<'a>(left: &Left<'a>, entity: &Entity, places: &[NodeId]) -> Option<Stands<'a>> {
    let Left { subject, cut, uses, .. } = left;
    let (tree, bindings) = (subject.tree(), uses.bindings());
    let all = || entity.definitions.iter().map(|&id| bindings.definition(id));
    let comes_first = |node: NodeId| places.iter().all(|&place| node < place);
    let definition = match all().count() {
        1 => all().next()?,
        // Of several bodies, none stands for all.
        _ if 1 < all().filter(|definition| definition.has_body).count() => return None,
        _ => all().find(|definition| definition.has_body).or_else(|| {
            // Where assignments define, the last value counts.
            all().next_back().filter(|last| last.node.is_some_and(comes_first))
        })?,
    };
    // `places` omits uses that only assign.
    let is_write = |node: &NodeId| {
        let is_within = |whole| tree.is_within(*node, whole);
        0 < subject.n_alive(*node, cut) && !places.contains(node) && !definition.node.is_some_and(is_within)
    };
    let mut writes = entity.uses.iter().map(|&id| bindings.use_at(id).node).filter(is_write);
    let (write, is_only) = (writes.next(), writes.next().is_none());
    let meaning = meaning(subject, cut, bindings, definition);
    match write {
        Some(write) if meaning.as_ref().is_none_or(|meaning| meaning.parameters.is_none()) => {
            let Assigned { value, statement } =
                assigned(left, write).filter(|_| is_only && comes_first(write))?;
            let meaning = Meaning { parameters: None, has_receiver: false, body: Body::Value(value) };
            Some(Stands { definition, meaning, assignment: Some(statement) })
        }
        _ => Some(Stands { definition, meaning: meaning?, assignment: None }),
    }
}

/// Whether a function changes a parameter for which no argument but a name can stand.
fn assigns_to(left: &Left<'_>, (parameter, argument): (NodeId, NodeId)) -> bool {
    let (tree, bindings) = (left.subject.tree(), left.uses.bindings());
    let is_name = tree.n_tokens(argument) == 1 && tree.kind_name(argument).contains("identifier");
    let [own] = bindings.definitions_within(tree.subtree(parameter)) else { return false };
    let mut uses = bindings.entity(own.entity).uses.iter().map(|&id| bindings.use_at(id).node);
    !is_name && uses.any(|node| is_changed(tree, node))
}

/// Whether a member belongs to a module of OCaml, and not to an object.
fn is_of_module(tree: &Tree, definition: &Definition) -> bool {
    let holder = definition.node.and_then(|node| tree.parent(node));
    holder.is_some_and(|holder| tree.kind_name(holder) == "structure")
}

/// Whether the name of a method alone is a call, as in Ruby.
fn may_be_bare(tree: &Tree, definition: &Definition) -> bool {
    let kind = definition.node.map_or("", |node| tree.kind_name(node));
    matches!(kind, "method" | "singleton_method")
}

/// Whether an argument names its parameter, or stands for several.
pub(in crate::tree::uses) fn has_key(tree: &Tree, argument: NodeId) -> bool {
    const KEYS: [&str; 9] =
        ["keyword", "named", "splat", "spread", "variadic", "labeled", "pair", "block_arg", "forward"];
    let is_named = || tree.children(argument).any(|child| tree.field_name(child) == Some("name"));
    kind_has(tree, argument, &KEYS) || tree.kind_name(argument).ends_with("argument") && is_named()
}

/// Whether a use assigns to a variable, or takes its address.
fn is_changed(tree: &Tree, name: NodeId) -> bool {
    let name = whole_name(tree, name);
    let Some(above) = tree.parent(name) else { return false };
    let (kind, is_first) = (tree.kind_name(above), tree.children(above).next() == Some(name));
    let counts = kind_has(tree, above, &["update", "inc_", "dec_", "increment", "decrement"]);
    let is_address =
        tree.text_of(above).starts_with(b"&") && (kind.starts_with("unary") || kind.starts_with("pointer"));
    let is_set = kind.contains("assign") || tree.children(above).any(|child| tree.text_of(child) == b":=");
    counts || is_address || (is_set && is_first)
}

/// Whether a name stands in a string without brackets around it, as in `"a $b"`: no other
/// expression can.
pub(in crate::tree::uses) fn is_in_text(tree: &Tree, name: NodeId) -> bool {
    for node in tree.ancestors(name).take(MOST_AROUND) {
        let kind = tree.kind_name(node);
        if kind == "interpolated_identifier" || kind_has(tree, node, &["encapsed", "shell_command"]) {
            return true;
        }
        if kind.starts_with("interpol") || kind.contains("substitution") || kind.contains("statement") {
            return false;
        }
        if kind_has(tree, node, &["string", "heredoc_body"]) {
            return true;
        }
    }
    false
}

/// How many nodes around a name tell whether it is in a string.
const MOST_AROUND: usize = 8;

/// Whether a part of the text that a body stands for is somewhere else, as the lines of `<<A`.
fn has_text_elsewhere(tree: &Tree, body: &Body) -> bool {
    body.nodes(tree).any(|node| tree.kind_name(NodeId(node)) == "heredoc_beginning")
}

/// Whether no name in a body is local to the definition, except parameters and what moves along,
/// and the others are visible at all places.
fn is_known_at(
    bindings: &Bindings,
    tree: &Tree,
    body: &Body,
    parameters: Option<&[NodeId]>,
    (whole, places): (NodeId, &[NodeId]),
) -> bool {
    let nodes = body.nodes(tree);
    let comes_along =
        |name: NodeId| nodes.contains(&name.0) || parameters.unwrap_or_default().contains(&name);
    names_in(bindings, nodes.clone()).all(|entity| {
        // In Python, `a.b = 1` defines a member everywhere.
        let own = entity.definitions.iter().map(|&id| bindings.definition(id));
        let names = own.filter(|found| !found.is_member).map(|found| found.name);
        let is_local = names.clone().any(|name| tree.is_within(name, whole));
        match is_local {
            true => names.clone().all(comes_along),
            false => places.iter().all(|&place| tree.is_within(place, entity.scope)),
        }
    })
}
