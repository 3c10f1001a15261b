//! The messages between the coordinator and a worker.

use std::ffi::OsString;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::Duration;

use dwindle_reduce::{Candidate, ContentKey, Document, Edit, Edits, File, Mode, Units, Verdict};
use serde::{Deserialize, Serialize};

use super::Task;

/// A message of the coordinator.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Request {
    /// A test, under a number that no other task has.
    Task { number: u64, task: Box<Task> },
    /// A message about the task with this number.
    For { number: u64, order: Order },
    /// No more trials of this task will come.
    End { number: u64 },
    /// Must be answered at once by [`Reply::Pong`].
    Ping,
}

/// A message of the coordinator about one task.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Order {
    /// A document that will be the base of candidates.
    Base { key: u128, base: Base },
    /// This document will not be the base of further candidates.
    Forget { key: u128 },
    /// A candidate to test.
    Trial {
        /// No other trial of any task has this id.
        id: u64,
        /// The key of its base.
        base: u128,
        /// The edits of the base.
        patch: Patch,
        /// The key of the candidate, by which the worker checks it.
        key: u128,
        time_limit: Option<Duration>,
        /// How many runs of this candidate there were before.
        nth: u32,
        /// Whether the answer needs an explanation for users.
        explain: bool,
    },
    /// The verdict of this trial is no longer needed.
    Cancel { id: u64 },
}

/// A message of a worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Reply {
    /// The first message: the name of the machine, and how many trials it can run at once.
    Machine { host: String, n_cores: u32 },
    /// The trials of a task can be run.
    Ready {
        number: u64,
        /// The description of its sandbox, if there is one.
        sandbox: Option<String>,
    },
    /// The answer of a trial.
    Answer { id: u64, verdict: Verdict, took: Duration, explained: Option<String> },
    /// A trial was cancelled.
    Cancelled { id: u64 },
    /// The environment failed, so further verdicts of this worker would be unreliable.
    Failed { error: String },
    /// The answer to a ping.
    Pong,
}

/// A document, as its files or as edits of another one.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Base {
    Whole(Vec<PackedFile>),
    Edited { of: u128, patch: Patch },
}

/// One file.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct PackedFile {
    path: Vec<u8>,
    is_executable: bool,
    bytes: Vec<u8>,
}

/// Edits of a document.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Patch {
    edits: Vec<(u32, u64, u64, Vec<u8>)>,
    removed: Vec<(u32, u32)>,
}

impl PackedFile {
    /// Packs the files of a document.
    pub(crate) fn all_of(document: &Document) -> Vec<PackedFile> {
        let pack = |file: &File| PackedFile {
            path: file.path().as_os_str().as_bytes().to_vec(),
            is_executable: file.mode() == Mode::Executable,
            bytes: file.bytes().to_vec(),
        };
        document.files().iter().map(pack).collect()
    }

    /// Returns the document; `None` if two files have the same path.
    pub(super) fn unpack(parcels: Vec<PackedFile>) -> Option<Document> {
        let mut files: Vec<File> = parcels
            .into_iter()
            .map(|PackedFile { path, is_executable, bytes }| {
                let mode = if is_executable { Mode::Executable } else { Mode::Plain };
                File::new(OsString::from_vec(path), bytes).with_mode(mode)
            })
            .collect();
        files.sort_by(|a, b| a.path().cmp(b.path()));
        let are_unique = files.windows(2).all(|pair| pair[0].path() != pair[1].path());
        are_unique.then(|| Document::new(files))
    }
}

impl Patch {
    /// Packs edits.
    pub(crate) fn of(edits: &Edits) -> Patch {
        let pack =
            |edit: &Edit| (edit.file, edit.range.start as u64, edit.range.end as u64, edit.text().to_vec());
        Patch {
            edits: edits.as_slice().iter().map(pack).collect(),
            removed: edits.removed_files().runs().iter().map(|run| (run.start, run.end)).collect(),
        }
    }

    /// Returns the candidate with this key; `None` if the patch does not fit the base or results in
    /// another document.
    pub(super) fn apply(&self, base: &Document, key: ContentKey) -> Option<Candidate> {
        let n_files = u32::try_from(base.files().len()).ok()?;
        let mut behind = (0, 0);
        let mut edits = Vec::with_capacity(self.edits.len());
        for (file, start, end, text) in &self.edits {
            let n_bytes = base.files().get(*file as usize)?.bytes().len() as u64;
            if (*file, *start) < behind || end < start || n_bytes < *end {
                return None;
            }
            behind = (*file, *end);
            edits.push(Edit::replace(*file, *start as usize..*end as usize, text));
        }
        if self.removed.iter().any(|(start, end)| end < start || n_files < *end) {
            return None;
        }
        let removed = Units::from_ranges(self.removed.iter().map(|(start, end)| *start..*end));
        let candidate = Candidate::new("remote", base, Edits::new(edits).without_files(removed));
        (candidate.key() == key).then_some(candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn base() -> Document {
        let files = [("a", "first"), ("b/c", "second"), ("d", "third")];
        Document::new(files.map(|(path, text)| File::new(path, text.into())))
    }

    fn candidate() -> Candidate {
        let edits = [Edit::delete(0, 0..2), Edit::replace(0, 3..3, b"!"), Edit::replace(2, 0..5, b"x")];
        Candidate::new("test", &base(), Edits::new(edits).without_files(Units::range(1..2)))
    }

    #[test]
    fn a_candidate_is_the_same_at_the_other_end() {
        let (base, candidate) = (base(), candidate());
        let packed =
            postcard::to_allocvec(&(PackedFile::all_of(&base), Patch::of(candidate.edits()))).unwrap();
        let (files, patch): (Vec<PackedFile>, Patch) = postcard::from_bytes(&packed).unwrap();
        let unpacked = PackedFile::unpack(files).unwrap();
        assert_eq!(unpacked, base);
        assert_eq!(patch.apply(&unpacked, candidate.key()).unwrap().render(), candidate.render());
    }

    #[test]
    fn a_patch_that_does_not_fit_is_refused() {
        let (base, candidate) = (base(), candidate());
        let patch = Patch::of(candidate.edits());
        assert!(patch.apply(&base, base.key()).is_none(), "it results in another document");
        assert!(patch.apply(&Document::single("a", "first"), candidate.key()).is_none(), "files are missing");
        for (start, end) in [(3, 2), (0, 6), (1, u64::MAX)] {
            let patch = Patch { edits: vec![(0, start, end, Vec::new())], ..Patch::default() };
            assert!(patch.apply(&base, base.key()).is_none(), "{start}..{end}");
        }
        let twice = Patch { edits: vec![(0, 0, 2, Vec::new()), (0, 1, 3, Vec::new())], ..Patch::default() };
        assert!(twice.apply(&base, base.key()).is_none());
        let removed = Patch { removed: vec![(2, 4)], ..Patch::default() };
        assert!(removed.apply(&base, base.key()).is_none());
    }
}
