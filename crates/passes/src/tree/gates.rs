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
    /// O(bytes) where the candidate changes the file, else O(log edits).
    fn admits(&self, candidate: &Candidate) -> bool {
        if candidate.edits().of_file(self.file).is_empty() {
            return true;
        }
        let path = candidate.base().files()[self.file as usize].path();
        let files = candidate.render().files();
        let left = files.binary_search_by(|file| file.path().cmp(path)).ok();
        left.and_then(|place| self.language.parse(files[place].bytes()).ok())
            .is_none_or(|tree| count_errors(&tree) <= self.n_errors)
    }
}

/// Returns a gate that refuses candidates in which any file has new syntax errors; `None` if no
/// file has a tree.
pub(crate) fn no_new_errors(document: &Document, trees: &TreeSource) -> Option<Arc<dyn Gate>> {
    let gate = |file| {
        let found = trees.tree(document, file)?;
        let brackets = || Arc::new(NoNewGaps::new(&found)) as Arc<dyn Gate>;
        Some((file, found.gate.clone().map_or_else(brackets, |gate| gate as Arc<dyn Gate>)))
    };
    let files = 0..u32::try_from(document.files().len()).ok()?;
    let gates: Vec<_> = files.filter_map(gate).collect();
    (!gates.is_empty()).then(|| Arc::new(OfFiles(gates)) as Arc<dyn Gate>)
}

/// Admits what the gates of all changed files admit. The gates are sorted by their files, which
/// they admit as they stand in the base.
struct OfFiles(Vec<(u32, Arc<dyn Gate>)>);

impl Gate for OfFiles {
    /// O(edits · log files), and what the gates of the changed files take.
    fn admits(&self, candidate: &Candidate) -> bool {
        candidate.edits().as_slice().chunk_by(|a, b| a.file == b.file).all(|of_file| {
            let place = self.0.binary_search_by_key(&of_file[0].file, |(file, _)| *file);
            place.map_or(true, |place| self.0[place].1.admits(candidate))
        })
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use dwindle_reduce::{Edit, Edits, File, Units};

    use super::*;
    use crate::testing::options;

    fn document(n_files: u32) -> Document {
        Document::new((0..n_files).map(|n| File::new(format!("{n:05}.smt2"), b"(assert (f x))\n".to_vec())))
    }

    fn without(bytes: &[(u32, usize)]) -> Edits {
        Edits::new(bytes.iter().map(|(file, at)| Edit::delete(*file, *at..at + 1)))
    }

    #[test]
    fn a_changed_file_is_judged_wherever_it_stands_then() {
        let document = document(3);
        let gate = no_new_errors(&document, &options().trees).unwrap();
        let admits = |edits| gate.admits(&Candidate::new("test", &document, edits));
        assert!(admits(Edits::default()));
        assert!(admits(without(&[(0, 9), (1, 11)])), "a letter of each goes");
        for file in 0..3 {
            assert!(!admits(without(&[(file, 8)])), "a bracket of file {file} goes");
        }
        let without_first = |bytes| without(bytes).without_files(Units::range(0..1));
        assert!(admits(without_first(&[])));
        assert!(!admits(without_first(&[(2, 8)])));
        assert!(admits(without_first(&[(0, 8)])), "what is gone has no errors");
    }

    /// Counts how often it is asked.
    struct Counting(Arc<AtomicUsize>);

    impl Gate for Counting {
        fn admits(&self, _: &Candidate) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed);
            true
        }
    }

    #[test]
    fn only_the_gates_of_changed_files_are_asked() {
        let document = document(1_000);
        let n_asked = Arc::new(AtomicUsize::new(0));
        let gate = |file| (file, Arc::new(Counting(n_asked.clone())) as Arc<dyn Gate>);
        let gates = OfFiles((0..1_000).step_by(2).map(gate).collect());
        let edits = without(&[(3, 0), (4, 0), (4, 3), (998, 0)]);
        assert!(gates.admits(&Candidate::new("test", &document, edits)));
        assert_eq!(n_asked.load(Ordering::Relaxed), 2, "file 3 has no gate");
    }
}
