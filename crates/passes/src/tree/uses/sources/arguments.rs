//! Steps that replace all calls of a function by one of their arguments, or by their object.

use std::ops::Range;

use dwindle_syntax::uses::Used;
use dwindle_syntax::{NodeId, Tree};

use super::calls::{call, names_object, object};
use super::inlined::has_key;
use super::left::Left;
use super::texts::needs_brackets;
use crate::tree::closures::bracketed::{Bracketed, bracketed};
use crate::tree::token_edits::outermost;
use crate::tree::uses::step::{CallHoist, Step, Weighed};

/// How many arguments of a function are tried.
const MOST_ARGUMENTS: usize = 4;
/// The most calls that are replaced.
const MOST_CALLS: usize = 64;
/// How many tokens are searched for the beginning of an object.
const MOST_TOKENS: u32 = 256;

/// A call, by tokens.
struct Parts {
    node: Option<NodeId>,
    all: Range<u32>,
    arguments: Vec<Range<u32>>,
    /// The nodes of the arguments, if they are known.
    nodes: Vec<NodeId>,
    object: Option<Range<u32>>,
}

/// Returns the steps that replace all calls of a function by an argument at one place, or by the
/// object before its name; the definitions are removed. The weight is that of the definitions and
/// their dependents, and of the rest of the calls. O(uses · tokens of a call).
pub(super) fn arguments(left: &Left<'_>, used: &[Used]) -> Vec<Weighed> {
    used.iter().flat_map(|used| of_function(left, used)).collect()
}

fn of_function(left: &Left<'_>, used: &Used) -> Vec<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let is_own = |node: NodeId| used.definitions.iter().any(|&whole| tree.is_within(node, whole));
    let places: Vec<NodeId> =
        used.uses.iter().copied().filter(|&node| left.has(node) && !is_own(node)).collect();
    if places.is_empty() || MOST_CALLS < places.len() {
        return Vec::new();
    }
    let Some(calls) = places.iter().map(|&name| parts(tree, name)).collect::<Option<Vec<Parts>>>() else {
        return Vec::new();
    };
    let stated = left.stated.of_entity(used.entity);
    let gone = outermost(tree, used.definitions.clone(), |&node| node);
    let keep = |at: Option<usize>| -> Option<Weighed> {
        let mut hoists: Vec<CallHoist> = Vec::new();
        let mut n_gone = 0;
        for Parts { node, all, arguments, object, nodes } in &calls {
            let keep = match at {
                Some(at) => arguments.get(at)?,
                None => object.as_ref()?,
            };
            let kept = at.and_then(|at| left.stated.of_place(tree, *nodes.get(at)?));
            if stated.zip(kept).is_some_and(|(stated, kept)| stated.clashes(kept)) {
                return None;
            }
            let n_kept = cut.n_alive(keep.clone());
            if n_kept == 0 {
                return None;
            }
            n_gone += cut.n_alive(all.clone()) - n_kept;
            hoists.push(CallHoist { node: *node, all: (all.start, all.end), keep: (keep.start, keep.end) });
        }
        // Plain values are what the values are for.
        let is_plain = |hoist: &CallHoist| {
            let first = tree.text_of(tree.tokens()[hoist.keep.0 as usize]).first().copied().unwrap_or(b'0');
            hoist.keep.1 == hoist.keep.0 + 1 && !first.is_ascii_alphabetic() && !matches!(first, b'_' | b'$')
        };
        (!hoists.iter().all(is_plain)).then(|| {
            Weighed::new(Step::HoistParts { calls: hoists, gone: gone.clone() }, used.weight + n_gone)
        })
    };
    (0..MOST_ARGUMENTS).map(Some).chain([None]).filter_map(keep).collect()
}

/// Returns the parts of the call whose function is named at `name`; `None` if there is none, or if
/// its arguments are named.
fn parts(tree: &Tree, name: NodeId) -> Option<Parts> {
    let Some(found) = call(tree, name) else { return by_brackets(tree, name) };
    if found.arguments.iter().any(|&argument| has_key(tree, argument)) {
        return None;
    }
    let is_within = |object: NodeId| tree.is_within(object, found.node);
    let object = object(tree, name).filter(|&object| !names_object(tree, object) && is_within(object));
    // Only an argument that is alone in its brackets can keep them.
    let tokens = |&argument: &NodeId| {
        let list = tree.parent(argument).filter(|&list| tree.text_of(list).starts_with(b"("));
        let keeps_brackets = found.arguments.len() == 1 && needs_brackets(tree, argument, found.node);
        tree.token_range(list.filter(|_| keeps_brackets).unwrap_or(argument))
    };
    Some(Parts {
        node: Some(found.node),
        all: tree.token_range(found.node),
        arguments: found.arguments.iter().map(tokens).collect(),
        nodes: found.arguments.clone(),
        object: object.map(|object| tree.token_range(object)),
    })
}

/// Returns the parts of a call of which only the brackets are known.
fn by_brackets(tree: &Tree, name: NodeId) -> Option<Parts> {
    let Range { start: first, end: open } = tree.token_range(name);
    let Bracketed { all, parts } = bracketed(tree, open)?;
    let object = object_before(tree, first);
    let start = object.as_ref().map_or(first, |object| object.start);
    Some(Parts { node: None, all: start..all.end, arguments: parts, nodes: Vec::new(), object })
}

/// Returns the tokens of the object before the name of a method: `a[1]` in `a[1].f`.
fn object_before(tree: &Tree, name: u32) -> Option<Range<u32>> {
    let text = |at: u32| tree.text_of(tree.tokens()[at as usize]);
    let end = name.checked_sub(1).filter(|&at| text(at) == b".")?;
    let mut at = end;
    loop {
        // A pair of brackets, or several, then a name.
        let mut before = at.checked_sub(1)?;
        while matches!(text(before), b")" | b"]") {
            let mut depth = 0;
            loop {
                match text(before) {
                    b")" | b"]" => depth += 1,
                    b"(" | b"[" => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                before = before.checked_sub(1).filter(|&at| end < at + MOST_TOKENS)?;
            }
            before = before.checked_sub(1)?;
        }
        if !text(before).first().is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte == b'_') {
            return None;
        }
        at = before;
        match at.checked_sub(1).filter(|&dot| text(dot) == b".") {
            Some(dot) => at = dot,
            None => return Some(at..end),
        }
    }
}
