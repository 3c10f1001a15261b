//! The input of an action: the candidate, the test, and the files that the test needs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use bazel_remote_apis::build::bazel::remote::execution::v2::Digest;
use dwindle_reduce::{Document, File};
use dwindle_run::files::Modes;
use dwindle_run::trial::PackedEntry;

use crate::blob::{Blob, digest_of};
use crate::folder::{Folder, Node, text_of};
use crate::test::{RemoteTest, RemoteTestError};

/// The directory in which a test runs, relative to the root of the input.
pub(crate) const TRIAL: &str = "trial";
/// The directory of the test itself.
const HOME: &str = "test";

/// What the inputs of all candidates share.
pub(crate) struct Inputs {
    /// What is put beside each candidate.
    beside: Folder,
    home: Folder,
    /// The files in `beside` and `home`.
    blobs: Vec<Blob>,
    modes: Modes,
    /// Digests of files that candidates share, keyed by the address and length of their bytes.
    digests: Mutex<HashMap<(usize, usize), (File, Digest)>>,
    /// The test's path, relative to the directory in which it runs.
    pub(crate) test: String,
}

/// The input of one action.
pub(crate) struct Input {
    pub(crate) root: Digest,
    pub(crate) blobs: Vec<Blob>,
}

impl Inputs {
    pub(crate) fn new(test: &RemoteTest) -> Result<Inputs, RemoteTestError> {
        let (mut beside, mut home, mut blobs) = (Folder::default(), Folder::default(), Vec::new());
        for packed in &test.with {
            add(&mut beside, packed.entries(), &mut blobs).map_err(RemoteTestError)?;
        }
        let name = PathBuf::from(&test.name);
        let name = name.file_name().map(Path::new).unwrap_or(Path::new("test"));
        let script = PackedEntry::File { is_executable: true, bytes: &test.script };
        add(&mut home, [(name.to_owned(), script)], &mut blobs).map_err(RemoteTestError)?;
        let test_path = text_of(name).map_err(RemoteTestError)?;
        Ok(Inputs {
            beside,
            home,
            blobs,
            modes: test.modes.clone(),
            digests: Mutex::default(),
            test: format!("../{HOME}/{test_path}"),
        })
    }

    /// Returns the input of the action that tests a candidate.
    pub(crate) fn of(&self, candidate: &Document) -> Result<Input, RemoteTestError> {
        let mut blobs = self.blobs.clone();
        let mut trial = Folder::default();
        for file in candidate.files() {
            let digest = self.digest_of(file, candidate.files().len());
            blobs.push(Blob::of_file(file, digest.clone()));
            let is_executable = self.modes.of_file(file) & 0o100 != 0;
            trial.add(file.path(), Node::File { digest, is_executable }).map_err(RemoteTestError)?;
        }
        let mut root = Folder::default();
        let folders = [(TRIAL, trial.merged(&self.beside)), (HOME, self.home.clone())];
        for (name, folder) in folders {
            root.add(Path::new(name), Node::Folder(folder)).map_err(RemoteTestError)?;
        }
        let root = root.pack(&mut blobs);
        Ok(Input { root, blobs })
    }

    /// Returns the digest of a file. It is computed once for a file that several candidates share.
    fn digest_of(&self, file: &File, n_files: usize) -> Digest {
        const MOST_OTHERS: usize = 64;
        if n_files == 1 {
            return digest_of(file.bytes());
        }
        let place = (file.bytes().as_ptr() as usize, file.bytes().len());
        // No code panics while it holds the lock.
        let digests = || self.digests.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, digest)) = digests().get(&place) {
            return digest.clone();
        }
        let digest = digest_of(file.bytes());
        let mut digests = digests();
        if 2 * n_files + MOST_OTHERS <= digests.len() {
            digests.clear();
        }
        // The map holds the file, so that its address is not reused.
        digests.insert(place, (file.clone(), digest.clone()));
        digest
    }
}

fn add<'a>(
    folder: &mut Folder,
    entries: impl IntoIterator<Item = (PathBuf, PackedEntry<'a>)>,
    blobs: &mut Vec<Blob>,
) -> Result<(), String> {
    for (path, packed) in entries {
        let node = match packed {
            PackedEntry::Directory => Node::Folder(Folder::default()),
            PackedEntry::Link { target } => Node::Link { target: text_of(Path::new(target))? },
            PackedEntry::File { is_executable, bytes } => {
                let blob = Blob::of_bytes(bytes.to_vec());
                let digest = blob.digest.clone();
                blobs.push(blob);
                Node::File { digest, is_executable }
            }
        };
        folder.add(&path, node)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use dwindle_run::property::CandidatePaths;
    use dwindle_run::trial::{Extra, ExtraKind, PackedExtra};

    use super::*;

    #[test]
    fn one_changed_file_of_many_changes_its_directories_alone() {
        let home = tempfile::tempdir().unwrap();
        std::fs::write(home.path().join("needed"), "x").unwrap();
        let with = Extra::new(&home.path().join("needed"), ExtraKind::Copy).unwrap();
        let test = RemoteTest {
            name: "t.sh".into(),
            script: b"#!/bin/sh\n".to_vec(),
            paths: CandidatePaths::root(),
            with: vec![PackedExtra::of(&with).unwrap()],
            modes: Modes::default(),
            time_limit: Duration::from_secs(1),
            extra_time: Duration::ZERO,
        };
        let inputs = Inputs::new(&test).unwrap();
        let files = |text: &str| {
            Document::new([File::new("a/x", b"same".to_vec()), File::new("b/y", text.as_bytes().to_vec())])
        };
        let (one, other) = (inputs.of(&files("1")).unwrap(), inputs.of(&files("2")).unwrap());
        let of_one: Vec<_> = one.blobs.iter().map(|blob| blob.digest.clone()).collect();
        let fresh = other.blobs.iter().filter(|blob| !of_one.contains(&blob.digest)).count();
        assert_eq!(fresh, 4, "the file, its directory, the trial's directory, the root");
        assert_eq!(inputs.of(&files("1")).unwrap().root, one.root);
    }
}
