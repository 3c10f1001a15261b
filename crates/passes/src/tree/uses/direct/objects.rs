//! Objects with which a text does several things.

use std::collections::{HashMap, HashSet};

use dwindle_syntax::bindings::{Bindings, EntityId};
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::entry::all_with_body;
use super::making::{Given, Maker, words_of};
use super::operands::{Filled, Operands, without_own};
use super::operation::{Operation, is_member, operation, operations, roots};
use super::parts::{Operand, Stands, is_change, is_import, names_own};
use super::program::Program;
use super::refused::is_nothing;
use crate::tree::expected::{Values, small_words};
use crate::tree::uses::sources::{checks_types, kind_has, of_word};

/// The most operations on one object, and the most tokens of its name and of its first value.
const MOST_OPERATIONS: usize = 6;
const LONGEST_NAME: usize = 5;
const LONGEST_VALUE: usize = 40;
/// The fewest letters of a word of which another one may be a form: `borrow` of `borrowed`.
const SHORTEST: usize = 4;

/// An object, and what the text does with it.
pub(super) struct Object {
    /// The type that the text states, without types of the program.
    pub(super) of: Option<String>,
    pub(super) value: String,
    pub(super) roots: Vec<Root>,
    /// Whether a message has a word of its type or value.
    pub(super) is_mentioned: bool,
    /// Whether it may have elements.
    pub(super) has_elements: bool,
    /// Those of which a message has a word come first.
    pub(super) actions: Vec<Action>,
}

/// An operation on an object.
pub(super) struct Action {
    pub(super) operation: Operation,
    /// Which of its operands is the object.
    pub(super) at: usize,
    /// Whether a message has a word of it, or of another form of that.
    pub(super) is_mentioned: bool,
    /// Whether the object stands before a member or index, or is a channel.
    pub(super) is_method: bool,
    /// What ends the program if there is no result: `.unwrap()`.
    pub(super) behind: String,
}

impl Action {
    /// Whether its name is one of some words.
    pub(super) fn has_word(&self, words: &[&str]) -> bool {
        let own = |word: &&str| small_words(&self.operation.shape).any(|own| own == *word);
        words.iter().any(|word| own(word) || *word == "<<" && self.operation.shape.contains(word))
    }
}

/// Returns the objects in the order in which they are first used. O(nodes · depth).
pub(super) fn objects<'a>(program: Program<'a>, operands: &Operands<'a>, values: &Values) -> Vec<Object> {
    let tree = program.tree();
    let all = operations(program, operands.wanted(), values, true);
    let first = FirstValues::of(program, operands, &all);
    let mut found: Vec<Object> = Vec::new();
    let mut places: HashMap<String, Option<usize>> = HashMap::new();
    // What is thrown does nothing with what it is made of.
    let throws = |operation: &&Operation| kind_has(tree, operation.node, &["throw", "raise"]);
    for operation in all.iter().filter(|operation| !throws(operation)) {
        for (at, operand) in operation.operands.iter().enumerate() {
            let Some(name) = name(tree, operand.node) else { continue };
            let of = operands.type_of(operand.node);
            let key = of.unwrap_or(name).to_owned();
            let place = *places.entry(key).or_insert_with(|| {
                let has_part = operand.stands == Stands::BeforePart;
                let object = first.object(program, operands, values, (name, of, has_part))?;
                found.push(object);
                Some(found.len() - 1)
            });
            let Some(object) = place.map(|place| &mut found[place]) else { continue };
            let is_known = |known: &Action| known.operation.shape == operation.shape && known.at == at;
            if !object.actions.iter().any(is_known) {
                let words: Vec<String> = small_words(&operation.shape).collect();
                let is_mentioned = operation.is_mentioned || values.mention_forms(&words, SHORTEST);
                let behind = unwrapped(program, operation.node);
                let is_bare =
                    operation.operands.len() == 1 && !operation.is_statement || operation.is_mentioned;
                let is_method = operand.stands == Stands::BeforePart || is_bare;
                object.actions.push(Action {
                    operation: operation.clone(),
                    at,
                    is_mentioned,
                    is_method,
                    behind,
                });
            }
        }
    }
    for object in &mut found {
        object.actions.sort_by_key(|action| !action.is_mentioned);
        object.actions.truncate(MOST_OPERATIONS);
    }
    found
}

/// Returns the last name of a variable or field; `None` if a node is something else.
fn name(tree: &Tree, node: NodeId) -> Option<&str> {
    const OTHERS: [&str; 6] = ["call", "invocation", "subscript", "index", "argument", "literal"];
    let tokens = tree.tokens_of(node);
    let is_name = tokens.len() <= LONGEST_NAME && !kind_has(tree, node, &OTHERS);
    let name = std::str::from_utf8(tree.text_of(*tokens.last()?)).ok()?;
    (is_name && name.ends_with(|letter: char| letter.is_alphanumeric() || letter == '_')).then_some(name)
}

/// What variables and fields are where a text begins with them.
pub(super) struct FirstValues<'a> {
    by_name: HashMap<&'a str, NodeId>,
    /// The same with something of the program in it, which gets other values.
    by_name_with_own: HashMap<&'a str, NodeId>,
    /// What makes a value of a type, by the type.
    by_type: HashMap<&'a str, NodeId>,
    /// Methods by the last word of their names in small letters: many are named after what they
    /// return.
    by_word: HashMap<String, NodeId>,
    /// What is imported, by name.
    imported: HashMap<&'a str, EntityId>,
    own: HashSet<EntityId>,
}

impl<'a> FirstValues<'a> {
    /// Finds them for the operands of some operations. O(nodes · depth).
    pub(super) fn of(program: Program<'a>, operands: &Operands<'a>, all: &[Operation]) -> FirstValues<'a> {
        let (tree, bindings) = (program.tree(), program.bindings);
        let (mut by_name, mut by_name_with_own) = (HashMap::new(), HashMap::new());
        for &sign in tree.tokens() {
            if !matches!(tree.text_of(sign), b"=" | b":=" | b":") {
                continue;
            }
            let Some((names, value)) = around(tree, sign) else { continue };
            if !is_made(tree, value) {
                continue;
            }
            let first = if names_own(program, value) { &mut by_name_with_own } else { &mut by_name };
            names.into_iter().for_each(|name| {
                first.entry(name).or_insert(value);
            });
        }
        let mut by_type: HashMap<&str, NodeId> = HashMap::new();
        for (place, of) in operands.wanted().texts(tree) {
            if is_made(tree, place) && names_own(program, place) {
                let first = by_type.entry(of).or_insert(place);
                *first = place.min(*first);
            }
        }
        let mut by_word: HashMap<String, NodeId> = HashMap::new();
        for operation in all.iter().filter(|operation| operation.is_call && !is_change(tree, operation.node))
        {
            if let Some(word) = small_words(&operation.shape).last() {
                by_word.entry(word).or_insert(operation.node);
            }
        }
        FirstValues {
            by_name,
            by_name_with_own,
            by_type,
            by_word,
            imported: imported(bindings),
            own: all_with_body(bindings),
        }
    }

    /// Returns an operation on what the text gives for its object first, if nothing better can be
    /// made from its type.
    pub(super) fn filled(
        &self,
        program: Program<'a>,
        operands: &Operands<'_>,
        values: &Values,
        operation: &Operation,
    ) -> Vec<Filled> {
        let find = || {
            if is_member(program.tree(), operation.node) {
                return None;
            }
            let is_object = |operand: &Operand| operand.stands == Stands::BeforePart;
            let at = operation.operands.iter().position(is_object)?;
            let node = operation.operands[at].node;
            let name = name(program.tree(), node).filter(|_| !operands.makes(node))?;
            let of = operands.type_of(node);
            Some((at, self.object(program, operands, values, (name, of, false))?))
        };
        let Some((at, object)) = find() else { return Vec::new() };
        let mut filled = operands.on_value(operation, (at, &object.value));
        filled.iter_mut().for_each(|filled| filled.roots.extend(&object.roots));
        filled
    }

    /// Returns an object of a name and a type, if that is stated; `None` if it is none, or cannot
    /// be made.
    fn object(
        &self,
        program: Program<'a>,
        operands: &Operands<'_>,
        values: &Values,
        (name, stated, has_part): (&str, Option<&str>, bool),
    ) -> Option<Object> {
        let stated = stated.map(|of| of.trim_start_matches('&').trim_start_matches("mut "));
        // Numbers and texts do not change, and what the program defines is no object of a library.
        let is_own = |of: &str| words_of(of).next().is_some_and(|of| program.types.is_named(of.as_bytes()));
        if stated.is_some_and(|of| of_word(of.as_bytes()).is_some() || is_own(of)) {
            return None;
        }
        let of = stated.map(|of| without_own(program, of));
        // Types of the program in it do not matter.
        let simple = |(text, roots): (&str, Vec<Root>)| {
            let text = without_own(program, text);
            let roots = roots.into_iter().filter(|&root| is_named(program.bindings, root, &text)).collect();
            (text, roots)
        };
        let (value, mut roots) = if let Some(&first) = self.by_name.get(name) {
            let text = std::str::from_utf8(program.tree().text_of(first)).ok()?;
            simple((text, roots(program, operands.wanted(), &self.own, &[first])?))
        } else if let Some(given) = self.given(program, operands, values, (name, stated)) {
            simple((&given.text, given.roots))
        } else if let Some(of) = &of {
            let mut maker = Maker::new(program, Given::NOTHING, None);
            (maker.value(of, 0).filter(|value| !is_nothing(value))?, maker.roots)
        } else if has_part && !checks_types(program.language) {
            ((*program.rules.plain.first()?).to_owned(), Vec::new())
        } else {
            return None;
        };
        let words = of.iter().map(String::as_str).chain([&*value]);
        let words: Vec<String> = words.flat_map(small_words).collect();
        let named = of.iter().flat_map(|of| words_of(of)).filter_map(|word| self.imported.get(word));
        roots.extend(named.map(|&entity| Root::Entity(entity)));
        let is_mentioned = values.mention_forms(&words, SHORTEST);
        let has_elements = value.starts_with(['[', '{'])
            || is_collection(&value)
            || of.as_deref().is_some_and(is_collection);
        Some(Object { of, value, roots, is_mentioned, has_elements, actions: Vec::new() })
    }

    /// Returns an operation that gives the first value for a name, or one of a type.
    fn given(
        &self,
        program: Program<'a>,
        operands: &Operands<'_>,
        values: &Values,
        (name, stated): (&str, Option<&str>),
    ) -> Option<Filled> {
        let outer = || stated.and_then(|of| words_of(of).next()).map(str::to_lowercase);
        let of_type = || stated.and_then(|stated| self.by_type.get(stated));
        let known = self.by_name_with_own.get(name).or_else(of_type);
        let &node = known.or_else(|| self.by_word.get(&outer()?))?;
        let operation = operation(program, operands.wanted(), values, &self.own, node)?;
        operands.filled(&operation).into_iter().next().filter(|filled| filled.before.is_empty())
    }
}

/// Whether a type or value may be one of something with elements.
fn is_collection(text: &str) -> bool {
    const WORDS: [&str; 16] = [
        "list", "map", "set", "array", "vec", "dict", "hash", "queue", "stack", "deque", "table", "string",
        "yield", "gener", "iter", "stream",
    ];
    let text = text.to_lowercase();
    WORDS.iter().any(|word| text.contains(word))
}

/// Whether a text names what is needed for it.
fn is_named(bindings: &Bindings, root: Root, text: &str) -> bool {
    let Root::Entity(entity) = root else { return true };
    let mut all = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id).name);
    all.any(|name| {
        let name = String::from_utf8_lossy(bindings.tree().text_of(name));
        words_of(text).any(|word| name.trim_matches('"').ends_with(word))
    })
}

/// Returns the names that may be before a sign, and the value behind it.
fn around(tree: &Tree, sign: NodeId) -> Option<(Vec<&str>, NodeId)> {
    /// The most nodes before a sign: words, a name, its type.
    const MOST_BEFORE: usize = 6;
    let above = tree.parent(sign)?;
    let last = |child: NodeId| std::str::from_utf8(tree.text_of(*tree.tokens_of(child).last()?)).ok();
    let mut children = tree.children(above);
    let before: Vec<NodeId> = children.by_ref().take_while(|&child| child != sign).collect();
    let names: Vec<&str> = before.into_iter().rev().take(MOST_BEFORE).filter_map(last).collect();
    // Behind a colon, there may be a type.
    let value = children.next().filter(|&value| !kind_has(tree, value, &["type"]))?;
    if !names.is_empty() {
        return Some((names, value));
    }
    let (whole, before) = (tree.parent(above)?, above);
    let beside = tree.children(whole).take_while(|&child| child != before).take(MOST_BEFORE);
    Some((beside.filter_map(last).collect(), value))
}

/// Returns what stands behind an operation of Rust that ends the program without a result.
fn unwrapped(program: Program<'_>, node: NodeId) -> String {
    const ENDS: [&[u8]; 4] = [b"unwrap", b"expect", b"unwrap_err", b"expect_err"];
    let tree = program.tree();
    let member = tree.parent(node).filter(|&above| tree.kind_name(above) == "field_expression");
    let ends = |above: &NodeId| {
        tree.tokens_of(*above).last().is_some_and(|&token| ENDS.contains(&tree.text_of(token)))
    };
    let Some(call) = member.filter(ends).and_then(|above| tree.parent(above)) else { return String::new() };
    let is_own = tree.children(call).skip(1).any(|list| names_own(program, list));
    let behind = &tree.text()[tree.range(node).end..tree.range(call).end];
    if is_own { ".unwrap()".into() } else { String::from_utf8_lossy(behind).into_owned() }
}

/// Whether a node makes an object.
fn is_made(tree: &Tree, value: NodeId) -> bool {
    const MADE: [&str; 12] = [
        "call",
        "creation",
        "new_",
        "list",
        "dict",
        "hash",
        "array",
        "object",
        "composite",
        "macro",
        "set",
        "table",
    ];
    kind_has(tree, value, &MADE) && tree.tokens_of(value).len() <= LONGEST_VALUE
}

/// Returns what is imported, by name.
pub(super) fn imported(bindings: &Bindings) -> HashMap<&str, EntityId> {
    let tree = bindings.tree();
    let imports = bindings.definitions().iter().filter(|found| !found.is_member && is_import(tree, found));
    let named = imports.filter_map(|found| {
        let name = std::str::from_utf8(tree.text_of(found.name)).ok()?;
        // Go imports a path, in quotes.
        Some((name.trim_matches('"').rsplit('/').next()?, found.entity))
    });
    named.collect()
}

/// Returns the imports of what a text names. O(definitions).
pub(super) fn imports_of(bindings: &Bindings, text: &str) -> Vec<Root> {
    let imported = imported(bindings);
    words_of(text).filter_map(|word| imported.get(word)).map(|&entity| Root::Entity(entity)).collect()
}
