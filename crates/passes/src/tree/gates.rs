//! The syntax gates of all files of a document, combined.

use std::sync::Arc;

use dwindle_reduce::{Candidate, Document, Gate};
use dwindle_syntax::{Language, NodeId, Tree};

use super::source::{FileTree, TreeSource};

/// Refuses candidates with more unbalanced brackets in one file. For files whose tree is made by
/// our own reader.
pub(crate) struct NoNewGaps {
    file: u32,
    language: &'static Language,
    n_errors: usize,
}

impl NoNewGaps {
    /// Creates the gate for candidates whose base has this tree. O(nodes).
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

/// Returns a gate that refuses candidates in which any file has new syntax errors; `None` if no
/// file has a tree.
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

/// Admits what all of these gates admit.
struct All(Vec<Arc<dyn Gate>>);

impl Gate for All {
    fn admits(&self, candidate: &Candidate) -> bool {
        self.0.iter().all(|gate| gate.admits(candidate))
    }
}

/// Returns the first error or missing node.
pub(crate) fn first_error(tree: &Tree) -> Option<NodeId> {
    errors(tree).next()
}

pub(crate) fn count_errors(tree: &Tree) -> usize {
    errors(tree).count()
}

fn errors(tree: &Tree) -> impl Iterator<Item = NodeId> {
    tree.preorder(tree.root()).filter(|&node| tree.is_error(node) || tree.is_missing(node))
}
