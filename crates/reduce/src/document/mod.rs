//! The input: one file, several files or a directory tree.

mod content;
mod fingerprint;
mod key;
mod measure;
mod prefix;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use content::Content;
pub(crate) use content::Piece;
pub(crate) use fingerprint::{Fingerprint, is_uniform};
pub use key::ContentKey;
pub(crate) use key::file_key;
pub(crate) use measure::Measure;
pub(crate) use prefix::PrefixIndex;

use crate::cost::Cost;

/// Whether a file of a directory tree can be executed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Mode {
    /// A file that is only read.
    #[default]
    Plain,
    /// A file with the execute permission.
    Executable,
}

/// One file of a document.
#[derive(Clone)]
pub struct File {
    path: Arc<Path>,
    mode: Mode,
    content: Arc<Content>,
    prefix: Arc<OnceLock<PrefixIndex>>,
    key: Arc<OnceLock<ContentKey>>,
}

impl File {
    /// Creates a file. `path` is relative to the root of the document.
    pub fn new(path: impl Into<PathBuf>, bytes: Vec<u8>) -> File {
        let path: PathBuf = path.into();
        let (path, content) = (path.into(), Arc::new(Content::whole(bytes)));
        File { path, mode: Mode::Plain, content, prefix: Arc::default(), key: Arc::default() }
    }

    /// Returns the same file with another mode.
    pub fn with_mode(mut self, mode: Mode) -> File {
        self.mode = mode;
        self.key = Arc::default();
        self
    }

    /// Returns the same file with other bytes.
    pub fn with_bytes(&self, bytes: Vec<u8>) -> File {
        self.with_content(Content::whole(bytes))
    }

    /// Returns a file that consists of pieces of this one's bytes, joined on demand.
    pub(crate) fn with_pieces(&self, pieces: Vec<Piece>) -> File {
        self.with_content(Content::spliced(&self.content, pieces))
    }

    fn with_content(&self, content: Content) -> File {
        let (path, content) = (self.path.clone(), Arc::new(content));
        File { path, mode: self.mode, content, prefix: Arc::default(), key: Arc::default() }
    }

    /// Returns the path relative to the root of the document.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the mode.
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// Returns the bytes. For a file of a candidate the first call costs O(bytes).
    pub fn bytes(&self) -> &[u8] {
        self.content.bytes()
    }

    /// Returns the number of bytes, in constant time.
    pub fn n_bytes(&self) -> usize {
        self.content.n_bytes()
    }

    /// Passes the bytes to `visit` piece by piece: what a candidate keeps of its base is not
    /// copied.
    ///
    /// # Errors The first error of `visit`.
    pub fn visit_bytes<E>(&self, visit: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.content.visit(visit)
    }

    /// Returns the prefix hashes and token counts; the first call costs O(bytes).
    pub(crate) fn prefix(&self) -> &PrefixIndex {
        self.prefix.get_or_init(|| PrefixIndex::new(self.bytes()))
    }

    /// Returns the contribution of the file to the key of its document; the first call costs
    /// O(bytes).
    fn key(&self) -> ContentKey {
        *self.key.get_or_init(|| file_key(self, self.prefix().whole()))
    }

    /// Returns the contribution of the file to key and cost of its document; the first call costs
    /// O(bytes).
    pub(crate) fn measure(&self) -> Measure {
        Measure { key: self.key(), cost: self.cost_of(self.prefix().n_tokens(), self.n_bytes() as u64) }
    }

    /// Returns the cost of this file with other bytes, of so many tokens.
    pub(crate) fn cost_of(&self, n_tokens: u64, n_bytes: u64) -> Cost {
        // Words in compressed files are chance.
        let suffix = self.path.extension().and_then(|suffix| suffix.to_str());
        let is_compressed = suffix.is_some_and(|suffix| COMPRESSED.contains(&suffix));
        Cost { tokens: if is_compressed { n_bytes } else { n_tokens }, bytes: n_bytes, files: 1 }
    }
}

/// The suffixes of compressed files and archives.
const COMPRESSED: &[&str] =
    &["apk", "docx", "epub", "gz", "jar", "odp", "ods", "odt", "pptx", "tgz", "whl", "xlsx", "zip"];

/// The input of a reduction: files with relative paths, in the order of their paths. Cloning is
/// O(1).
#[derive(Clone)]
pub struct Document {
    files: Arc<[File]>,
    /// The measure of the first `n` files, for each `n`.
    sums: Arc<OnceLock<Vec<Measure>>>,
}

impl Document {
    /// Creates a document of one file.
    pub fn single(path: impl Into<PathBuf>, bytes: impl Into<Vec<u8>>) -> Document {
        Document::from_sorted(vec![File::new(path, bytes.into())])
    }

    /// Creates a document of files, and sorts them by path.
    ///
    /// # Panics
    /// When two files have the same path.
    pub fn new(files: impl IntoIterator<Item = File>) -> Document {
        let mut files: Vec<File> = files.into_iter().collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        assert!(
            files.windows(2).all(|pair| pair[0].path != pair[1].path),
            "the paths of a document are unique"
        );
        Document::from_sorted(files)
    }

    /// Creates a document of files that are already sorted by path.
    pub(crate) fn from_sorted(files: Vec<File>) -> Document {
        Document { files: files.into(), sums: Arc::default() }
    }

    /// Returns the files, sorted by path.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// Returns the number of bytes of all files.
    pub fn n_bytes(&self) -> u64 {
        self.files.iter().map(|file| file.n_bytes() as u64).sum()
    }

    /// Returns the cost of the document. The first call is linear in the bytes, later ones take
    /// constant time.
    pub fn cost(&self) -> Cost {
        self.measure().cost
    }

    /// Returns the key of the content. The first call is linear in the bytes, later ones take
    /// constant time.
    pub fn key(&self) -> ContentKey {
        self.measure().key
    }

    /// Returns key and cost. The first call is linear in the bytes, later ones take constant time.
    pub(crate) fn measure(&self) -> Measure {
        self.measure_of(0..self.files.len())
    }

    /// Returns the contribution of a range of files to key and cost.
    pub(crate) fn measure_of(&self, files: Range<usize>) -> Measure {
        let sums = self.sums.get_or_init(|| {
            let mut sum = Measure::default();
            let after = self.files.iter().map(|file| {
                sum = sum + file.measure();
                sum
            });
            std::iter::once(Measure::default()).chain(after).collect()
        });
        sums[files.end] - sums[files.start]
    }
}

/// Two documents are equal when their files have the same paths, modes and bytes.
impl PartialEq for Document {
    fn eq(&self, other: &Document) -> bool {
        let is_same = || {
            self.files.len() == other.files.len()
                && self.files.iter().zip(other.files.iter()).all(|(a, b)| {
                    a.path == b.path
                        && a.mode == b.mode
                        && (Arc::ptr_eq(&a.content, &b.content) || a.bytes() == b.bytes())
                })
        };
        Arc::ptr_eq(&self.files, &other.files) || is_same()
    }
}

impl Eq for Document {}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.files.iter()).finish()
    }
}

impl fmt::Debug for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = &self.bytes()[..self.n_bytes().min(60)];
        write!(f, "{} ({} bytes: {:?})", self.path.display(), self.n_bytes(), String::from_utf8_lossy(shown))
    }
}
