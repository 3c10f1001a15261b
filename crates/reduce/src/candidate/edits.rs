//! What a candidate changes in its base.

use std::ops::Range;
use std::sync::Arc;

use crate::document::{Document, Piece};
use crate::units::Units;

/// The replacement of a byte range of one file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Edit {
    /// The index of the file in the base.
    pub file: u32,
    /// The replaced bytes.
    pub range: Range<usize>,
    /// Their replacement; `None` if they are deleted.
    pub text: Option<Arc<[u8]>>,
}

impl Edit {
    /// Creates an edit that deletes a byte range.
    pub fn delete(file: u32, range: Range<usize>) -> Edit {
        Edit { file, range, text: None }
    }

    /// Creates an edit that replaces a byte range.
    pub fn replace(file: u32, range: Range<usize>, text: &[u8]) -> Edit {
        Edit { file, range, text: (!text.is_empty()).then(|| text.into()) }
    }

    /// Returns the replacement.
    pub fn text(&self) -> &[u8] {
        self.text.as_deref().unwrap_or_default()
    }
}

/// Edits of one base, sorted and without overlaps, and the files that are removed. Cloning is O(1).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Edits {
    edits: Arc<[Edit]>,
    removed: Units,
}

impl Edits {
    /// Creates a set of edits, which may come in any order.
    ///
    /// # Panics
    /// When two of them overlap.
    pub fn new(edits: impl IntoIterator<Item = Edit>) -> Edits {
        let mut edits: Vec<Edit> = edits.into_iter().collect();
        let place = |edit: &Edit| (edit.file, edit.range.start, edit.range.end);
        if !edits.is_sorted_by_key(place) {
            edits.sort_by_key(place);
        }
        for pair in edits.windows(2) {
            let apart = pair[0].file != pair[1].file || pair[0].range.end <= pair[1].range.start;
            assert!(apart, "edits must not overlap: {:?} and {:?}", pair[0], pair[1]);
        }
        Edits { edits: edits.into(), removed: Units::none() }
    }

    /// Returns the same edits with these files (by index in the base) removed.
    pub fn without_files(mut self, removed: Units) -> Edits {
        self.removed = removed;
        self
    }

    /// Returns the edits, sorted by file and position.
    pub fn as_slice(&self) -> &[Edit] {
        &self.edits
    }

    /// Whether these edits delete all bytes that `old` ones of the same base delete, and more, and
    /// neither do anything else. Then the result has fewer bytes and no more tokens, as no deletion
    /// splits a word. Adjacent deletions that are edits of their own may count as something else.
    pub(crate) fn delete_more_than(&self, old: &Edits) -> bool {
        let deletes = |edits: &Edits| edits.edits.iter().all(|edit| edit.text.is_none());
        let n_deleted = |edits: &Edits| -> usize { edits.edits.iter().map(|edit| edit.range.len()).sum() };
        // Deletions in a removed file change nothing.
        let is_in_removed = |edit: &Edit| self.removed.contains(edit.file);
        if self.removed != old.removed
            || !deletes(self)
            || !deletes(old)
            || self.edits.iter().any(is_in_removed)
        {
            return false;
        }
        let mut rest = &self.edits[..];
        let are_deleted = old.edits.iter().all(|edit| {
            while let [first, behind @ ..] = rest
                && (first.file, first.range.end) < (edit.file, edit.range.end)
            {
                rest = behind;
            }
            let covers = |by: &Edit| by.file == edit.file && by.range.start <= edit.range.start;
            rest.first().is_some_and(covers)
        });
        are_deleted && n_deleted(old) < n_deleted(self)
    }

    /// Returns the edits of one file, by index in the base. O(log edits).
    pub fn of_file(&self, file: u32) -> &[Edit] {
        let first = self.edits.partition_point(|edit| edit.file < file);
        let behind = self.edits.partition_point(|edit| edit.file <= file);
        &self.edits[first..behind]
    }

    /// Returns the removed files, by index in the base.
    pub fn removed_files(&self) -> &Units {
        &self.removed
    }

    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.removed.is_empty()
    }

    pub(super) fn check(&self, base: &Document) {
        for edit in self.edits.iter() {
            let file = base.files().get(edit.file as usize);
            let inside = file
                .is_some_and(|file| edit.range.start <= edit.range.end && edit.range.end <= file.n_bytes());
            assert!(inside, "an edit must lie within its file: {edit:?}");
        }
        let n_files = base.files().len();
        assert!(
            self.removed.runs().iter().all(|run| run.end as usize <= n_files),
            "only files of the base can go"
        );
    }

    /// Returns the edited document, in O(edits + files).
    pub(super) fn apply(&self, base: &Document) -> Document {
        let mut runs = self.edits.chunk_by(|a, b| a.file == b.file).peekable();
        let mut files = Vec::with_capacity(base.files().len());
        for (file_idx, file) in (0u32..).zip(base.files()) {
            let run = runs.next_if(|run| run[0].file == file_idx);
            if self.removed.contains(file_idx) {
                continue;
            }
            files.push(match run {
                Some(run) => file.with_pieces(pieces(file.n_bytes(), run)),
                None => file.clone(),
            });
        }
        Document::from_sorted(files)
    }
}

/// Returns the kept ranges of a file, each with the text that edits insert after it.
fn pieces(n_bytes: usize, edits: &[Edit]) -> Vec<Piece> {
    let mut pieces = Vec::with_capacity(edits.len() + 1);
    let mut at = 0;
    for edit in edits {
        pieces.push(Piece { kept: at..edit.range.start, text: edit.text.clone() });
        at = edit.range.end;
    }
    pieces.push(Piece { kept: at..n_bytes, text: None });
    pieces
}
