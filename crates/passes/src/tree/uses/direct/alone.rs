//! An operation of a language or its library takes the place of everything that a program does.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::uses::Root;

use super::call::{Call, obstacles_of};
use super::closing::{Closer, functions};
use super::entry::start;
use super::failing::failing;
use super::leaving::{Candidate, Left, left, text};
use super::making::{Given, Maker};
use super::objects::FirstValues;
use super::operands::Operands;
use super::operation::{Operation, operations};
use super::pass::Direct;
use super::printed::Output;
use super::program::Program;
use super::types::Types;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::expected::{Values, small_words};
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
message in the test script names. First comes a statement that fails with such a message in any \
program: `[||].(0)` for `index out of bounds`, a function that calls itself for a stack that is too \
deep. Operations of which such a message has a word come first: `max` for \
`max() arg is an empty sequence`, an index for `index 12`. What is thrown gets the message as its text. \
In languages that do not check types, a member that the message has in quotes is read of nothing: \
`None.name`. Then each is tried with what its names stand for in the program. Where no type tells \
what the object of an operation is, it is first what the text puts into that variable or field: \
`sqlite3.connect(\"\").execute(\"\")`. What only texts or lists have, such as `encode`, is taken of a \
text or list; the texts of the program, joined to one, are tried as well. Where the test compares what \
a program prints, values are printed as in `direct-calls`. If it looks for a line that the program \
prints and also for a message of a failure, the line is printed before. For the languages of `direct-calls`, OCaml and Haskell. The meaning changes. `fn \
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
/// The same for one that prints, or hardly ever fails.
const IDLE: usize = 2;
/// The place of an operation with what its names stand for.
const CLOSED: usize = 2;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    begin_with(ENTRY.name, options, document, all)
}

/// Begins a pass that tries something instead of all that a program does, by rank.
pub(super) fn begin_with(
    name: &'static str,
    options: &PassOptions,
    document: &Document,
    calls: fn(&Subject, Program<'_>, &Values) -> Vec<Call>,
) -> Option<CandidateSearch> {
    let expected = options.expected.clone();
    TreeSearch::begin_in_files(name, options, document, move |subject| {
        let uses = subject.file.uses().clone();
        let language = subject.file.language;
        let rules = &language.bindings?.direct?;
        let start = start(uses.bindings(), rules)?;
        let types = &Types::of(uses.bindings());
        let values = expected.values();
        let program = Program::silent(uses.bindings(), language, rules, types, &start);
        let output = Output::of(program, values);
        let program = output.of_program(program);
        let calls = calls(subject, program, values);
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
    let mut calls = failing(program, values);
    // How many operations of a shape there were, with operands of their own.
    let mut shapes: HashMap<String, usize> = HashMap::new();
    let mut first_texts: HashSet<String> = HashSet::new();
    let functions = functions(program.bindings);
    // The values of a message are in it, whatever they are operands of.
    let named: HashSet<String> = values.texts.iter().flat_map(|text| small_words(text)).collect();
    let mentions = |text: &str| {
        let words: Vec<String> = small_words(text).filter(|word| !named.contains(word)).collect();
        values.mention(&words)
    };
    // What prints is no value.
    let is_value = |operation: &Operation| program.printing.is_none() || !operation.is_idle;
    let all = operations(program, operands.wanted(), values, false);
    // In Rust, such a value alone often has no type.
    let first_values = program.rules.object.map(|_| FirstValues::of(program, &operands, &all));
    for operation in all.into_iter().filter(is_value) {
        let first = first_values.as_ref().map(|first| first.filled(program, &operands, values, &operation));
        let mut filled = first.unwrap_or_default();
        filled.extend(operands.filled(&operation));
        let mut texts: HashSet<(String, String)> = HashSet::new();
        filled.retain(|filled| texts.insert((filled.before.clone(), filled.text.clone())));
        let is_new = filled.first().is_some_and(|first| first_texts.insert(first.text.clone()));
        let n_alike = shapes.entry(operation.shape.clone()).or_insert(0);
        let alike = if operation.is_mentioned { 0 } else { (*n_alike).min(MOST_ALIKE) };
        let later = if operation.is_idle { IDLE } else { 0 } + alike;
        *n_alike += usize::from(is_new);
        let rank = |is_hardly_mentioned: bool| match operation.is_mentioned {
            true => later,
            false if is_hardly_mentioned => later + HARDLY_MENTIONED,
            false => later + UNMENTIONED,
        };
        for (place, filled) in filled.into_iter().enumerate() {
            let rank = rank(mentions(&filled.text)) + place;
            for (later, statement) in statements(program, &operation, &filled.text).into_iter().enumerate() {
                let (statement, roots) = (filled.before.clone() + &statement, filled.roots.clone());
                calls.extend(one(program, &operation, statement, roots, rank + later));
            }
        }
        let closer = Closer::new(subject, &functions, Maker::new(program, Given::NOTHING, None));
        calls.extend(closed(closer, program, &operation, rank(false) + CLOSED));
    }
    let mut known: HashSet<String> = HashSet::new();
    calls.retain(|call| known.insert(call.statement.clone()));
    calls
}

/// Returns a statement as a call, unless it names what may not be named there.
pub(super) fn one(
    program: Program<'_>,
    operation: &Operation,
    statement: String,
    roots: Vec<Root>,
    number: usize,
) -> Option<Call> {
    let obstacles = obstacles_of(program, &roots)?;
    let roots = roots.into_iter().chain(program.roots()).collect();
    Some(Call { statement, roots, whole: operation.node, namespace: None, obstacles, number })
}

/// Returns an operation as a statement, in the likeliest way.
pub(super) fn statement(program: Program<'_>, operation: &Operation, text: &str) -> String {
    statements(program, operation, text).swap_remove(0)
}

/// Returns an operation as a statement, in the likeliest way first.
fn statements(program: Program<'_>, operation: &Operation, text: &str) -> Vec<String> {
    let rules = program.rules;
    let first = match rules.discarded {
        _ if operation.is_statement => return vec![text.to_owned()],
        _ if program.printing.is_some() => program.statement(),
        Some(discarded) if !operation.is_call || !rules.has_calls => discarded,
        _ => program.statement(),
    };
    let all = std::iter::once(&first).chain(rules.typed);
    all.map(|(before, behind)| [before, text, behind].concat()).collect()
}

/// Returns an operation with what its names stand for.
fn closed(
    mut closer: Closer<'_>,
    program: Program<'_>,
    operation: &Operation,
    number: usize,
) -> Option<Call> {
    let rules = program.rules;
    let is_known = operation.is_call || rules.discarded.is_none();
    // What a text defines further below is not there yet.
    let is_behind = program.start.entity.is_none() && program.start.place < operation.node;
    if operation.operands.is_empty() || operation.is_statement || !is_known || !rules.has_calls || is_behind {
        return None;
    }
    let statement = closer.statement(operation.node)?;
    let roots = closer.maker.roots.into_iter().chain(operation.roots.iter().copied()).collect();
    one(program, operation, statement, roots, number)
}
