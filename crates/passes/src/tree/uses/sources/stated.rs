//! What sort of value an expression has, as far as the text states it.

use std::collections::HashMap;

use dwindle_syntax::bindings::{Bindings, Definition, EntityId};
use dwindle_syntax::{Language, NodeId, Tree};

use super::calls::is_before_member;
use super::kind::kind_has;
use super::plain::Class;
use crate::tree::uses::sort::{Seen, defines_type};

/// A sort of values, as far as a type tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::tree::uses) enum Stated {
    Text,
    Truth,
    Number,
    /// Something with parts: a plain value can only be missing.
    Composed,
    /// Several values at once, which are no value themselves: the results of a function of Go.
    Several,
}

impl Stated {
    /// Whether no plain value of a class is of this sort in a language.
    pub(super) fn excludes(self, class: Class, language: &Language) -> bool {
        if class == Class::Made {
            return false;
        }
        let is_cpp = || language.name == "cpp";
        match self {
            Stated::Text => !matches!(class, Class::Text | Class::Nothing),
            Stated::Truth => class != Class::Word && !(class == Class::Integer && is_cpp()),
            Stated::Number if is_cpp() && class == Class::Character => false,
            Stated::Number => !matches!(class, Class::Integer | Class::Float),
            // In C++, it may be made of a value without saying so.
            Stated::Composed => class != Class::Nothing && !is_cpp(),
            Stated::Several => true,
        }
    }

    /// Whether an expression of the other sort cannot take the place of one of this sort. Little is
    /// known about what has parts: it may be derived from, or made of, something else.
    pub(super) fn clashes(self, other: Stated) -> bool {
        self != other && self != Stated::Composed && other != Stated::Composed
    }
}

/// Whether a value of another type is an error in a language: not in C, where most values are
/// numbers or may be taken for one.
pub(in crate::tree::uses) fn checks_types(language: &Language) -> bool {
    language.bindings.is_some_and(|rules| !rules.plain_types.is_empty())
}

/// How many nodes around a name are searched for its type.
const MOST_AROUND: usize = 4;
/// The most children of a node that are searched.
const MOST_BESIDE: usize = 16;
/// The most tokens of a type that is looked at.
const LONGEST: u32 = 40;

/// What the text states about its entities and their uses.
#[derive(Debug, Default)]
pub(in crate::tree::uses) struct StatedTypes {
    /// `None` if definitions of the entity state different things, or one states nothing.
    by_entity: HashMap<EntityId, Option<Stated>>,
    /// By the whole of a use: a call with its arguments, or a name.
    by_whole: HashMap<NodeId, Stated>,
}

impl StatedTypes {
    /// O((definitions + uses) · depth).
    pub(super) fn of(bindings: &Bindings, seen: &Seen) -> StatedTypes {
        let tree = bindings.tree();
        let mut found = StatedTypes::default();
        for definition in bindings.definitions().iter().filter(|definition| !definition.accompanies) {
            let stated = of_definition(tree, seen, definition);
            let known = found.by_entity.entry(definition.entity).or_insert(stated);
            if *known != stated {
                *known = None;
            }
        }
        found.add_uses(bindings);
        // What the first value of a variable states, if that calls something or names it.
        let mut of_values: Vec<(EntityId, Option<Stated>)> = Vec::new();
        for entity in bindings.entities().iter().filter(|entity| entity.definitions.len() == 1) {
            let definition = bindings.definition(entity.definitions[0]);
            if found.of_entity(definition.entity).is_none() && stated_type(tree, definition.name).is_none() {
                let value = first_value(tree, definition.name);
                let stated = value.and_then(|value| found.of_place(tree, value));
                of_values.push((definition.entity, stated));
            }
        }
        found.by_entity.extend(of_values);
        found.add_uses(bindings);
        found
    }

    fn add_uses(&mut self, bindings: &Bindings) {
        let tree = bindings.tree();
        let is_function = |entity: EntityId| {
            let mut definitions = bindings.entity(entity).definitions.iter();
            definitions.any(|&id| {
                let found = bindings.definition(id);
                found.node.is_some_and(|node| kind_has(tree, node, &["function", "method"]))
            })
        };
        for used in bindings.uses() {
            let stated = used.entity.and_then(|entity| Some((entity, self.of_entity(entity)?)));
            let Some((entity, stated)) = stated else { continue };
            let whole = if is_function(entity) { called(tree, used.node) } else { named(tree, used.node) };
            if let Some(whole) = whole {
                self.by_whole.insert(whole, stated);
            }
        }
    }

    /// Returns what the definitions of an entity state about its values, or those of its calls.
    pub(super) fn of_entity(&self, entity: EntityId) -> Option<Stated> {
        self.by_entity.get(&entity).copied().flatten()
    }

    /// Returns what is stated about an expression, which may be alone in a node around it.
    /// O(children).
    pub(super) fn of_place(&self, tree: &Tree, node: NodeId) -> Option<Stated> {
        let only = |&around: &NodeId| {
            let mut children = tree.children(around);
            children.next().filter(|_| children.next().is_none())
        };
        let mut inward = std::iter::successors(Some(node), only).take(MOST_AROUND);
        inward.find_map(|node| self.by_whole.get(&node).copied().or_else(|| of_shape(tree, node)))
    }

    /// Returns what is stated about the first of some nodes of which anything is.
    pub(super) fn of_chain(&self, tree: &Tree, chain: &[NodeId]) -> Option<Stated> {
        chain.iter().find_map(|&node| self.of_place(tree, node))
    }
}

/// Returns the call of a function that is named at a node, if its arguments follow the name.
/// O(depth).
pub(super) fn called(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let open = tree.token_range(name).end;
    let is_open = tree.tokens().get(open as usize).is_some_and(|&token| tree.text_of(token) == b"(");
    let ends_behind = |node: &NodeId| open < tree.token_range(*node).end;
    let call = tree.ancestors(name).take(MOST_AROUND).find(ends_behind).filter(|_| is_open)?;
    // The arguments are the last part of the call.
    let last = tree.children(call).last()?;
    let is_call = kind_has(tree, call, &["call", "invocation"]) && tree.token_range(last).start == open;
    is_call.then_some(call)
}

/// Returns the name of a variable with the objects before it, if nothing follows that is a part of
/// what it stands for. O(depth).
pub(super) fn named(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let end = tree.token_range(name).end;
    let is_called = tree.tokens().get(end as usize).is_some_and(|&token| tree.text_of(token) == b"(");
    let ends_here = |node: &NodeId| {
        tree.token_range(*node).end == end
            && kind_has(tree, *node, &["member", "selector", "field_", "attribute"])
    };
    let is_whole = !is_called && !is_before_member(tree, name);
    let outer = tree.ancestors(name).take(MOST_AROUND).take_while(ends_here).last();
    is_whole.then(|| outer.unwrap_or(name))
}

/// Returns what a definition states about its values, or those of its calls. O(depth).
fn of_definition(tree: &Tree, seen: &Seen, found: &Definition) -> Option<Stated> {
    let node = found.node.filter(|&node| !found.accompanies && !found.is_member && defines_type(tree, node));
    if node.is_some() {
        return Some(Stated::Composed);
    }
    of_type(tree, seen, stated_type(tree, found.name)?)
}

/// Returns what the form of an expression tells: a comparison, a text, a literal with elements.
fn of_shape(tree: &Tree, node: NodeId) -> Option<Stated> {
    const COMPARISONS: [&[u8]; 10] = [b"==", b"!=", b"===", b"!==", b"<", b">", b"<=", b">=", b"&&", b"||"];
    const COMPOSED: [&str; 10] = [
        "lambda",
        "arrow_function",
        "closure",
        "anonymous",
        "array",
        "creation",
        "initializer",
        "struct_expression",
        "composite_literal",
        "tuple",
    ];
    let kind = tree.kind_name(node);
    let has = |signs: &[&[u8]]| {
        let mut children = tree.children(node).take(MOST_BESIDE);
        children.any(|child| tree.is_leaf(child) && signs.contains(&tree.text_of(child)))
    };
    if kind.contains("string") {
        Some(Stated::Text)
    } else if COMPOSED.iter().any(|word| kind.contains(word)) {
        Some(Stated::Composed)
    } else if kind.contains("binary") && has(&COMPARISONS) || kind.contains("unary") && has(&[b"!"]) {
        Some(Stated::Truth)
    } else {
        None
    }
}

/// Returns the type that stands beside the name of a definition, or beside what holds it.
pub(in crate::tree::uses) fn stated_type(tree: &Tree, name: NodeId) -> Option<NodeId> {
    const ENDS: [&str; 6] = ["parameters", "body", "block", "list", "lambda", "pattern"];
    let (mut below, mut of_value) = (name, None);
    for above in tree.ancestors(name).take(MOST_AROUND) {
        let kind = tree.kind_name(above);
        if ENDS.iter().any(|end| kind.contains(end)) {
            break;
        }
        let states = |child: NodeId| {
            let is_field = matches!(
                tree.field_name(child),
                Some("type" | "return_type" | "result" | "returns" | "returned_type")
            );
            tree.is_named(child) && (is_field || tree.kind_name(child) == "type_annotation")
        };
        let mut others = tree.children(above).take(MOST_BESIDE).filter(|&child| child != below);
        if let Some(node) = others.find(|&child| states(child)) {
            let is_inferred = matches!(tree.text_of(node), b"var" | b"auto" | b"val" | b"let");
            return if is_inferred { of_value } else { Some(node) };
        }
        let mut behind = tree.children(above).take(MOST_BESIDE).skip_while(|&child| child != below);
        of_value = of_value.or_else(|| behind.find_map(|child| made_type(tree, child)));
        // What a function calls its parameters says nothing about its values.
        if kind_has(tree, above, &["function_item", "method", "function_definition", "class"]) {
            break;
        }
        below = above;
    }
    of_value
}

/// Returns the value that a variable gets where it is defined.
pub(super) fn first_value(tree: &Tree, name: NodeId) -> Option<NodeId> {
    let mut below = name;
    for above in
        tree.ancestors(name).take(2).take_while(|&above| kind_has(tree, above, &["declarat", "let_"]))
    {
        let mut behind = tree.children(above).take(MOST_BESIDE).skip_while(|&child| child != below);
        let is_sign = |token: NodeId| matches!(tree.text_of(token), b"=" | b":=");
        let sign = behind.find(|&child| tree.tokens_of(child).first().is_some_and(|&token| is_sign(token)));
        if let Some(sign) = sign {
            return if tree.is_leaf(sign) { behind.next() } else { tree.children(sign).last() };
        }
        below = above;
    }
    None
}

/// Returns the type of a value that is made: `T` in `new T(1)` and `T{1}`.
fn made_type(tree: &Tree, value: NodeId) -> Option<NodeId> {
    let is_made =
        kind_has(tree, value, &["creation", "new_expression", "struct_expression", "composite_literal"]);
    let mut children = tree.children(value).take(MOST_BESIDE).filter(|_| is_made);
    children.find(|&child| matches!(tree.field_name(child), Some("type" | "name" | "constructor")))
}

/// Returns what a type tells about its values; `None` if they may be anything.
fn of_type(tree: &Tree, seen: &Seen, node: NodeId) -> Option<Stated> {
    const AROUND: [&[u8]; 9] = [b"&", b":", b"->", b"'", b"static", b"mut", b"const", b"std", b"::"];
    const UNKNOWN: [&[u8]; 19] = [
        b"*",
        b"?",
        b"|",
        b"dyn",
        b"impl",
        b"var",
        b"auto",
        b"let",
        b"val",
        b"object",
        b"Object",
        b"any",
        b"Any",
        b"dynamic",
        b"unknown",
        b"interface",
        b"Self",
        b"void",
        b"decltype",
    ];
    if LONGEST < tree.n_tokens(node) {
        return None;
    }
    let texts = tree.tokens_of(node).iter().map(|&token| tree.text_of(token));
    let named: Vec<&[u8]> = texts.filter(|text| !AROUND.contains(text)).collect();
    // A single capital letter mostly stands for another type.
    let is_parameter = |text: &[u8]| matches!(text, [b'A'..=b'Z']) && !seen.names_type(text);
    let is_unknown = |text: &&[u8]| UNKNOWN.contains(text) || is_parameter(text);
    let &first = named.first()?;
    if tree.kind_name(node) == "parameter_list" && named.contains(&&b","[..]) {
        return Some(Stated::Several);
    }
    // What is in angle brackets may be a value that is still to come, or that may be missing.
    if named.iter().any(is_unknown) || named.contains(&&b"<"[..]) {
        return None;
    }
    if named.iter().any(|text| matches!(*text, b"[" | b"[]")) || named.len() == 1 && seen.names_type(first) {
        Some(Stated::Composed)
    } else if 1 < named.len() {
        None
    } else {
        of_word(first)
    }
}

/// Returns what the name of a type tells that needs no definition.
pub(in crate::tree::uses) fn of_word(word: &[u8]) -> Option<Stated> {
    const TEXTS: [&[u8]; 5] = [b"string", b"String", b"str", b"string_view", b"CharSequence"];
    const TRUTHS: [&[u8]; 4] = [b"bool", b"boolean", b"Bool", b"Boolean"];
    const NUMBERS: [&[u8]; 47] = [
        b"uint16", b"uintptr", b"rune", b"i128", b"u128", b"Double", b"Float", b"Short", b"Byte", b"decimal",
        b"bigint", b"int", b"long", b"short", b"byte", b"uint", b"ulong", b"ushort", b"sbyte", b"Integer",
        b"Long", b"Int", b"i8", b"i16", b"i32", b"i64", b"u8", b"u16", b"u32", b"u64", b"usize", b"isize",
        b"int8", b"int16", b"int32", b"int64", b"uint8", b"uint32", b"uint64", b"size_t", b"number",
        b"float", b"double", b"f32", b"f64", b"float32", b"float64",
    ];
    if TEXTS.contains(&word) {
        Some(Stated::Text)
    } else if TRUTHS.contains(&word) {
        Some(Stated::Truth)
    } else {
        NUMBERS.contains(&word).then_some(Stated::Number)
    }
}
