//! An operation of a language or its library takes the place of everything that a program does.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::uses::Root;

use super::call::{Call, obstacles_of};
use super::closing::{Closer, functions};
use super::entry::start;
use super::leaving::{Candidate, Left, left, text};
use super::making::{Given, Maker};
use super::operands::Operands;
use super::operation::{Operation, operations};
use super::pass::Direct;
use super::program::Program;
use super::types::Types;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::expected::Values;
use crate::tree::search::TreeSearch;
use crate::tree::subject::Subject;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "lone-operations",
    summary: "does one operation of the language or its library at once, and nothing else",
    manual: "\
A program that fails at run time mostly fails in something that it does not define itself: a function \
of the library, an index, a division. The body of its entry point, or all top-level statements, are \
replaced by one such operation of the text, and everything that it does not need is removed. What the \
operation does it with gets values: made from the types that the text states, as in `direct-calls`; \
where none is stated, lists, texts, numbers and nothing in turn, in variables where a compiler \
calculates with constants; and the numbers and texts that a \
message in the test script names. Operations of which such a message has a word come first: `max` for \
`max() arg is an empty sequence`, an index for `index 12`. What is thrown gets the message as its text. \
In languages that do not check types, a member that the message has in quotes is read of nothing: `None.name`. \
Then each is tried with what its names \
stand for in the program. For the languages of `direct-calls`, and OCaml. The meaning changes. `fn \
main() { for line in read() { println!(\"{}\", line.split_at(at(&line)).0); } }` becomes `fn main() { \
let _ = \"\".split_at(9); }` for a test that greps for `9`.",
    begin,
};

/// By how much an operation that no message mentions comes later.
const UNMENTIONED: usize = 3;
/// The same if only its operands have a word of a message.
const HARDLY_MENTIONED: usize = 1;
/// The same for as many as this that do the same with other operands.
const MOST_ALIKE: usize = 4;
/// The same for one that prints.
const PRINTS: usize = 2;
/// The place of an operation with what its names stand for.
const CLOSED: usize = 2;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let expected = options.expected.clone();
    TreeSearch::begin_in_files(ENTRY.name, options, document, move |subject| {
        let uses = subject.file.uses().clone();
        let language = subject.file.language;
        let rules = &language.bindings?.direct?;
        let start = start(uses.bindings(), rules)?;
        let types = &Types::of(uses.bindings());
        let program = Program { bindings: uses.bindings(), language, rules, types, start: &start };
        let values = expected.values();
        let calls = all(subject, program, values);
        let mut lefts: Vec<(Vec<Root>, Left)> = Vec::new();
        let mut candidates: Vec<Candidate> = Vec::new();
        for call in calls {
            let text: Arc<[u8]> = text(program, &call);
            let known = lefts.iter().find(|(roots, _)| *roots == call.roots).map(|(_, left)| left.clone());
            let left = known.unwrap_or_else(|| {
                let new = left(subject, &uses, program, &call, &text);
                lefts.push((call.roots.clone(), new.clone()));
                new
            });
            candidates.push(Candidate { text, number: call.number, left });
        }
        Direct::of(subject, start.place, candidates)
    })
}

/// Returns the operations of a text as calls, each with its rank as its number.
fn all(subject: &Subject, program: Program<'_>, values: &Values) -> Vec<Call> {
    let operands = Operands::of(program, values);
    let mut calls: Vec<Call> = Vec::new();
    // How many operations of a shape there were, with operands of their own.
    let mut shapes: HashMap<String, usize> = HashMap::new();
    let mut first_texts: HashSet<String> = HashSet::new();
    for operation in operations(program, operands.wanted(), values) {
        let is_mentioned = values.mention(&operation.words);
        let filled = operands.filled(&operation);
        let is_new = filled.first().is_some_and(|first| first_texts.insert(first.text.clone()));
        let n_alike = shapes.entry(operation.shape.clone()).or_insert(0);
        let alike = if is_mentioned { 0 } else { (*n_alike).min(MOST_ALIKE) };
        let later = if operation.prints { PRINTS } else { 0 } + alike;
        *n_alike += usize::from(is_new);
        let rank = |is_mentioned: bool, hardly: bool| match (is_mentioned, hardly) {
            (true, _) => later,
            (false, true) => later + HARDLY_MENTIONED,
            (false, false) => later + UNMENTIONED,
        };
        for (place, filled) in filled.into_iter().enumerate() {
            let rank = rank(is_mentioned, mentions(values, &filled.text)) + place;
            let statement = filled.before + &statement(program, &operation, &filled.text);
            calls.extend(alone(program, &operation, statement, filled.roots, rank));
        }
        calls.extend(closed(subject, program, &operation, rank(is_mentioned, false) + CLOSED));
    }
    let mut known: HashSet<String> = HashSet::new();
    calls.retain(|call| known.insert(call.statement.clone()));
    calls
}

fn alone(
    program: Program<'_>,
    operation: &Operation,
    statement: String,
    roots: Vec<Root>,
    number: usize,
) -> Option<Call> {
    let obstacles = obstacles_of(program, &roots)?;
    Some(Call { statement, roots, whole: operation.node, namespace: None, obstacles, number })
}

/// Whether a message has a word of a text but for the values that it names.
fn mentions(values: &Values, text: &str) -> bool {
    let named: HashSet<String> = values.texts.iter().flat_map(|text| words_of(text)).collect();
    let words: Vec<String> = words_of(text).into_iter().filter(|word| !named.contains(word)).collect();
    values.mention(&words)
}

/// Returns the words of a text, in small letters.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|char: char| !char.is_alphanumeric()).filter(|word| 1 < word.len());
    words.map(str::to_lowercase).collect()
}

/// Returns an operation as a statement.
fn statement(program: Program<'_>, operation: &Operation, text: &str) -> String {
    let rules = program.rules;
    let (before, behind) = match rules.discarded {
        _ if operation.is_statement => return text.to_owned(),
        Some(discarded) if !operation.is_call || !rules.has_calls => discarded,
        _ => rules.statement,
    };
    [before, text, behind].concat()
}

/// Returns an operation with what its names stand for.
fn closed(subject: &Subject, program: Program<'_>, operation: &Operation, number: usize) -> Option<Call> {
    let rules = program.rules;
    let is_known = operation.is_call || rules.discarded.is_none();
    // What a text defines further below is not there yet.
    let is_behind = program.start.entity.is_none() && program.start.place < operation.node;
    if operation.operands.is_empty() || operation.is_statement || !is_known || !rules.has_calls || is_behind {
        return None;
    }
    let functions = functions(program.bindings);
    let mut closer = Closer::new(subject, &functions, Maker::new(program, Given::NOTHING, None));
    let statement = closer.statement(operation.node)?;
    let roots = closer.maker.roots.into_iter().chain(operation.roots.iter().copied()).collect();
    alone(program, operation, statement, roots, number)
}
