//! Parameters and arguments in texts of which only brackets are known.

use std::ops::Range;

use dwindle_syntax::bindings::Bindings;
use dwindle_syntax::{NodeId, Tree};

/// How many tokens are searched for the end of a list.
const MOST_TOKENS: u32 = 256;

/// A list in round brackets, by tokens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::tree) struct Bracketed {
    /// With the brackets.
    pub(in crate::tree) all: Range<u32>,
    /// What stands between commas and semicolons.
    pub(in crate::tree) parts: Vec<Range<u32>>,
}

/// Returns the list that begins at a token; `None` if there is none. O(tokens of the list).
pub(in crate::tree) fn bracketed(tree: &Tree, open: u32) -> Option<Bracketed> {
    let text = |at: u32| tree.tokens().get(at as usize).map(|&token| tree.text_of(token));
    if text(open) != Some(b"(") {
        return None;
    }
    let mut depth = 0;
    let mut parts: Vec<Range<u32>> = Vec::new();
    let mut start = open + 1;
    for at in open..open + MOST_TOKENS {
        match text(at)? {
            b"(" | b"[" | b"{" => depth += 1,
            b")" | b"]" | b"}" => depth -= 1,
            b"," | b";" if depth == 1 => {
                parts.push(start..at);
                start = at + 1;
            }
            _ => {}
        }
        if depth == 0 {
            if start < at {
                parts.push(start..at);
            }
            return Some(Bracketed { all: open..at + 1, parts });
        }
    }
    None
}

/// Returns a parameter in all definitions, and the argument in every call; `None` if the function
/// has no such list, or is used otherwise. What is not left does not count.
pub(in crate::tree) fn with_arguments(
    tree: &Tree,
    bindings: &Bindings,
    parameter: NodeId,
    is_left: impl Fn(NodeId) -> bool,
) -> Option<Vec<NodeId>> {
    let group = tree.ancestors(parameter).find(|&node| tree.kind_name(node) == "group")?;
    let open = tree.token_range(group).start;
    let name = tree.tokens()[open.checked_sub(1)? as usize];
    let [function] = bindings.definitions_within(tree.subtree(name)) else { return None };
    let own = tree.token_range(parameter).start;
    let at = bracketed(tree, open)?.parts.iter().position(|part| part.contains(&own))?;
    let mut found: Vec<Range<u32>> = Vec::new();
    let entity = bindings.entity(function.entity);
    let behind = |name: NodeId| bracketed(tree, tree.token_range(name).end);
    for own in entity.definitions.iter().map(|&id| bindings.definition(id).name).filter(|&name| is_left(name))
    {
        // A body may repeat the name alone.
        let Some(list) = behind(own) else { continue };
        found.push(of_parameter(tree, &list, at)?);
    }
    let mut is_called = false;
    for place in entity.uses.iter().map(|&id| bindings.use_at(id).node).filter(|&place| is_left(place)) {
        let before = tree.token_range(place).start.checked_sub(1).map(|at| tree.tokens()[at as usize]);
        // Another type is meant.
        if before.is_some_and(|word| tree.text_of(word).eq_ignore_ascii_case(b"inherited")) {
            continue;
        }
        let list = behind(place)?;
        is_called = true;
        let is_named = |part: &Range<u32>| {
            let sign = tree.tokens().get(part.start as usize + 1).map(|&token| tree.text_of(token));
            1 < part.len() && matches!(sign, Some(b"=" | b":"))
        };
        if list.parts.iter().any(is_named) {
            return None;
        }
        found.extend(element(tree, &list, at));
    }
    is_called.then(|| found.into_iter().flat_map(|tokens| nodes(tree, tokens)).collect())
}

/// Returns the largest nodes that consist of adjacent tokens. O(tokens · depth).
fn nodes(tree: &Tree, tokens: Range<u32>) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut at = tokens.start;
    while at < tokens.end {
        let token = tree.tokens()[at as usize];
        let is_within = |&node: &NodeId| {
            let all = tree.token_range(node);
            tokens.start <= all.start && all.end <= tokens.end
        };
        let node = tree.ancestors(token).take_while(is_within).last().unwrap_or(token);
        at = tree.token_range(node).end;
        found.push(node);
    }
    found
}

/// Returns the tokens of a parameter; `None` if the list has no such one. In `A, B: T`, several
/// names have one type.
fn of_parameter(tree: &Tree, list: &Bracketed, at: usize) -> Option<Range<u32>> {
    let text = |at: u32| tree.text_of(tree.tokens()[at as usize]);
    let part = list.parts.get(at)?;
    let has_type = |part: &Range<u32>| part.clone().any(|at| text(at) == b":");
    let shares = |at: usize| {
        let ends_with_comma = text(list.parts[at].end) == b",";
        ends_with_comma && !has_type(&list.parts[at]) && list.parts.iter().any(has_type)
    };
    match at.checked_sub(1) {
        _ if shares(at) => Some(part.start..part.end + 1),
        Some(before) if shares(before) => {
            let end = part.clone().find(|&at| text(at) == b":").unwrap_or(part.end);
            Some(list.parts[before].end..end)
        }
        _ => element(tree, list, at),
    }
}

/// Returns the tokens of an element, with the sign that keeps it apart; `None` if there is none.
/// The only one goes with its brackets where no others are empty, as in Ada.
fn element(tree: &Tree, list: &Bracketed, at: usize) -> Option<Range<u32>> {
    let part = list.parts.get(at)?.clone();
    let is_empty = |pair: &[NodeId]| tree.text_of(pair[0]) == b"(" && tree.text_of(pair[1]) == b")";
    if list.parts.len() == 1 && !tree.tokens().windows(2).any(is_empty) {
        return Some(list.all.clone());
    }
    match list.parts.get(at + 1) {
        Some(next) => Some(part.start..next.start),
        None => Some(at.checked_sub(1).map_or(part.start, |before| list.parts[before].end)..part.end),
    }
}
