//! Replaces nodes by a part of their contents.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::NodeId;

use super::hoisting::{Preference, replacements};
use super::search::{Framework, Task, TreeSearch};
use super::subject::Subject;
use super::token_edits::TokenEdits;
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "hoist",
    summary: "replaces syntax nodes by a part of their contents",
    manual: "\
From the top of the tree down, a node is replaced by one of its descendants that the grammar \
allows in its place, or by the elements of a list within it: `if (a) { b; c; }` by `b; c;`, `f(x + \
1)` by `x`. The replacement that removes least is tried first: after other passes little can be \
removed, so it is the likeliest.",
    begin: |options, document| begin("hoist", usize::MAX, options, document),
};

/// The entry of the pass that tries the likeliest replacement of each node.
pub const COARSE: Entry = Entry {
    name: "hoist-coarse",
    summary: "replaces syntax nodes by the largest part of their contents",
    manual: "\
As hoist, but only the replacement that removes least is tried for each node, which succeeds about \
twice as often. A first pass for a plan in which hoist comes later, when less is left to try.",
    begin: |options, document| begin("hoist-coarse", 1, options, document),
};

/// Starts a pass that tries at most `n_tried` replacements per node.
fn begin(
    pass: &'static str,
    n_tried: usize,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    TreeSearch::begin_in_files(pass, options, document, move |subject| {
        let waiting = Arc::new(vec![subject.tree().root()]);
        Some(TopDown { n_tried, waiting, at: None })
    })
}

/// Nodes from the top down, the last ones first.
#[derive(Clone)]
struct TopDown {
    n_tried: usize,
    waiting: Arc<Vec<NodeId>>,
    /// The node whose replacements were tried last.
    at: Option<NodeId>,
}

impl Framework for TopDown {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        loop {
            if let Some(node) = self.at.take() {
                Arc::make_mut(&mut self.waiting).extend(subject.parts(node, edits));
            }
            let node = Arc::make_mut(&mut self.waiting).pop()?;
            self.at = Some(node);
            let mut choices = replacements(subject, node, edits, Preference::Largest);
            choices.truncate(self.n_tried);
            if !choices.is_empty() {
                return Some(Task::Choice(choices));
            }
        }
    }
}
