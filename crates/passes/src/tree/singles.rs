//! The candidates without one single syntax node, by which the 1-tree-minimality of a result is
//! verified.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Gate};
use dwindle_syntax::NodeId;

use super::hdd::{Kept, Levels, RootFirst};
use super::search::{Framework, Task};
use super::subject::Subject;
use super::token_edits::{Change, TokenEdits};
use crate::options::PassOptions;

/// A candidate without one syntax node, and the description of that node.
#[derive(Clone, Debug)]
pub struct NodeRemoval {
    /// The document without the node.
    pub candidate: Candidate,
    /// The index of the file.
    pub file: u32,
    /// The bytes of the node.
    pub range: Range<usize>,
    /// The name of its kind.
    pub kind: String,
    /// Its replacement; empty if the grammar allows its removal.
    pub replacement: Arc<[u8]>,
}

/// Returns the candidates in which one syntax node of `document` is removed, or replaced by the
/// shortest text of its rule if the grammar requires it. Candidates with new syntax errors are
/// excluded unless the options switch the gate off.
///
/// A document is 1-tree-minimal if none of them is interesting. They are the proposals of the pass
/// `hdd` when nothing is accepted. Files without a language have none. Each costs as much as a
/// proposal of a pass; the setup is O(nodes).
pub fn single_node_removals(
    document: &Document,
    options: &PassOptions,
) -> impl Iterator<Item = NodeRemoval> + use<> {
    let files = 0..u32::try_from(document.files().len()).unwrap_or(u32::MAX);
    let subjects: Vec<Subject> =
        files.filter_map(|file| Subject::new("verify", options, document, file)).collect();
    subjects.into_iter().flat_map(|subject| {
        let mut levels = RootFirst::new(Levels::below(subject.tree().root(), Kept::Nothing));
        let mut waiting = Vec::new().into_iter();
        std::iter::from_fn(move || {
            loop {
                if let Some(removal) = waiting.find_map(|change| removal(&subject, &change)) {
                    return Some(removal);
                }
                waiting = match levels.next(&subject, &TokenEdits::default())? {
                    Task::List(units) => units.into_iter().flat_map(|unit| unit.changes).collect::<Vec<_>>(),
                    Task::Choice(changes) | Task::Batch(changes) => changes,
                }
                .into_iter();
            }
        })
    })
}

fn removal(subject: &Subject, change: &Change) -> Option<NodeRemoval> {
    let candidate = subject.candidate(&subject.apply(&TokenEdits::default(), std::iter::once(change)));
    let is_possible = candidate.cost() < subject.document.cost()
        && subject.gate.as_ref().is_none_or(|gate| gate.admits(&candidate));
    let replacement = match change {
        Change::Replace(_, text) => text.clone(),
        Change::Delete(_) | Change::Hoist { .. } => Arc::default(),
    };
    let node: NodeId = change.node();
    let (range, kind) = (subject.tree().range(node), subject.tree().kind_name(node).to_owned());
    is_possible.then_some(NodeRemoval { candidate, file: subject.file.file, range, kind, replacement })
}
