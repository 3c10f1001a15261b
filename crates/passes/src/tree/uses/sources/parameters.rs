//! Steps that remove a parameter with its arguments.

use std::sync::Arc;

use dwindle_reduce::cost::count_tokens;
use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::left::Left;
use super::plain::Plain;
use super::texts::{label, needs_brackets, whole_name};
use super::visible::names_in;
use crate::tree::closures::parameters::{Lists, lists};
use crate::tree::token_edits::outermost;
use crate::tree::uses::rest::Rest;
use crate::tree::uses::step::{Put, Step, Weighed};

/// A parameter of a function, with its arguments.
pub(super) struct Parameter {
    /// The parameter in each definition and declaration, and the argument in each call.
    nodes: Vec<NodeId>,
    /// The uses of its name, except in arguments that are removed with it.
    uses: Vec<NodeId>,
    /// The argument, if it is the same in each call and known in the function.
    argument: Option<NodeId>,
}

/// Returns the steps that remove a parameter and its arguments. Where the argument is always the
/// same and known in the function, it takes the place of the parameter. The weight is the number of
/// tokens that are saved.
pub(super) fn with_arguments(left: &Left<'_>, parameters: &[Parameter]) -> Vec<Weighed> {
    let tree = left.subject.tree();
    parameters
        .iter()
        .filter_map(|Parameter { nodes, uses, argument }| {
            if uses.is_empty() {
                return step(left, nodes, Vec::new());
            }
            let argument = (*argument)?;
            let put = |node: NodeId| -> Put {
                let text = tree.text_of(argument);
                let text = match needs_brackets(tree, argument, node) {
                    true => [b"(", text, b")"].concat(),
                    false => text.to_vec(),
                };
                (node, [label(tree, node).unwrap_or_default(), text].concat().into())
            };
            step(left, nodes, uses.iter().copied().map(put).collect())
        })
        .collect()
}

/// Returns the steps that remove a parameter and its arguments, and replace its uses by a plain
/// value.
pub(super) fn with_values(left: &Left<'_>, parameters: &[Parameter], plain: &Plain) -> Vec<Weighed> {
    let with = |Parameter { nodes, uses, .. }: &Parameter| -> Vec<Weighed> {
        let values = left.made.beside(left.subject.file.language, plain, uses.iter().copied());
        let steps = values.into_iter().filter_map(|(index, value)| {
            let fits = |&node: &NodeId| {
                value.fits_around(left.subject, left.cut, node) && !left.excludes(node, value)
            };
            let puts = uses.iter().all(fits).then(|| {
                let put = |&node: &NodeId| -> Put { (node, value.text.clone()) };
                uses.iter().map(put).collect()
            });
            let step = step(left, nodes, puts?)?;
            Some(Weighed { value: Some(index), ..step })
        });
        steps.collect()
    };
    parameters.iter().filter(|parameter| !parameter.uses.is_empty()).flat_map(with).collect()
}

/// Returns the step that removes nodes and replaces others by texts; `None` if it saves nothing.
fn step(left: &Left<'_>, elements: &[NodeId], mut puts: Vec<Put>) -> Option<Weighed> {
    let (subject, tree) = (left.subject, left.subject.tree());
    // `f {}` of Lua calls `f` with a table, and `f` calls nothing.
    let bare = |node: NodeId| {
        let list = tree.parent(node).filter(|&list| tree.kind_name(list) == "arguments")?;
        (tree.n_tokens(list) == tree.n_tokens(node)).then_some(list)
    };
    puts.extend(elements.iter().filter_map(|&node| Some((bare(node)?, b"()"[..].into()))));
    let nodes: Vec<NodeId> = elements.iter().copied().filter(|&node| bare(node).is_none()).collect();
    let n_put: u32 = puts
        .iter()
        .map(|(node, text)| (count_tokens(text) as u32).saturating_sub(tree.n_tokens(*node)))
        .sum();
    let n_gone: u32 = nodes.iter().map(|&node| subject.n_alive(node, left.cut)).sum();
    let weight = n_gone.checked_sub(n_put).filter(|&weight| 0 < weight)?;
    // The patterns of an equation must not be empty.
    let is_list = |node: NodeId| tree.kind_name(node) == "patterns";
    puts.extend(nodes.iter().filter(|&&node| is_list(node)).map(|&node| (node, Arc::default())));
    let nodes: Vec<NodeId> = nodes.iter().copied().filter(|&node| !is_list(node)).collect();
    // Otherwise the removal of the last element could leave a comma that the grammar allows.
    puts.extend(nodes.iter().filter_map(|&node| Some((comma_before_last(tree, node)?, Arc::default()))));
    puts.sort();
    Some(Weighed::new(Step::Put { puts, gone: nodes, moves: true }, weight))
}

/// Returns the list around the only pattern of an equation; else the element itself.
fn with_list(rest: &Rest<'_>, element: NodeId) -> NodeId {
    let (subject, tree) = (rest.subject, rest.subject.tree());
    let list = tree.parent(element).filter(|&list| tree.kind_name(list) == "patterns");
    let is_only = |list: &NodeId| subject.n_alive(*list, rest.cut) == subject.n_alive(element, rest.cut);
    list.filter(is_only).unwrap_or(element)
}

/// Returns the comma before the last element of a list.
fn comma_before_last(tree: &Tree, element: NodeId) -> Option<NodeId> {
    let is_end = |node: NodeId| tree.next_sibling(node).is_none_or(|next| tree.next_sibling(next).is_none());
    let siblings = tree.children(tree.parent(element)?).filter(|&node| !tree.is_extra(node));
    let before = siblings.take_while(|&node| node < element).last()?;
    (is_end(element) && tree.text_of(before) == b",").then_some(before)
}

/// Returns the parameters of functions that are only called.
pub(super) fn parameters(left: &Left<'_>, used: &[Used]) -> Vec<Parameter> {
    used.iter().flat_map(|used| of_function(left, used)).collect()
}

/// Returns the parameters of a function that is only called.
fn of_function(left: &Left<'_>, used: &Used) -> Vec<Parameter> {
    let (subject, bindings) = (left.subject, left.uses.bindings());
    let tree = subject.tree();
    let Some(Lists { definitions, calls }) = lists(tree, bindings, used.entity, |node| left.has(node)) else {
        return Vec::new();
    };
    let n_parameters = definitions.iter().map(Vec::len).max().unwrap_or(0);
    // If a call omits or spreads arguments, it is unknown which one belongs to which parameter.
    if calls.iter().any(|call| call.len() != n_parameters) {
        return Vec::new();
    }
    let all: Vec<NodeId> = definitions.iter().flatten().copied().collect();
    let at = |at: usize| {
        let own: Vec<NodeId> = definitions.iter().filter_map(|list| list.get(at).copied()).collect();
        parameter(&left.rest(), &own, calls.iter().map(|call| call[at]).collect(), &all, whole_name)
    };
    (0..n_parameters).filter_map(at).collect()
}

/// Returns a parameter with its definitions and arguments; `None` if its uses are not known.
/// `beside` are all parameters of the function, and `whole` returns what is replaced for a name.
pub(super) fn parameter(
    rest: &Rest<'_>,
    own: &[NodeId],
    arguments: Vec<NodeId>,
    beside: &[NodeId],
    whole: fn(&Tree, NodeId) -> NodeId,
) -> Option<Parameter> {
    let (subject, cut, bindings) = (rest.subject, rest.cut, rest.uses.bindings());
    let tree = subject.tree();
    let is_alive = |node: &NodeId| rest.has(*node);
    let mut uses: Vec<NodeId> = Vec::new();
    let mut has_parts = false;
    for &node in own {
        // A declaration may have no names, and a pattern several.
        let names = bindings.definitions_within(tree.subtree(node));
        // A parameter that is also a member has one name for both.
        has_parts |= names.windows(2).any(|pair| pair[0].name != pair[1].name);
        for found in names {
            let its = bindings.entity(found.entity).uses.iter();
            uses.extend(its.map(|&id| whole(tree, bindings.use_at(id).node)).filter(&is_alive));
        }
    }
    // What the function hands on to itself goes with the arguments.
    let is_own = |argument: NodeId| uses.iter().any(|&node| tree.is_within(node, argument));
    let mut others = arguments.iter().copied().filter(|&argument| !is_own(argument));
    let first = others.next();
    let is_same = others.all(|other| Some(tree.text_of(other)) == first.map(|first| tree.text_of(first)));
    let argument = first.filter(|&argument| {
        is_same
            && subject.is_whole(argument, cut)
            && beside.iter().all(|&node| is_known_at(rest, argument, node))
    });
    let nodes = own.iter().copied().chain(arguments).filter(&is_alive);
    let nodes: Vec<NodeId> = nodes.map(|node| with_list(rest, node)).collect();
    let goes = |node: NodeId| nodes.iter().any(|&gone| tree.is_within(node, gone));
    uses.retain(|&node| !goes(node));
    let uses = outermost(tree, uses, |&node| node);
    let is_known = !has_parts || uses.is_empty();
    (!nodes.is_empty() && is_known).then_some(Parameter {
        nodes: outermost(tree, nodes, |&node| node),
        uses,
        argument,
    })
}

/// Whether everything that an argument names is visible at another place.
fn is_known_at(rest: &Rest<'_>, argument: NodeId, place: NodeId) -> bool {
    let (tree, bindings) = (rest.subject.tree(), rest.uses.bindings());
    names_in(bindings, tree.subtree(argument)).all(|entity| tree.is_within(place, entity.scope))
}
