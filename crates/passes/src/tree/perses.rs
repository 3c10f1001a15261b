//! Perses: syntax-guided reduction from a worklist of the largest nodes.

use std::collections::BinaryHeap;
use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::NodeId;

use super::hdd::{RootFirst, list};
use super::hoisting::{Preference, replacements};
use super::search::{Framework, Task, TreeSearch};
use super::subject::Subject;
use super::token_edits::TokenEdits;
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "perses",
    summary: "removes and replaces syntax nodes, the largest first; every candidate parses",
    manual: "\
Perses (Sun, Li, Zhang, Gu, Su 2018). The node with the most tokens is next: it is replaced by the \
smallest part of its contents that the grammar allows in its place, or by the elements of a list \
within it. Then a list algorithm finds out which of its children can be removed. The remaining \
children are added to the worklist.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(ENTRY.name, options, document, |subject| {
        let root = subject.tree().root();
        let waiting = Arc::new(BinaryHeap::from([(subject.n_alive(root, &TokenEdits::default()), root)]));
        Some(RootFirst::new(Worklist { waiting, at: At::Next }))
    })
}

#[derive(Clone)]
struct Worklist {
    /// Nodes by their number of tokens when they were added; the number may have decreased since.
    waiting: Arc<BinaryHeap<(u32, NodeId)>>,
    at: At,
}

/// The next step.
#[derive(Clone, Copy)]
enum At {
    Next,
    Children(NodeId),
    Parts(NodeId),
}

impl Worklist {
    /// Removes and returns the node with the most live tokens.
    fn pop(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<NodeId> {
        let waiting = Arc::make_mut(&mut self.waiting);
        loop {
            let (n_then, node) = waiting.pop()?;
            match subject.n_alive(node, edits) {
                0 => {}
                n_now if n_now == n_then => return Some(node),
                n_now => waiting.push((n_now, node)),
            }
        }
    }
}

impl Framework for Worklist {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        loop {
            match self.at {
                At::Next => {
                    let node = self.pop(subject, edits)?;
                    self.at = At::Children(node);
                    let choices = replacements(subject, node, edits, Preference::Smallest);
                    if !choices.is_empty() {
                        return Some(Task::Choice(choices));
                    }
                }
                At::Children(node) => {
                    self.at = At::Parts(node);
                    let units = list(subject, edits, &subject.parts(node, edits));
                    if !units.is_empty() {
                        return Some(Task::List(units));
                    }
                }
                At::Parts(node) => {
                    self.at = At::Next;
                    let parts = subject.parts(node, edits).into_iter();
                    let waiting = Arc::make_mut(&mut self.waiting);
                    waiting.extend(parts.map(|part| (subject.n_alive(part, edits), part)));
                }
            }
        }
    }
}
