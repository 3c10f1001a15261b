//! The directory tree of an action's input, in the canonical form that is digested.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use bazel_remote_apis::build::bazel::remote::execution::v2::{
    Digest, Directory, DirectoryNode, FileNode, SymlinkNode,
};

use crate::blob::Blob;

/// A directory and everything in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folder {
    entries: BTreeMap<String, Node>,
}

/// An entry of a directory.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    Folder(Folder),
    File { digest: Digest, is_executable: bool },
    Link { target: String },
}

impl Folder {
    /// Adds an entry, and the directories above it. An entry that exists already stays; directories
    /// are merged.
    ///
    /// # Errors
    /// When the path is not UTF-8, leads out of the directory, or passes through something that is
    /// not a directory.
    pub(crate) fn add(&mut self, path: &Path, node: Node) -> Result<(), String> {
        let mut names = Vec::new();
        for component in path.components() {
            match component {
                Component::Normal(name) => names.push(text_of(name.as_ref())?),
                Component::CurDir => {}
                _ => return Err(format!("{} leads out of the trial's directory", path.display())),
            }
        }
        let Some(last) = names.pop() else { return Ok(()) };
        let mut folder = self;
        for name in names {
            let inner = folder.entries.entry(name).or_insert_with(|| Node::Folder(Folder::default()));
            let Node::Folder(inner) = inner else {
                return Err(format!("{} lies within something that is not a directory", path.display()));
            };
            folder = inner;
        }
        folder.entries.entry(last).or_insert(node);
        Ok(())
    }

    /// Returns the union of both directories; where both have an entry, that of `self` stays.
    pub(crate) fn merged(mut self, other: &Folder) -> Folder {
        for (name, node) in &other.entries {
            let merged = match (self.entries.remove(name), node) {
                (Some(Node::Folder(own)), Node::Folder(other)) => Node::Folder(own.merged(other)),
                (Some(own), _) => own,
                (None, node) => node.clone(),
            };
            self.entries.insert(name.clone(), merged);
        }
        self
    }

    /// Returns the digest, and appends the messages of this directory and of all below it to
    /// `blobs`.
    pub(crate) fn pack(&self, blobs: &mut Vec<Blob>) -> Digest {
        let mut directory = Directory::default();
        // Ordered by name, as the protocol requires.
        for (name, node) in &self.entries {
            let name = name.clone();
            match node {
                Node::Folder(folder) => {
                    let digest = Some(folder.pack(blobs));
                    directory.directories.push(DirectoryNode { name, digest });
                }
                Node::File { digest, is_executable } => directory.files.push(FileNode {
                    name,
                    digest: Some(digest.clone()),
                    is_executable: *is_executable,
                    ..FileNode::default()
                }),
                Node::Link { target } => {
                    let target = target.clone();
                    directory.symlinks.push(SymlinkNode { name, target, ..SymlinkNode::default() });
                }
            }
        }
        let blob = Blob::of_message(&directory);
        let digest = blob.digest.clone();
        blobs.push(blob);
        digest
    }
}

/// Returns a path as text, as the protocol requires.
pub(crate) fn text_of(path: &Path) -> Result<String, String> {
    let text = path.to_str().map(str::to_owned);
    text.ok_or_else(|| format!("the name {} is not UTF-8; remote servers accept only UTF-8", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::blob::digest_of;

    fn folder_of(paths: &[&str]) -> Folder {
        let mut folder = Folder::default();
        for path in paths {
            let node = Node::File { digest: digest_of(path.as_bytes()), is_executable: false };
            folder.add(path.as_ref(), node).unwrap();
        }
        folder
    }

    #[test]
    fn the_order_of_additions_does_not_matter() {
        let pack = |paths: &[&str]| folder_of(paths).pack(&mut Vec::new());
        assert_eq!(pack(&["b/c", "a", "b/a"]), pack(&["a", "b/a", "b/c"]));
        assert_ne!(pack(&["a"]), pack(&["b"]));
    }

    #[test]
    fn each_directory_is_a_blob() {
        let mut blobs = Vec::new();
        let root = folder_of(&["a/b/c", "d"]).pack(&mut blobs);
        assert_eq!(blobs.len(), 3);
        assert_eq!(blobs.last().map(|blob| blob.digest.clone()), Some(root));
    }

    #[test]
    fn paths_that_lead_elsewhere_are_refused() {
        let add = |path: &str| folder_of(&["a"]).add(path.as_ref(), Node::Folder(Folder::default()));
        for path in ["../x", "/x", "a/b"] {
            assert!(add(path).is_err(), "{path}");
        }
        assert!(add("./a").is_ok());
    }
}
