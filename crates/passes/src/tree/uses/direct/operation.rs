//! Operations of a language or its library: what a program does without functions of its own.

use std::collections::HashSet;

use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::call::most;
use super::making::words_of;
use super::program::Program;
use super::refused::needs_its_place;
use super::stock::named_roots;
use crate::tree::uses::sources::{WantedTypes, is_in_text, kind_has, names_object, object};

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
    /// Whether it only prints or writes something.
    pub(super) prints: bool,
    /// Its text without the operands.
    pub(super) shape: String,
    /// What it is about, in words, which a message about it may have.
    pub(super) words: Vec<String>,
}

/// A part of an operation that names something of the program.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operand {
    pub(super) node: NodeId,
    pub(super) stands: Stands,
}

/// Where an operand stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stands {
    /// Before a member or an index.
    BeforePart,
    /// In a range that tells which part is taken.
    AsIndex,
    Otherwise,
}

/// Returns the operations of a text, in its order; in large texts, only the first ones. O(nodes ·
/// depth).
pub(super) fn operations(program: Program<'_>, wanted: &WantedTypes) -> Vec<Operation> {
    let (tree, bindings) = (program.tree(), program.bindings);
    let with_body = bindings.definitions().iter().filter(|found| found.has_body);
    let own: HashSet<EntityId> = with_body.map(|found| found.entity).collect();
    let all = tree.preorder(tree.root()).filter(|&node| is_operation(tree, node));
    all.filter_map(|node| operation(program, wanted, &own, node)).take(most(tree)).collect()
}

/// Words in the kinds of nodes that are operations.
const KINDS: [&str; 16] = [
    "call",
    "invocation",
    "application",
    "subscript",
    "index_expression",
    "slice",
    "element_access",
    "element_reference",
    "array_access",
    "array_get",
    "binary",
    "throw",
    "raise",
    "creation",
    "new_expression",
    "cast",
];
/// Words in the kinds of nodes that have the same words, but are none.
const OTHERS: [&str; 8] =
    ["argument", "suffix", "type", "pattern", "signature", "specifier", "decl", "clause"];

fn is_operation(tree: &Tree, node: NodeId) -> bool {
    let is_kind = !tree.is_leaf(node) && kind_has(tree, node, &KINDS) && !kind_has(tree, node, &OTHERS);
    is_kind
        && tree.tokens_of(node).len() <= LONGEST
        && (!kind_has(tree, node, &["binary"]) || divides(tree, node))
}

/// Whether an expression with two operands may have no result.
fn divides(tree: &Tree, node: NodeId) -> bool {
    const SIGNS: [&[u8]; 4] = [b"/", b"%", b"//", b"mod"];
    tree.children(node).any(|child| SIGNS.contains(&tree.text_of(child)))
}

fn operation(
    program: Program<'_>,
    wanted: &WantedTypes,
    own: &HashSet<EntityId>,
    node: NodeId,
) -> Option<Operation> {
    let tree = program.tree();
    let Parts { operands, kept, is_own } = Parts::of(program, node);
    let tokens: Vec<NodeId> = kept.iter().flat_map(|&node| tree.tokens_of(node).iter().copied()).collect();
    // An index in a type is none.
    let is_type = |above: NodeId| tree.kind_name(above) == "type";
    let is_new = kind_has(tree, node, &["creation", "new_expression"]);
    if is_own
        || MOST_OPERANDS < operands.len()
        || tree.ancestors(node).take(2).any(is_type)
        || needs_its_place(tree, &tokens)
        || is_new && operands.is_empty()
        || makes_own(program, node)
    {
        return None;
    }
    let roots = roots(program, wanted, own, &kept)?;
    let first = tree.tokens_of(node).first().map(|&token| tree.text_of(token));
    let is_statement = kind_has(tree, node, &["throw_statement", "raise_statement"])
        || first.is_some_and(|first| ENDS.contains(&first));
    // What is called by its name alone belongs to the language.
    let is_call = kind_has(tree, node, &CALLS) && !is_bare(tree, node);
    let words = words(tree, node, &tokens);
    let prints = words.iter().any(|word| PRINTS.iter().any(|part| word.contains(part)));
    let shape = tokens.iter().map(|&token| String::from_utf8_lossy(tree.text_of(token))).collect();
    // No part of a text of Rust is a value.
    let is_reference = |above: &NodeId| tree.kind_name(*above) == "reference_expression";
    let node = tree.parent(node).filter(is_reference).unwrap_or(node);
    Some(Operation { node, operands, roots, is_statement, is_call, prints, shape, words })
}

/// What begins a call without a value, in Go.
const ENDS: [&[u8]; 5] = [b"panic", b"print", b"println", b"delete", b"close"];
/// Words in the names of functions that print or write something.
const PRINTS: [&str; 4] = ["print", "write", "echo", "log"];

/// Whether a node begins with a name alone.
fn is_bare(tree: &Tree, node: NodeId) -> bool {
    tree.children(node).next().is_some_and(|first| tree.tokens_of(first).len() == 1)
}

/// Whether a node makes an object of a type of the program: `new A()` or `A()`.
fn makes_own(program: Program<'_>, node: NodeId) -> bool {
    let tree = program.tree();
    let is_new = kind_has(tree, node, &["creation", "new_expression"]);
    let name = tree.tokens_of(node).get(usize::from(is_new));
    (is_new || kind_has(tree, node, &CALLS) && is_bare(tree, node))
        && name.is_some_and(|&name| program.types.is_named(tree.text_of(name)))
}

/// Returns what some parts of an operation name; `None` if that is a function of the program.
fn roots(
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

/// The parts of an operation.
struct Parts {
    operands: Vec<Operand>,
    /// What stays.
    kept: Vec<NodeId>,
    /// Whether it calls what the program defines.
    is_own: bool,
}

/// Words in the kinds of nodes that are calls.
const CALLS: [&str; 3] = ["call", "invocation", "application"];
/// Words in the kinds of nodes whose parts are parts of an operation.
const LISTS: [&str; 6] = ["argument", "index_list", "range", "slice", "suffix", "condition"];
/// Words in the kinds of nodes that name what is called.
const PATHS: [&str; 8] =
    ["member", "selector", "field_expr", "attribute", "scoped", "qualified", "generic", "path"];

impl Parts {
    fn of(program: Program<'_>, node: NodeId) -> Parts {
        let mut parts = Parts { operands: Vec::new(), kept: Vec::new(), is_own: false };
        parts.add(program, node, true);
        parts
    }

    /// Adds a node: as one, or by its parts.
    fn add(&mut self, program: Program<'_>, node: NodeId, by_parts: bool) {
        let tree = program.tree();
        if !names_own(program, node) {
            self.kept.push(node);
        } else if by_parts && !tree.is_leaf(node) {
            self.add_parts(program, node);
        } else {
            self.operands.push(Operand { node, stands: Stands::of(tree, node) });
        }
    }

    fn add_parts(&mut self, program: Program<'_>, node: NodeId) {
        let tree = program.tree();
        let parts: Vec<NodeId> = tree.children(node).collect();
        let is_one = |part: NodeId| tree.tokens_of(part).len() == 1;
        let is_called = |&part: &NodeId| is_one(part) && names_own(program, part);
        self.is_own |= kind_has(tree, node, &CALLS) && parts.first().is_some_and(is_called);
        let is_path = kind_has(tree, node, &PATHS);
        for (at, &part) in parts.iter().enumerate() {
            // The name of a member is no operand.
            if is_path && at + 1 == parts.len() && is_one(part) {
                self.kept.push(part);
                continue;
            }
            let is_called =
                at == 0 && 1 < parts.len() && kind_has(tree, part, &PATHS) && !is_index(tree, node);
            let is_thrown = kind_has(tree, node, &["throw", "raise"]) && kind_has(tree, part, &KINDS);
            self.add(program, part, is_called || is_thrown || kind_has(tree, part, &LISTS));
        }
    }
}

impl Stands {
    fn of(tree: &Tree, node: NodeId) -> Stands {
        const SIGNS: [&[u8]; 6] = [b".", b"->", b"?.", b"[", b"::", b".("];
        let behind = tree.tokens().get(tree.token_range(node).end as usize);
        if behind.is_some_and(|&token| SIGNS.contains(&tree.text_of(token))) {
            Stands::BeforePart
        } else if tree.parent(node).is_some_and(|above| kind_has(tree, above, &["slice", "range"])) {
            Stands::AsIndex
        } else {
            Stands::Otherwise
        }
    }
}

/// Whether a node takes an element of something.
fn is_index(tree: &Tree, node: NodeId) -> bool {
    kind_has(tree, node, &["subscript", "index", "slice", "element", "array"])
}

/// Whether a node names something of the program that means nothing elsewhere: all but types and
/// what is imported.
fn names_own(program: Program<'_>, node: NodeId) -> bool {
    let (Program { bindings, types, start, .. }, tree) = (program, program.tree());
    let is_free = |entity: EntityId| {
        let mut all = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id));
        // A parameter of a function without a name is a part of it.
        if all.clone().any(|found| tree.is_within(found.name, node)) {
            return true;
        }
        all.all(|found| {
            let is_import = found
                .node
                .is_some_and(|whole| kind_has(tree, whole, &["import", "use_", "using", "include", "open"]));
            let is_type = !found.is_member && types.is_named(tree.text_of(found.name));
            (is_import || is_type) && !start.has(tree, found.name)
        })
    };
    let mut uses = bindings.uses_within(tree.subtree(node)).iter();
    uses.any(|used| used.entity.is_some_and(|entity| !is_free(entity)))
        || tree.tokens_of(node).iter().any(|&token| names_object(tree, token))
}

/// Returns the words of what an operation names, and of what it is about.
fn words(tree: &Tree, node: NodeId, kept: &[NodeId]) -> Vec<String> {
    let names = kept.iter().map(|&token| String::from_utf8_lossy(tree.text_of(token)).to_lowercase());
    let mut words: Vec<String> = names.filter(|name| 1 < name.len()).collect();
    let about: &[&str] = if kind_has(tree, node, &["binary"]) {
        &["divide", "division", "divided", "modulo", "zero"]
    } else if kind_has(tree, node, &["slice"]) {
        &["slice", "range", "bounds"]
    } else if is_index(tree, node) {
        &["index", "key", "keyerror", "indexerror", "range", "bounds", "offset", "subscript", "slice"]
    } else if kind_has(tree, node, &["cast"]) {
        &["cast", "convert", "conversion"]
    } else {
        &[]
    };
    words.extend(about.iter().map(|&word| word.to_owned()));
    words
}
