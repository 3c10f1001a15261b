//! The candidates in which one single syntax node is gone: what the verification of a result tries.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Gate};
use dwindle_syntax::NodeId;

use super::cut::{Change, Cut};
use super::hdd::{Kept, Levels, RootFirst};
use super::rounds::{Round, Rounds};
use super::subject::Subject;
use crate::options::PassOptions;

/// A candidate in which one syntax node is gone, and which one that is.
#[derive(Clone, Debug)]
pub struct NodeRemoval {
    /// The document without the node.
    pub candidate: Candidate,
    /// The index of the file.
    pub file: u32,
    /// The bytes of the node.
    pub range: Range<usize>,
    /// What the grammar calls it.
    pub kind: String,
    /// What takes its place; empty where the grammar lets it go.
    pub replacement: Arc<[u8]>,
}

/// Returns the candidates in which one syntax node of `document` is gone, or replaced by the
/// shortest text of its rule where the grammar requires something in its place. What would be a new
/// syntax error is none, unless the options turn the gate off.
///
/// A document is 1-tree-minimal when none of them is interesting. They are what the pass `hdd`
/// proposes when it accepts nothing. Files without a language have none. Each costs no more than a
/// pass's proposal, O(nodes) in all besides.
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
                waiting = match levels.next(&subject, &Cut::default())? {
                    Round::List(units) => units.into_iter().flat_map(|unit| unit.changes).collect::<Vec<_>>(),
                    Round::Choice(changes) | Round::Batch(changes) => changes,
                }
                .into_iter();
            }
        })
    })
}

fn removal(subject: &Subject, change: &Change) -> Option<NodeRemoval> {
    let candidate = subject.candidate(&subject.apply(&Cut::default(), std::iter::once(change)));
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
