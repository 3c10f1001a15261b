//! A program ends after fewer of the statements that it starts with.

use dwindle_reduce::{Answer, CandidateSearch, Document};
use dwindle_syntax::NodeId;
use dwindle_syntax::uses::Uses;

use super::entry::{Start, rules_of_calls, used_in};
use super::leaving::Edit;
use super::stage::{Stage, divided};
use super::types::Types;
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::search::{Framework, Task, TreeSearch};
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "early-end",
    summary: "ends a program after fewer of the statements that it starts with",
    manual: "\
What a program does after it has failed is not needed. Of the statements of its entry point, or of \
those at the top level of a script, only the first ones are kept, with what they need; a binary \
search finds how many. If there is only a call of a function without arguments, the statements of \
that function are taken. `fn main() { let a = f(); g(a); show(a); }` becomes `fn main() { let a = \
f(); g(a); }`, without `show`.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        let uses = subject.file.uses().clone();
        let rules = rules_of_calls(subject.file.language);
        let stage = Stage::of(uses.bindings(), rules.as_ref())?;
        let most = stage.statements.len();
        (1 < most).then_some(EarlyEnd { uses, stage, least: 0, most, asked: None })
    })
}

/// The search for the fewest statements.
#[derive(Clone)]
struct EarlyEnd {
    uses: Uses,
    stage: Stage,
    /// So many statements are too few, as far as the answers tell.
    least: usize,
    /// So many are enough.
    most: usize,
    /// What was asked last, if there is no answer yet.
    asked: Option<usize>,
}

impl EarlyEnd {
    /// Returns the edit that keeps so many statements.
    fn edit(&self, subject: &Subject, cut: &TokenEdits, n_first: usize) -> Edit {
        let bindings = self.uses.bindings();
        let start = self.stage.start(n_first);
        let needed = start.needed_at_the_end(bindings);
        let stays = start.before.iter().chain(&needed).chain(&start.ending);
        let wanted = stays.flat_map(|&node| used_in(bindings, node)).collect();
        let [_, idle, rest] = divided(bindings, start.before.clone(), &wanted);
        let start = Start { idle, ..start };
        let nodes = start.nodes().filter(|node| !needed.contains(node));
        let nodes: Vec<NodeId> = rest.into_iter().chain(nodes).collect();
        let is_left = |&&node: &&NodeId| 0 < subject.n_alive(node, cut);
        let changes = nodes.iter().filter(is_left).copied().map(Change::Delete).collect();
        let roots = start.roots(bindings);
        Edit { nodes, idle: start.idle, changes, put: None, roots }
    }
}

impl Framework for EarlyEnd {
    fn next(&mut self, subject: &Subject, cut: &TokenEdits) -> Option<Task> {
        // What changes nothing is not asked.
        self.least = self.asked.take().unwrap_or(self.least);
        if self.most <= self.least + 1 {
            return None;
        }
        let n_first = self.least.midpoint(self.most);
        self.asked = Some(n_first);
        let types = Types::of(self.uses.bindings());
        let edit = self.edit(subject, cut, n_first);
        Some(Task::Batch(edit.with_rest(subject, &self.uses, &types, cut)))
    }

    fn learn(&mut self, answer: Answer) {
        let end = if answer.is_interesting() { &mut self.most } else { &mut self.least };
        *end = self.asked.take().unwrap_or(*end);
    }
}
