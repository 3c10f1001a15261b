//! Plain values: numbers, strings, words such as `true`.

use std::sync::Arc;

use dwindle_syntax::{KindId, NodeId, Tree};

use super::function::is_list_of_several;
use crate::tree::expected::Values;
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// A plain value, and the kinds of nodes that it parses to.
#[derive(Clone, Debug)]
pub(super) struct Value {
    pub(super) class: Class,
    pub(super) text: Arc<[u8]>,
    pub(super) kinds: Vec<KindId>,
}

impl Value {
    /// Returns values of the same class that a test names.
    fn named(&self, named: &Values) -> Vec<Value> {
        let with_text = |text: String| Value { text: text.into_bytes().into(), ..self.clone() };
        match self.class {
            // A sign is not a part of a number.
            Class::Integer => {
                let numbers = named.numbers.iter().filter(|number| !number.starts_with('-'));
                numbers.cloned().map(with_text).collect()
            }
            Class::Text => {
                let quote = char::from(self.text[0]);
                let long = named.length.map(|length| "a".repeat(length));
                let is_simple = |text: &String| !text.contains([quote, '\\', '\n', '$', '{']);
                let texts = named.texts.iter().cloned().chain(long).filter(is_simple);
                texts.map(|text| with_text(format!("{quote}{text}{quote}"))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether it may replace a node.
    pub(super) fn fits(&self, subject: &Subject, node: NodeId) -> bool {
        may_stand(subject, node, &self.kinds)
    }

    /// Whether it may replace a node, or one with the same live tokens within it.
    pub(super) fn fits_around(&self, subject: &Subject, cut: &TokenEdits, node: NodeId) -> bool {
        subject.chain(node, cut).into_iter().any(|node| self.fits(subject, node))
    }
}

/// Whether a node of one of these kinds may replace a node. Statements are not replaced: a value
/// alone has no effect.
fn may_stand(subject: &Subject, node: NodeId, kinds: &[KindId]) -> bool {
    let tree = subject.tree();
    let is_statement = |node: NodeId| tree.kind_name(node) == "expression_statement";
    // The results of a function of Go are no value.
    if tree.kind_name(node) == "expression_list"
        && subject.file.language.name == "go"
        && is_list_of_several(tree, node)
    {
        return false;
    }
    // In OCaml's grammar, `let 0 in` is a definition.
    if tree.kind_name(node) == "let_binding" {
        return false;
    }
    if is_statement(node) || tree.parent(node).is_some_and(is_statement) {
        return false;
    }
    let Some(facts) = &subject.file.facts else { return true };
    kinds.iter().any(|&kind| tree.kind(node) == kind || facts.may_replace(tree, node, kind))
}

/// The shortest value of each class in a text, and those that a test names.
#[derive(Clone, Debug, Default)]
pub(super) struct Plain {
    values: Vec<Value>,
    /// How many of them, at the end, a test names.
    n_named: usize,
}

impl Plain {
    /// Returns the values of a tree, `0` if it has numbers, and those that a test names. O(nodes).
    pub(super) fn of(tree: &Tree, named: &Values) -> Plain {
        let mut values = plain_values(tree);
        let named = values.iter().flat_map(|value| value.named(named)).collect::<Vec<_>>();
        let n_named = named.len();
        values.extend(named);
        Plain { values, n_named }
    }

    /// Returns, by value, how far behind the first one it comes in what is likely to fit.
    pub(super) fn places(&self) -> impl Iterator<Item = u32> {
        let n_own = (self.values.len() - self.n_named) as u32;
        (0..n_own).chain(std::iter::repeat_n(PLACE_OF_NAMED, self.n_named))
    }

    pub(super) fn values(&self) -> &[Value] {
        &self.values
    }
}

/// How far behind the first value what a test names comes.
const PLACE_OF_NAMED: u32 = 1;

/// The class of a plain value, by its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Class {
    Integer,
    Float,
    Text,
    /// A text of one character, where that is something else than a text.
    Character,
    Word,
    Nothing,
    /// What is made from a type that the text states.
    Made,
}

fn class(text: &[u8]) -> Option<Class> {
    const WORDS: [&[u8]; 4] = [b"true", b"false", b"True", b"False"];
    const NOTHING: [&[u8]; 6] = [b"null", b"nil", b"None", b"NULL", b"undefined", b"nullptr"];
    match text {
        [b'0'..=b'9', ..] if text.contains(&b'.') => Some(Class::Float),
        [b'0'..=b'9', ..] => Some(Class::Integer),
        [b'"' | b'\'' | b'`', ..] => Some(Class::Text),
        _ if WORDS.contains(&text) => Some(Class::Word),
        _ if NOTHING.contains(&text) => Some(Class::Nothing),
        _ => None,
    }
}

/// Returns the shortest value of each class in a tree; `0` if it has numbers.
fn plain_values(tree: &Tree) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for node in tree.preorder(tree.root()).filter(|&node| tree.is_named(node) && tree.n_tokens(node) <= 3) {
        let text = tree.text_of(node);
        let is_character = || {
            let kind = tree.kind_name(node);
            text.starts_with(b"'") && (kind.contains("char") || kind.contains("rune"))
        };
        let class = class(text).map(|class| if is_character() { Class::Character } else { class });
        let Some(class) = class else { continue };
        let is_whole = tree.n_tokens(node) == 1
            || (matches!(class, Class::Text | Class::Character) && text.first() == text.last());
        if !is_whole || text.len() < class_least(class) {
            continue;
        }
        let kind = tree.kind(node);
        match values.iter_mut().find(|value| value.class == class) {
            None => values.push(Value { class, text: text.into(), kinds: vec![kind] }),
            Some(value) => {
                if text.len() < value.text.len() {
                    value.text = text.into();
                }
                if !value.kinds.contains(&kind) {
                    value.kinds.push(kind);
                }
            }
        }
    }
    for value in values.iter_mut().filter(|value| value.class == Class::Integer) {
        value.text = Arc::from(&b"0"[..]);
    }
    values.sort_by_key(|value| value.class);
    values
}

/// Returns the minimal length of a text of a class: a single quote is not a string.
fn class_least(class: Class) -> usize {
    if matches!(class, Class::Text | Class::Character) { 2 } else { 1 }
}
