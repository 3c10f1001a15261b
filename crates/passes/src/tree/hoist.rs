//! Replaces nodes by what is within them.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Pass};
use dwindle_syntax::NodeId;

use super::cut::Cut;
use super::hoisting::{Preference, replacements};
use super::per_file::PerFile;
use super::rounds::{Round, Rounds, TreeSearch};
use super::subject::Subject;
use crate::catalogue::Entry;
use crate::options::PassOptions;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "hoist",
    summary: "replaces syntax nodes by what is within them",
    manual: "\
From the top of the tree down, a node is replaced by one of its descendants that the grammar allows in its place, or by the elements of a \
list within it: `if (a) { b; c; }` by `b; c;`, `f(x + 1)` by `x`. What removes least is tried first: after other passes little can go, so it \
is the likeliest.",
    make: |options| Arc::new(Hoist { options: options.clone() }),
};

struct Hoist {
    options: PassOptions,
}

impl Pass for Hoist {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        let options = self.options.clone();
        PerFile::start(document, move |document, file| {
            let subject = Subject::new(ENTRY.name, &options, document, file)?;
            let waiting = Arc::new(vec![subject.tree().root()]);
            TreeSearch::begin(Arc::new(subject), &options.method, TopDown { waiting, at: None })
        })
    }
}

/// Nodes from the top down, the last ones first.
#[derive(Clone)]
struct TopDown {
    waiting: Arc<Vec<NodeId>>,
    /// The node whose replacements were tried last.
    at: Option<NodeId>,
}

impl Rounds for TopDown {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        loop {
            if let Some(node) = self.at.take() {
                Arc::make_mut(&mut self.waiting).extend(subject.parts(node, cut));
            }
            let node = Arc::make_mut(&mut self.waiting).pop()?;
            self.at = Some(node);
            let choices = replacements(subject, node, cut, Preference::Largest);
            if !choices.is_empty() {
                return Some(Round::Choice(choices));
            }
        }
    }
}
