//! Steps that replace the uses of a name by what it stands for.

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::calls::{Call, call};
use super::function::{Body, Meaning, is_block, meaning};
use super::left::Left;
use super::texts::{Text, label, needs_brackets, whole_name};
use super::visible::names_in;
use crate::tree::uses::step::{Put, Step, Weighed};

/// The most uses that are replaced.
const MOST_USES: usize = 8;
/// The most tokens of what takes their place.
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
    let all = || entity.definitions.iter().map(|&id| bindings.definition(id));
    let definition = match all().count() {
        1 => all().next()?,
        _ => all().find(|definition| definition.has_body)?,
    };
    let Meaning { parameters, body } = meaning(subject, cut, bindings, definition)?;
    if definition.is_root || (definition.is_member && (parameters.is_none() || names_its_object(tree, &body)))
    {
        return None;
    }
    let places: Vec<NodeId> =
        used.uses.iter().copied().filter(|&node| 0 < subject.n_alive(node, cut)).collect();
    // `used.uses` omits uses that only assign.
    let n_uses = entity.uses.iter().filter(|&&id| {
        let node = bindings.use_at(id).node;
        0 < subject.n_alive(node, cut) && definition.node.is_none_or(|whole| !tree.is_within(node, whole))
    });
    let is_assigned = || places.len() < n_uses.count();
    if parameters.is_none() && (is_assigned() || places.iter().any(|&node| is_changed(tree, node))) {
        return None;
    }
    let n_tokens = cut.n_alive(body.tokens(tree));
    if places.is_empty() || MOST_USES < places.len() || LONGEST < n_tokens {
        return None;
    }
    // Names local to the definition must not be moved out of it.
    if !is_known_at(bindings, tree, &body, parameters.as_deref(), (definition.node?, &places)) {
        return None;
    }
    let mut puts: Vec<Put> = Vec::new();
    let mut n_put = 0;
    for place in places {
        let (node, arguments) = match &parameters {
            None => (whole_name(tree, place), Vec::new()),
            Some(parameters) => {
                let Call { node, arguments } = call(tree, place)?;
                // The object of a method stands before its name.
                let own = match parameters[..] {
                    [first, ..] if definition.is_member && names_object(tree, first) => &parameters[1..],
                    _ => &parameters[..],
                };
                if arguments.len() != own.len() {
                    return None;
                }
                (node, own.iter().copied().zip(arguments).collect())
            }
        };
        let mut text = Text::of(subject, cut, bindings, &arguments);
        text.add(body.tokens(tree));
        let node = match &body {
            Body::Value(value) => {
                if needs_brackets(tree, *value, node) {
                    text.bracket();
                }
                if let Some(label) = label(tree, place) {
                    text.begin_with(&label);
                }
                node
            }
            Body::Statements { returns, .. } => statement(tree, node, *returns)?,
        };
        n_put += text.n_tokens();
        puts.push((node, text.into_bytes().into()));
    }
    puts.sort();
    if puts.windows(2).any(|pair| tree.is_within(pair[1].0, pair[0].0)) {
        return None;
    }
    let definitions = used.definitions.clone();
    let goes = puts.iter().map(|(node, _)| *node).chain(definitions.iter().copied());
    let n_gone: u32 = goes.map(|node| subject.n_alive(node, cut)).sum();
    let weight = n_gone.checked_sub(n_put).filter(|&weight| 0 < weight)?;
    Some(Weighed::new(Step::Put { puts, gone: definitions, moves: true }, weight))
}

/// Whether a name is that of the object of a method.
fn names_object(tree: &Tree, name: NodeId) -> bool {
    matches!(tree.text_of(name), b"this" | b"self" | b"cls" | b"super" | b"$this")
}

/// Whether a body names the object of its method.
fn names_its_object(tree: &Tree, body: &Body) -> bool {
    let tokens = body.tokens(tree);
    tree.tokens()[tokens.start as usize..tokens.end as usize].iter().any(|&token| names_object(tree, token))
}

/// Whether a use assigns to a variable, or takes its address.
fn is_changed(tree: &Tree, name: NodeId) -> bool {
    let name = whole_name(tree, name);
    let Some(above) = tree.parent(name) else { return false };
    let (kind, is_first) = (tree.kind_name(above), tree.children(above).next() == Some(name));
    let counts = ["update", "inc_", "dec_", "increment", "decrement"].iter().any(|word| kind.contains(word));
    let is_address =
        tree.text_of(above).starts_with(b"&") && (kind.starts_with("unary") || kind.starts_with("pointer"));
    counts || is_address || (kind.contains("assign") && is_first)
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
        let names = entity.definitions.iter().map(|&id| bindings.definition(id).name);
        let is_local = names.clone().any(|name| tree.is_within(name, whole));
        match is_local {
            true => names.clone().all(comes_along),
            false => places.iter().all(|&place| tree.is_within(place, entity.scope)),
        }
    })
}

/// Returns the statement that consists of a call. If the body returns, the call must be returned
/// itself, or be the last statement of its function.
fn statement(tree: &Tree, call: NodeId, returns: bool) -> Option<NodeId> {
    // A semicolon, `return`.
    const MORE: u32 = 2;
    let holds_statements =
        |node: NodeId| tree.parent(node).is_some_and(|above| above == tree.root() || is_block(tree, above));
    let most = tree.n_tokens(call) + MORE;
    let around = std::iter::once(call).chain(tree.ancestors(call));
    let mut around = around.take_while(|&node| tree.n_tokens(node) <= most && node != tree.root());
    let place = around.find(|&node| holds_statements(node))?;
    let block = tree.parent(place)?;
    let is_last = || {
        let mut after = tree.children(block).filter(|&child| tree.is_named(child) && !tree.is_extra(child));
        let is_function = |above: NodeId| {
            ["function", "method", "func", "lambda"].iter().any(|word| tree.kind_name(above).contains(word))
        };
        let is_body = tree.field_name(block) == Some("body") && tree.parent(block).is_some_and(is_function);
        is_body && after.by_ref().last() == Some(place)
    };
    let is_returned = tree.kind_name(place).starts_with("return");
    (is_returned || !returns || is_last()).then_some(place)
}
