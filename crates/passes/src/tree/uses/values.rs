//! A plain value in the place of what has one.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::uses::{Along, Used, Uses};
use dwindle_syntax::{KindId, NodeId, Tree};

use super::along::removals;
use super::worth::Worth;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::cut::{Change, Cut, outermost};
use crate::tree::rounds::{Round, Rounds, TreeSearch};
use crate::tree::subject::Subject;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "values",
    summary: "puts a plain value in the place of all calls or uses of something, which goes with what only it uses",
    manual: "\
Where the value of a call is needed, the call cannot go, and with it stays the function and all that it reaches. So every call of a function gives way to \
one plain value, and every use of a variable: to the shortest number, text or word such as `true` of the file, or to the value that it was given, where it is \
used once and names nothing of its own. The definition goes, and what nothing uses then. What takes most along comes first; which kind of value fits is learned on the way. Ends after \
eight definitions in a row that no value fits. `let n = weigh(a); show(n + 1)` becomes `show(0 + 1)`, without `weigh`.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        let uses = subject.file.uses();
        uses.has_uses().then(|| ByValue::new(uses.clone(), plain_values(subject.tree()).into()))
    })
}

/// After so many definitions in a row that no value fits it is left to other passes.
const MOST_MISSES: u32 = 8;
/// What goes with fewer tokens is left to other passes.
const LEAST: u32 = 3;
/// So many nodes are looked through for a value that a definition gives.
const MOST_LOOKED_AT: usize = 64;
/// A value of more tokens is not put anywhere else.
const LONGEST: u32 = 12;

/// A value that stands for itself, and the kinds of the nodes that it is.
#[derive(Clone, Debug)]
struct Value {
    class: Class,
    text: Arc<[u8]>,
    kinds: Vec<KindId>,
}

/// What a plain value is like, as far as its text tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Integer,
    Float,
    Text,
    Word,
    Nothing,
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

/// Returns the shortest value of each class in a tree; `0` where there are numbers.
fn plain_values(tree: &Tree) -> Vec<Value> {
    let mut values: Vec<Value> = Vec::new();
    for node in tree.preorder(tree.root()).filter(|&node| tree.is_named(node) && tree.n_tokens(node) <= 3) {
        let text = tree.text_of(node);
        let Some(class) = class(text) else { continue };
        let is_whole = tree.n_tokens(node) == 1 || (class == Class::Text && text.first() == text.last());
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

/// Returns how long the text of a class is at least: a quote alone is none.
fn class_least(class: Class) -> usize {
    if class == Class::Text { 2 } else { 1 }
}

/// Tries values for what takes most along, until nothing heavy is left.
#[derive(Clone)]
struct ByValue {
    uses: Uses,
    values: Arc<[Value]>,
    /// How often each value fitted; the last is for the value that a definition gives.
    worth: Arc<[Worth]>,
    /// What is left to try; `None` where that has to be found out anew.
    queue: Option<Arc<[Used]>>,
    done: Arc<BTreeSet<EntityId>>,
    asked: Option<Asked>,
    misses: u32,
}

/// What was asked last.
#[derive(Clone)]
struct Asked {
    used: Used,
    cut: Cut,
    /// The values that are left to try, by index, the last one first.
    rest: Vec<usize>,
    value: usize,
    answer: Answer,
    is_spent: bool,
}

impl ByValue {
    fn new(uses: Uses, values: Arc<[Value]>) -> ByValue {
        let worth = vec![Worth::default(); values.len() + 1].into();
        ByValue { uses, values, worth, queue: None, done: Arc::default(), asked: None, misses: 0 }
    }

    /// Takes in what came of what was asked last; returns what is left to ask of it.
    fn settle(&mut self, cut: &Cut) -> Option<Asked> {
        let asked = self.asked.take()?;
        let paid = asked.cut != *cut;
        let was_tried = paid || asked.answer != Answer::Refused;
        if was_tried {
            Arc::make_mut(&mut self.worth)[asked.value].learn(paid);
        }
        if paid {
            self.queue = None;
            self.misses = 0;
            return None;
        }
        Some(Asked { is_spent: asked.is_spent || was_tried, ..asked })
    }

    /// Asks for the next value of something.
    fn ask(&mut self, subject: &Subject, cut: &Cut, mut asked: Asked) -> Option<Round> {
        while let Some(value) = asked.rest.pop() {
            if asked.is_spent && !Arc::make_mut(&mut self.worth)[value].is_worth() {
                continue;
            }
            if let Some(changes) = self.changes(subject, cut, &asked.used, value) {
                self.asked = Some(Asked { value, answer: Answer::Refused, ..asked });
                return Some(Round::Batch(changes));
            }
        }
        self.misses += u32::from(asked.is_spent);
        Arc::make_mut(&mut self.done).insert(asked.used.entity);
        None
    }

    /// Returns the values in the order in which to try them, the last one first.
    fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.worth.len()).rev().collect();
        order.sort_by_key(|&value| self.worth[value].n_paid());
        order
    }

    /// Returns what puts a value in the place of all uses of something.
    fn changes(&self, subject: &Subject, cut: &Cut, used: &Used, value: usize) -> Option<Vec<Change>> {
        let tree = subject.tree();
        let (text, kinds) = match self.values.get(value) {
            Some(value) => (value.text.clone(), value.kinds.clone()),
            None => {
                let given = given(subject, &self.uses, cut, used)?;
                (
                    tree.text_of(given).into(),
                    subject.chain(given, cut).into_iter().map(|node| tree.kind(node)).collect(),
                )
            }
        };
        let is_alive = |node: &NodeId| 0 < subject.n_alive(*node, cut);
        let fits = |node: &NodeId| {
            subject.file.places.as_ref().is_none_or(|places| {
                subject.chain(*node, cut).into_iter().any(|node| {
                    kinds.iter().any(|&kind| tree.kind(node) == kind || places.may_replace(tree, node, kind))
                })
            })
        };
        let places = used.uses.iter().map(|&node| whole_use(tree, node)).filter(is_alive).filter(fits);
        let places = outermost(tree, places.collect(), |&node| node);
        if places.is_empty() {
            return None;
        }
        let mut changes: Vec<Change> =
            places.into_iter().map(|node| Change::Replace(node, text.clone())).collect();
        changes.extend(removals(subject, cut, &used.definitions)?);
        if value < self.values.len() {
            let bare = subject.apply(cut, changes.iter());
            let gone = |cut: &Cut| -> Vec<_> { cut.gone_bytes(tree).collect() };
            let along = self.uses.companion(&gone(cut), &gone(&bare), Along::Dependents);
            changes.extend(removals(subject, &bare, &along)?);
        }
        Some(changes)
    }
}

/// Returns the node that is a use with the arguments of its call.
fn whole_use(tree: &Tree, node: NodeId) -> NodeId {
    let (mut whole, mut at) = (node, node);
    while let Some(parent) = tree.parent(at) {
        let kind = tree.kind_name(parent);
        let is_call =
            ["call", "invocation", "creation", "application", "macro"].iter().any(|word| kind.contains(word))
                || matches!(kind, "apply" | "new_expression");
        let is_wrapped = [
            "member",
            "selector",
            "scoped",
            "qualified",
            "field_expr",
            "generic_function",
            "path",
            "attribute",
            "await",
            "try_expression",
        ]
        .iter()
        .any(|word| kind.contains(word));
        // Arguments of a call are no part of what is called.
        let holds_list = |child: NodeId| tree.kind_name(child).contains("argument");
        if holds_list(at) || !(is_call || is_wrapped) {
            break;
        }
        if is_call
            || !tree.kind_name(whole).contains("identifier")
            || tree.range(parent).end == tree.range(at).end
        {
            whole = parent;
        }
        at = parent;
    }
    whole
}

/// Returns the value that a definition gives to what is used once: what a variable starts as, or
/// the only thing that a function returns.
fn given(subject: &Subject, uses: &Uses, cut: &Cut, used: &Used) -> Option<NodeId> {
    let tree = subject.tree();
    let ([definition], [_]) = (&used.definitions[..], &used.uses[..]) else { return None };
    let nodes = tree.preorder(*definition).skip(1).take(MOST_LOOKED_AT);
    let is_value = |node: &NodeId| {
        matches!(tree.field_name(*node), Some("value" | "right" | "init" | "initializer"))
            || tree.parent(*node).is_some_and(|parent| tree.kind_name(parent).starts_with("return"))
    };
    let mut values = nodes.filter(|&node| tree.is_named(node)).filter(is_value);
    let value = values.next()?;
    let is_short = tree.n_tokens(value) <= LONGEST && subject.n_alive(value, cut) == tree.n_tokens(value);
    let is_only = values.all(|other| tree.is_within(other, value));
    (is_short && is_only && !uses.uses_within(value, *definition)).then_some(value)
}

impl Rounds for ByValue {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        if let Some(asked) = self.settle(cut)
            && let Some(round) = self.ask(subject, cut, asked)
        {
            return Some(round);
        }
        while self.misses < MOST_MISSES {
            let uses = &self.uses;
            let queue = self.queue.get_or_insert_with(|| {
                let gone: Vec<_> = cut.gone_bytes(subject.tree()).collect();
                uses.used(&gone).into()
            });
            let used =
                queue.iter().find(|used| LEAST <= used.weight && !self.done.contains(&used.entity))?.clone();
            let rest = self.order();
            let asked =
                Asked { used, cut: cut.clone(), rest, value: 0, answer: Answer::Refused, is_spent: false };
            let round = self.ask(subject, cut, asked);
            if round.is_some() {
                return round;
            }
        }
        None
    }

    fn learn(&mut self, answer: Answer) {
        if let Some(asked) = &mut self.asked {
            asked.answer = answer;
        }
    }
}
