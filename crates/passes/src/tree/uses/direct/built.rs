//! A call takes the place of the last statement of a program, on what the statements before it
//! have built.

use std::collections::HashMap;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::EntityId;

use super::call::{built_calls, closed_calls};
use super::entry::rules_of_calls;
use super::leaving::{Candidate, left, text};
use super::needed::{Functions, Needed, without_others};
use super::pass::Direct;
use super::printed::Output;
use super::program::Program;
use super::stage::Stage;
use super::stock::Stock;
use super::types::Types;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::TreeSearch;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "built-calls",
    summary: "calls one function of a program on what its statements have built",
    manual: "\
Some functions fail only for objects that several statements have built. A call of one function \
takes the place of the last statement of the entry point, or of a script; the statements before it \
stay as far as they define what the call uses, or as far as they mention it. The objects of such \
calls are variables of these statements; their arguments are those that the statements give to \
other functions for a parameter of the same type, or made as by `direct-calls`. Calls that use no \
such variable are left out. For the languages of `direct-calls`. The meaning changes. `fn main() { \
let mut a = Stack::new(); a.push(1); load(&mut a, \"pop pop\"); }` becomes `fn main() { let mut a = \
Stack::new(); a.pop(); }`, without `load`.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let expected = options.expected.clone();
    TreeSearch::begin_in_files(ENTRY.name, options, document, move |subject| {
        let uses = subject.file.uses().clone();
        let (bindings, language) = (uses.bindings(), subject.file.language);
        let rules = &rules_of_calls(language)?;
        let stage = Stage::of(bindings, Some(rules))?;
        let start = stage.start(stage.statements.len().checked_sub(1)?);
        let types = &Types::of(bindings);
        let program = Program::silent(bindings, language, rules, types, &start);
        let output = Output::of(program, expected.values());
        let program = output.of_program(program);
        let stock = Stock::of(program);
        let functions = Functions::of(program);
        let mut candidates: Vec<Candidate> = Vec::new();
        let made = built_calls(program, &stock, expected.values());
        let mut callers: HashMap<NodeId, Vec<EntityId>> = HashMap::new();
        for call in made.into_iter().chain(closed_calls(subject, program)) {
            let callers = callers.entry(call.whole).or_insert_with(|| functions.calling(call.whole));
            let needed = [Needed::Definitions, Needed::Mentions(callers), Needed::Mentions(&[])];
            let mut known: Option<Vec<NodeId>> = None;
            for start in needed.into_iter().filter_map(|needed| without_others(program, &call, needed)) {
                if known.as_ref() == Some(&start.before) {
                    continue;
                }
                known = Some(start.before.clone());
                let program = Program { start: &start, ..program };
                let text = text(program, &call);
                let left = left(subject, &uses, program, &call, &text);
                candidates.push(Candidate { text, number: call.number, left });
            }
        }
        Direct::of(subject, start.place, candidates)
    })
}
