//! A call of one function takes the place of everything that a program does.

use std::sync::Arc;

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::NodeId;
use dwindle_syntax::uses::Root;

use super::call::{calls, closed_calls};
use super::entry::{rules_of_calls, start};
use super::leaving::{Candidate, Left, left, text};
use super::printed::Output;
use super::program::Program;
use super::types::Types;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "direct-calls",
    summary: "calls one function of a program at once, and nothing else",
    manual: "\
A program that fails at run time mostly fails in one function, which is reached through others. \
The body of its entry point, or all top-level statements, are replaced by a call of one function. \
Everything that this call does not need is removed with it. Each call that the program contains is \
tried with its own arguments: a variable in them is replaced by its value, a parameter by what a \
caller gives for it, and `this` by the object of a call. If a call uses the variable of a loop, it \
stays in that loop; conditions, functions without a name and declarations of several names stay in \
the same way. And each function is called with arguments that are made from the types that the text \
states: zeros, empty texts and lists, and objects made by a constructor or a literal, recursively; or \
numbers and texts that a message in the test script names, such as 12 in `grep 'index 12'`, with \
lists of the length that it names. What \
needs least is tried first. Then the calls with made arguments are tried again, with `9` for all \
numbers, with `-1`, with `9` and `1` in turn, and with `a` and `é` for texts. A word that hides a member, such as `private`, goes. \
Where the test compares what a program prints, or looks for lines with a known beginning, a value is \
printed behind that beginning, in C and Rust in the format of the program, unless the function \
prints something itself. If the test also looks for a message of a failure, the line itself is \
printed before the call. \
In large texts, only the first functions and calls are tried. For C, C++, C#, Go, Java, JavaScript, \
Lua, PHP, Python, Ruby, Rust and TypeScript. The meaning changes. `fn main() { for line in read() { \
show(&parse(line)); } }` becomes `fn main() { let _ = parse(\"\"); }` or `fn main() { for line in \
read() { let _ = parse(line); } }`, without the other functions.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let expected = options.expected.clone();
    TreeSearch::begin_in_files(ENTRY.name, options, document, move |subject| {
        let uses = subject.file.uses().clone();
        let language = subject.file.language;
        let rules = &rules_of_calls(language)?;
        let start = start(uses.bindings(), rules)?;
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut last: Option<(Vec<Root>, Left)> = None;
        let types = &Types::of(uses.bindings());
        let program = Program::silent(uses.bindings(), language, rules, types, &start);
        let output = Output::of(program, expected.values());
        let program = output.of_program(program);
        let made = calls(program, expected.values());
        for call in made.into_iter().chain(closed_calls(subject, program)) {
            // What a text defines further below is not there yet.
            if start.entity.is_none() && start.place < call.whole {
                continue;
            }
            let text = text(program, &call);
            // Calls of one function with different numbers need the same.
            let known = last.take().filter(|(roots, _)| *roots == call.roots);
            let new = || left(subject, &uses, program, &call, &text);
            let left = known.map_or_else(new, |(_, left)| left);
            last = Some((call.roots, left.clone()));
            candidates.push(Candidate { text, number: call.number, left });
        }
        Direct::of(subject, start.place, candidates)
    })
}

/// Tries calls at one place, until one is interesting.
#[derive(Clone)]
pub(super) struct Direct {
    /// What each call takes the place of.
    place: NodeId,
    /// Those that leave least come first.
    candidates: Arc<[Candidate]>,
    next: usize,
    /// Whether one was interesting: the others are relative to what was before.
    is_over: bool,
}

impl Direct {
    /// Returns the trial of some calls at one place, as far as they make the text smaller; `None`
    /// if there are none.
    pub(super) fn of(subject: &Subject, place: NodeId, mut candidates: Vec<Candidate>) -> Option<Direct> {
        candidates.sort_by_key(|candidate| (candidate.number, candidate.left.n_tokens));
        let n_before = subject.n_alive(subject.tree().root(), &TokenEdits::default());
        candidates.retain(|candidate| candidate.left.n_tokens < n_before);
        let candidates: Arc<[Candidate]> = candidates.into();
        (!candidates.is_empty()).then_some(Direct { place, candidates, next: 0, is_over: false })
    }
}

impl Framework for Direct {
    fn next(&mut self, _: &Subject, _: &TokenEdits) -> Option<Task> {
        let Candidate { text, left, .. } = self.candidates.get(self.next).filter(|_| !self.is_over)?;
        self.next += 1;
        let put = Change::Replace(self.place, text.clone());
        Some(Task::Batch(std::iter::once(put).chain(left.changes.iter().cloned()).collect()))
    }

    fn learn(&mut self, answer: Answer) {
        self.is_over |= answer.is_interesting();
    }
}
