//! What sort of value an expression has, as far as the text states it.

use std::collections::HashMap;

use dwindle_syntax::bindings::{Bindings, Definition, EntityId};
use dwindle_syntax::{Language, NodeId, Tree};

use super::calls::whole_use;
use super::kind::kind_has;
use super::plain::Class;
use crate::tree::uses::sort::{Seen, defines_type};

/// What is known about the type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Stated {
    sort: Option<Sort>,
    /// The type without spaces, if it is stated.
    text: Option<Box<[u8]>>,
    /// Whether the text defines this type.
    is_own: bool,
}

/// A sort of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Text,
    Truth,
    Number,
    /// Something with parts: a plain value can only be missing.
    Composed,
}

impl Stated {
    fn of_sort(sort: Sort) -> Stated {
        Stated { sort: Some(sort), text: None, is_own: false }
    }

    /// Whether no plain value of a class is one of this type in a language.
    pub(super) fn excludes(&self, class: Class, language: &Language) -> bool {
        let is_c = || matches!(language.name, "c" | "cpp");
        match self.sort {
            Some(Sort::Text) => !matches!(class, Class::Text | Class::Nothing),
            Some(Sort::Truth) => class != Class::Word && !(class == Class::Integer && is_c()),
            Some(Sort::Number) if is_c() && class == Class::Character => false,
            Some(Sort::Number) => !matches!(class, Class::Integer | Class::Float),
            Some(Sort::Composed) => class != Class::Nothing,
            None => false,
        }
    }

    /// Whether an expression of the other type cannot take the place of one of this type. One of
    /// two types of the text may be derived from the other.
    pub(super) fn clashes(&self, other: &Stated) -> bool {
        match (&self.text, &other.text) {
            (Some(text), Some(other_text)) => text != other_text && !(self.is_own && other.is_own),
            _ => matches!((self.sort, other.sort), (Some(sort), Some(other)) if sort != other),
        }
    }
}

/// Whether a value of another type is an error in a language: not in C, where most values are
/// numbers or may be taken for one.
pub(super) fn checks_types(language: &Language) -> bool {
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
    by_entity: HashMap<EntityId, Stated>,
    /// By the whole of a use: a call with its arguments, or a name.
    by_whole: HashMap<NodeId, Stated>,
}

impl StatedTypes {
    /// O((definitions + uses) · depth).
    pub(super) fn of(bindings: &Bindings, seen: &Seen) -> StatedTypes {
        let tree = bindings.tree();
        let mut found = StatedTypes::default();
        for definition in bindings.definitions() {
            let stated = of_definition(tree, seen, definition);
            if let Some(stated) = stated {
                found.by_entity.entry(definition.entity).or_insert(stated);
            }
        }
        found.add_uses(bindings);
        // What the first value of a variable states, if that calls something or names it.
        let mut of_values: HashMap<EntityId, Stated> = HashMap::new();
        let is_new = |definition: &&Definition| !found.by_entity.contains_key(&definition.entity);
        for definition in bindings.definitions().iter().filter(is_new) {
            let value = first_value(tree, definition.name);
            if let Some(stated) = value.and_then(|value| found.of_place(tree, value)) {
                of_values.entry(definition.entity).or_insert(stated);
            }
        }
        found.by_entity.extend(of_values);
        found.add_uses(bindings);
        found
    }

    fn add_uses(&mut self, bindings: &Bindings) {
        for used in bindings.uses() {
            let stated = used.entity.and_then(|entity| self.by_entity.get(&entity));
            if let Some(stated) = stated {
                self.by_whole.insert(whole_use(bindings.tree(), used.node), stated.clone());
            }
        }
    }

    /// Returns what the definitions of an entity state about its values, or those of its calls.
    pub(super) fn of_entity(&self, entity: EntityId) -> Option<&Stated> {
        self.by_entity.get(&entity)
    }

    /// Returns what is stated about an expression, which may be alone in a node around it.
    /// O(children).
    pub(super) fn of_place(&self, tree: &Tree, node: NodeId) -> Option<Stated> {
        let only = |&around: &NodeId| {
            let mut children = tree.children(around);
            children.next().filter(|_| children.next().is_none())
        };
        let mut inward = std::iter::successors(Some(node), only).take(MOST_AROUND);
        inward.find_map(|node| {
            self.by_whole.get(&node).cloned().or_else(|| of_shape(tree, node).map(Stated::of_sort))
        })
    }

    /// Returns what is stated about the first of some nodes of which anything is.
    pub(super) fn of_chain(&self, tree: &Tree, chain: &[NodeId]) -> Option<Stated> {
        chain.iter().find_map(|&node| self.of_place(tree, node))
    }
}

/// Returns what a definition states about its values, or those of its calls. O(depth).
fn of_definition(tree: &Tree, seen: &Seen, found: &Definition) -> Option<Stated> {
    let node = found.node.filter(|&node| !found.accompanies && !found.is_member && defines_type(tree, node));
    if node.is_some() {
        let text = Some(tree.text_of(found.name).into());
        return Some(Stated { sort: Some(Sort::Composed), text, is_own: true });
    }
    of_type(tree, seen, stated_type(tree, found.name)?)
}

/// Returns what the form of an expression tells: a comparison, a text, a literal with elements.
fn of_shape(tree: &Tree, node: NodeId) -> Option<Sort> {
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
        Some(Sort::Text)
    } else if COMPOSED.iter().any(|word| kind.contains(word)) {
        Some(Sort::Composed)
    } else if kind.contains("binary") && has(&COMPARISONS) || kind.contains("unary") && has(&[b"!"]) {
        Some(Sort::Truth)
    } else {
        None
    }
}

/// Returns the type that stands beside the name of a definition, or beside what holds it.
fn stated_type(tree: &Tree, name: NodeId) -> Option<NodeId> {
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
fn first_value(tree: &Tree, name: NodeId) -> Option<NodeId> {
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
    const TEXTS: [&[u8]; 5] = [b"string", b"String", b"str", b"string_view", b"CharSequence"];
    const TRUTHS: [&[u8]; 4] = [b"bool", b"boolean", b"Bool", b"Boolean"];
    const NUMBERS: [&[u8]; 36] = [
        b"int", b"long", b"short", b"byte", b"uint", b"ulong", b"ushort", b"sbyte", b"Integer", b"Long",
        b"Int", b"i8", b"i16", b"i32", b"i64", b"u8", b"u16", b"u32", b"u64", b"usize", b"isize", b"int8",
        b"int16", b"int32", b"int64", b"uint8", b"uint32", b"uint64", b"size_t", b"number", b"float",
        b"double", b"f32", b"f64", b"float32", b"float64",
    ];
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
    if named.iter().any(is_unknown) {
        return None;
    }
    let is_own = named.len() == 1 && seen.names_type(first);
    let sort = if named.iter().any(|text| matches!(*text, b"<" | b"[" | b"[]")) || is_own {
        Some(Sort::Composed)
    } else if 1 < named.len() {
        None
    } else if TEXTS.contains(&first) {
        Some(Sort::Text)
    } else if TRUTHS.contains(&first) {
        Some(Sort::Truth)
    } else {
        NUMBERS.contains(&first).then_some(Sort::Number)
    };
    // Numbers of all types are alike.
    let text = (sort != Some(Sort::Number)).then(|| named.concat().into());
    Some(Stated { sort, text, is_own })
}
