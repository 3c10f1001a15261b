//! The syntax gate as a gate in front of trials.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use dwindle_reduce::candidate::difference;
use dwindle_reduce::{Candidate, Document, Edit, Gate};
use dwindle_syntax::{Language, NodeId, Splice, SyntaxGate, Tree};

use super::source::{FileTree, TreeSource};

/// Refuses candidates in which one file has a new syntax error.
///
/// It reads a candidate as a change of its *anchor*, a candidate of the same base that was accepted: hundreds of cuts
/// were made by then, and only the new ones have to be parsed. The anchor is chosen by what was accepted, so the same
/// candidate behind the same history always meets the same gate.
pub(crate) struct NoNewErrors {
    file: u32,
    /// What the anchor changes in the base.
    edits: Arc<[Edit]>,
    syntax: OnceLock<Option<Arc<SyntaxGate>>>,
    /// The gate that the anchor was admitted by, until the anchor is parsed.
    before: Mutex<Option<Arc<NoNewErrors>>>,
}

/// A candidate with more cuts than this that its gate's anchor does not have becomes an anchor when it is accepted,
/// and so does one that lacks more bytes: a parser has to walk over all that is gone each time.
const MOST_NEW_CUTS: usize = 12;
const MOST_NEW_BYTES: usize = 2048;

impl NoNewErrors {
    /// Makes the gate whose anchor is the base itself.
    pub(crate) fn new(file: u32, syntax: Arc<SyntaxGate>) -> NoNewErrors {
        let syntax = OnceLock::from(Some(syntax));
        NoNewErrors { file, edits: Arc::default(), syntax, before: Mutex::default() }
    }

    /// Returns the gate for what comes after a candidate was accepted; nothing is parsed before it is asked.
    pub(crate) fn accept(self: &Arc<NoNewErrors>, candidate: &Candidate) -> Arc<NoNewErrors> {
        let edits = candidate.edits().of_file(self.file);
        let splices = self.splices(candidate);
        let n_gone: usize = splices.iter().map(|splice| splice.range.len()).sum();
        if splices.len() <= MOST_NEW_CUTS && n_gone <= MOST_NEW_BYTES {
            return self.clone();
        }
        let before = Mutex::new(Some(self.clone()));
        Arc::new(NoNewErrors { file: self.file, edits: edits.into(), syntax: OnceLock::new(), before })
    }

    /// Returns what a candidate changes in the anchor.
    fn splices<'a>(&self, candidate: &'a Candidate) -> Vec<Splice<'a>> {
        let edits = candidate.edits().of_file(self.file);
        splices(candidate.base().files()[self.file as usize].bytes(), &self.edits, edits)
    }

    fn syntax(&self, candidate: &Candidate) -> Option<&Arc<SyntaxGate>> {
        let parse = || {
            let before = self.before.lock().unwrap_or_else(PoisonError::into_inner).take()?;
            let text = candidate.base().files()[self.file as usize].bytes();
            let changed = before.syntax(candidate)?.changed(&splices(text, &before.edits, &self.edits));
            Some(Arc::new(changed.ok()?))
        };
        self.syntax.get_or_init(parse).as_ref()
    }
}

impl Gate for NoNewErrors {
    fn admits(&self, candidate: &Candidate) -> bool {
        self.syntax(candidate).is_some_and(|syntax| syntax.admits(&self.splices(candidate)))
    }
}

/// Returns what is to be changed in what `old` makes of a file, to have what `new` makes of it.
fn splices<'a>(base: &[u8], old: &[Edit], new: &'a [Edit]) -> Vec<Splice<'a>> {
    let changes = difference(base, old, new).into_iter();
    changes.map(|change| Splice { range: change.range, text: change.text }).collect()
}

/// Refuses candidates in which more brackets of one file lack a partner, where our own reader makes the tree.
pub(crate) struct NoNewGaps {
    file: u32,
    language: &'static Language,
    n_errors: usize,
}

impl NoNewGaps {
    /// Makes the gate for candidates whose base has this tree, in O(nodes).
    pub(crate) fn new(found: &FileTree) -> NoNewGaps {
        NoNewGaps { file: found.file, language: found.language, n_errors: count_errors(&found.tree) }
    }
}

impl Gate for NoNewGaps {
    /// O(bytes).
    fn admits(&self, candidate: &Candidate) -> bool {
        let path = candidate.base().files()[self.file as usize].path();
        let left = candidate.render().files().iter().find(|file| file.path() == path);
        left.and_then(|file| self.language.parse(file.bytes()).ok())
            .is_none_or(|tree| count_errors(&tree) <= self.n_errors)
    }
}

/// Returns what refuses candidates in which any file of a document parses worse than before; `None` if no file has a tree.
pub(crate) fn no_new_errors(document: &Document, trees: &TreeSource) -> Option<Arc<dyn Gate>> {
    let gate = |file| {
        let found = trees.tree(document, file)?;
        let brackets = || Arc::new(NoNewGaps::new(&found)) as Arc<dyn Gate>;
        Some(found.gate.clone().map_or_else(brackets, |gate| gate as Arc<dyn Gate>))
    };
    let files = 0..u32::try_from(document.files().len()).ok()?;
    let gates: Vec<Arc<dyn Gate>> = files.filter_map(gate).collect();
    (!gates.is_empty()).then(|| Arc::new(All(gates)) as Arc<dyn Gate>)
}

/// Admits what all gates admit.
struct All(Vec<Arc<dyn Gate>>);

impl Gate for All {
    fn admits(&self, candidate: &Candidate) -> bool {
        self.0.iter().all(|gate| gate.admits(candidate))
    }
}

/// Returns the first node that is an error, or that is missing.
pub(crate) fn first_error(tree: &Tree) -> Option<NodeId> {
    errors(tree).next()
}

pub(crate) fn count_errors(tree: &Tree) -> usize {
    errors(tree).count()
}

fn errors(tree: &Tree) -> impl Iterator<Item = NodeId> {
    tree.preorder(tree.root()).filter(|&node| tree.is_error(node) || tree.is_missing(node))
}
