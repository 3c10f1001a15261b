//! Operations of a language or its library: what a program does without functions of its own.

use std::collections::HashSet;

use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::applied::{ends, is_application, is_infix, takes_element};
use super::call::most;
use super::entry::all_with_body;
use super::making::words_of;
use super::parts::{CALLS, KINDS, Operand, Parts, has_object, is_change, is_index};
use super::printing::PRINTS;
use super::program::Program;
use super::refused::needs_its_place;
use super::stock::named_roots;
use crate::tree::expected::Values;
use crate::tree::uses::sources::{WantedTypes, checks_types, is_in_text, kind_has, object};

/// The longest operation, in tokens.
const LONGEST: usize = 200;
/// The most operands for which something else is put.
const MOST_OPERANDS: usize = 4;

/// An expression that does something with its operands.
#[derive(Clone, Debug)]
pub(super) struct Operation {
    pub(super) node: NodeId,
    pub(super) operands: Vec<Operand>,
    /// What stays of it names these.
    pub(super) roots: Vec<Root>,
    /// Whether it is a statement by itself.
    pub(super) is_statement: bool,
    /// Whether it is the call of a function or method.
    pub(super) is_call: bool,
    /// Whether it only prints or writes something, or hardly ever fails.
    pub(super) is_idle: bool,
    /// Whether a message has a word of what it names, or is about.
    pub(super) is_mentioned: bool,
    /// Its text without the operands.
    pub(super) shape: String,
}

/// Returns the operations of a text, first those of which a message has a word; in large texts,
/// only the first of them. With `has_changes`, also what puts or removes an element of something.
/// O(nodes · depth).
pub(super) fn operations(
    program: Program<'_>,
    wanted: &WantedTypes,
    values: &Values,
    has_changes: bool,
) -> Vec<Operation> {
    let (tree, own) = (program.tree(), all_with_body(program.bindings));
    let signs = if has_changes {
        &SIGNS[..=N_DIVIDE]
    } else if values.mention(&OVERFLOWS.map(str::to_owned)) {
        &SIGNS[..]
    } else {
        &SIGNS[..N_DIVIDE]
    };
    let all = tree.preorder(tree.root()).filter(|&node| {
        is_operation(tree, node, signs)
            || has_changes && changes_element(tree, node)
            || reads_member(program, node) && is_named(tree, node, values)
    });
    let (mut mentioned, mut others) = (Vec::new(), Vec::new());
    for operation in all.filter_map(|node| operation(program, wanted, values, &own, node)) {
        let group = if operation.is_mentioned { &mut mentioned } else { &mut others };
        if group.len() < most(tree) {
            group.push(operation);
        }
    }
    mentioned.into_iter().chain(others).collect()
}

/// Words in the kinds of nodes that have the same words, but are none.
const OTHERS: [&str; 10] = [
    "argument",
    "suffix",
    "type",
    "pattern",
    "signature",
    "specifier",
    "decl",
    "clause",
    "method_index",
    "dot_index",
];

fn is_operation(tree: &Tree, node: NodeId, signs: &[&[u8]]) -> bool {
    let is_kind = !tree.is_leaf(node)
        && kind_has(tree, node, &KINDS)
        && (!kind_has(tree, node, &OTHERS) || kind_has(tree, node, &["type_assertion"]));
    (is_kind || of_channel(tree, node) || is_application(tree, node))
        && tree.tokens_of(node).len() <= LONGEST
        && (!kind_has(tree, node, &BINARY)
            || tree.children(node).any(|child| signs.contains(&tree.text_of(child))))
}

/// Whether a node gives something to a channel of Go, or takes it from there.
fn of_channel(tree: &Tree, node: NodeId) -> bool {
    let first = || tree.tokens_of(node).first().is_some_and(|&token| tree.text_of(token) == b"<-");
    kind_has(tree, node, &["send_statement"]) || kind_has(tree, node, &["unary"]) && first()
}

/// Whether a node puts an element into something, or removes it: `a[0] = 1`.
fn changes_element(tree: &Tree, node: NodeId) -> bool {
    let changed = tree.children(node).take(2).find(|&child| !tree.is_leaf(child));
    let inner = |node: NodeId| match kind_has(tree, node, &["list"]) {
        true => tree.children(node).next().filter(|_| tree.children(node).count() == 1),
        false => Some(node),
    };
    is_change(tree, node)
        && tree.tokens_of(node).len() <= LONGEST
        && changed.and_then(inner).is_some_and(|changed| is_index(tree, changed))
}

/// Whether a node is a member behind its object.
pub(super) fn is_member(tree: &Tree, node: NodeId) -> bool {
    matches!(tree.kind_name(node), "member_expression" | "attribute" | "member_access_expression")
}

/// Whether a node reads a member of an object whose type is not checked.
fn reads_member(program: Program<'_>, node: NodeId) -> bool {
    !checks_types(program.language) && is_member(program.tree(), node)
}

/// Whether a message names the last part of a node.
fn is_named(tree: &Tree, node: NodeId, values: &Values) -> bool {
    let last = tree.tokens_of(node).last().map(|&token| tree.text_of(token));
    last.is_some_and(|last| values.texts.iter().any(|text| text.as_bytes() == last))
}

/// Words in the kinds of expressions with a sign between two operands.
const BINARY: [&str; 2] = ["binary", "infix_expression"];

/// Signs between two operands that may have no result: those that divide, and those that may be too
/// much for a number.
const SIGNS: [&[u8]; 9] = [b"/", b"%", b"//", b"mod", b"<<", b">>", b"*", b"-", b"+"];
const N_DIVIDE: usize = 4;
/// Words of messages about results that are too much.
const OVERFLOWS: [&str; 3] = ["overflow", "shift", "overflows"];

/// Returns what a node does; `None` if it needs something of the program.
pub(super) fn operation(
    program: Program<'_>,
    wanted: &WantedTypes,
    values: &Values,
    own: &HashSet<EntityId>,
    node: NodeId,
) -> Option<Operation> {
    let tree = program.tree();
    let Parts { operands, kept, is_own } = Parts::of(program, node);
    let tokens: Vec<NodeId> = kept.iter().flat_map(|&node| tree.tokens_of(node).iter().copied()).collect();
    // An index in a type is none.
    let is_type = |above: NodeId| tree.kind_name(above) == "type";
    let made = made_name(tree, node);
    let is_error = |name: &[u8]| name.ends_with(b"Error") || name.ends_with(b"Exception");
    if is_own
        || MOST_OPERANDS < operands.len()
        || tree.ancestors(node).take(2).any(is_type)
        || needs_its_place(tree, &tokens)
        || is_new(tree, node) && operands.is_empty()
        // What is thrown elsewhere, and an object of the program.
        || made.is_some_and(|name| is_error(name) || program.types.is_named(name))
    {
        return None;
    }
    // What is nothing has no members, whatever the program calls so.
    let is_read = reads_member(program, node);
    let roots = if is_read { Vec::new() } else { roots(program, wanted, own, &kept)? };
    let first = tree.tokens_of(node).first().map(|&token| tree.text_of(token));
    let is_statement = kind_has(tree, node, &["throw_statement", "raise_statement"])
        || ends(tree, node)
        || first.is_some_and(|first| ENDS.contains(&first));
    // What is called by its name alone belongs to the language.
    let is_call = kind_has(tree, node, &CALLS) && !is_bare(tree, node)
        || is_change(tree, node)
        || of_channel(tree, node);
    let words = words(tree, node, &tokens);
    let is_idle =
        |word: &String| IDLE.contains(&word.as_str()) || PRINTS.iter().any(|part| word.contains(part));
    let (is_idle, is_mentioned) = (words.iter().any(is_idle), values.mention(&words));
    let shape = tokens.iter().map(|&token| String::from_utf8_lossy(tree.text_of(token))).collect();
    // No part of a text of Rust is a value.
    let is_reference = |above: &NodeId| tree.kind_name(*above) == "reference_expression";
    let node = tree.parent(node).filter(is_reference).unwrap_or(node);
    Some(Operation { node, operands, roots, is_statement, is_call, is_idle, is_mentioned, shape })
}

/// What begins a call without a value, in Go.
const ENDS: [&[u8]; 5] = [b"panic", b"print", b"println", b"delete", b"close"];

/// Names of functions that hardly ever fail.
const IDLE: [&str; 16] = [
    "len",
    "length",
    "size",
    "append",
    "push",
    "push_back",
    "add",
    "trim",
    "strip",
    "lines",
    "clone",
    "from",
    "to_string",
    "tostring",
    "enumerate",
    "range",
];

/// Whether a node begins with a name alone.
fn is_bare(tree: &Tree, node: NodeId) -> bool {
    !has_object(tree, node)
        && tree.children(node).next().is_some_and(|first| tree.tokens_of(first).len() == 1)
}

/// Whether a node makes an object: `new A()`.
fn is_new(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["creation", "new_expression"])
}

/// Returns the name of what a node may make an object of: `A` in `new A()` and `A()`.
fn made_name(tree: &Tree, node: NodeId) -> Option<&[u8]> {
    let is_new = is_new(tree, node);
    let makes = is_new || kind_has(tree, node, &CALLS) && is_bare(tree, node);
    let name = tree.tokens_of(node).get(usize::from(is_new)).filter(|_| makes)?;
    Some(tree.text_of(*name))
}

/// Returns what some parts of an operation name; `None` if that is a function of the program.
pub(super) fn roots(
    program: Program<'_>,
    wanted: &WantedTypes,
    own: &HashSet<EntityId>,
    kept: &[NodeId],
) -> Option<Vec<Root>> {
    let (Program { bindings, types, .. }, tree) = (program, program.tree());
    let is_type = |name: &str| types.is_named(name.as_bytes());
    let mut roots: Vec<Root> = Vec::new();
    for used in kept.iter().flat_map(|&part| bindings.uses_within(tree.subtree(part))) {
        let Some(entity) = used.entity else { continue };
        // A method of a type of the library may have the name of one of the program's.
        let of_library = || {
            let of = object(tree, used.node).and_then(|object| wanted.of_place(bindings, object));
            let outer = of.and_then(|of| of.split('<').next());
            outer.is_some_and(|of| !words_of(of).any(is_type))
        };
        let is_own = own.contains(&entity) && !types.is_named(tree.text_of(used.node));
        match is_own && of_library() {
            true => {}
            false if is_own || is_in_text(tree, used.node) => return None,
            false => roots.extend(named_roots(program, entity, used.node)),
        }
    }
    Some(roots)
}

/// Returns the words of what an operation names, and of what it is about, which a message may have.
fn words(tree: &Tree, node: NodeId, kept: &[NodeId]) -> Vec<String> {
    let names = kept.iter().map(|&token| String::from_utf8_lossy(tree.text_of(token)).to_lowercase());
    let mut words: Vec<String> = names.filter(|name| 1 < name.len()).collect();
    let takes_element = is_index(tree, node) || takes_element(tree, node);
    let about: &[&str] = if kind_has(tree, node, &BINARY) || is_infix(tree, node) && !takes_element {
        &["divide", "division", "divided", "modulo", "zero", "overflow", "shift", "overflows"]
    } else if of_channel(tree, node) {
        &["send", "receive", "channel", "chan"]
    } else if is_change(tree, node) {
        &["add", "assignment", "insert", "key", "size", "store", "write", "writes"]
    } else if kind_has(tree, node, &["slice"]) {
        &["slice", "range", "bounds"]
    } else if is_member(tree, node) {
        &["properties", "property", "attribute", "member"]
    } else if takes_element {
        &["index", "key", "keyerror", "indexerror", "range", "bounds", "offset", "subscript", "slice"]
    } else if kind_has(tree, node, &["cast"]) {
        &["cast", "convert", "conversion"]
    } else {
        &[]
    };
    words.extend(about.iter().map(|&word| word.to_owned()));
    words
}
