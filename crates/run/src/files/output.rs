//! The output: the best document on disk. It is always whole and always interesting, and it never
//! replaces a file of the user's unasked.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use dwindle_reduce::{ContentKey, Cost, Document};

use super::error::FilesError;
use super::input::{Input, Shape};
use super::modes::Modes;
use super::names::{backup_path, free_name};
use super::scratch::{Scratch, sweep};
use super::target::{Target, output_path};
use super::tree::{Stamp, Written};
use super::walk::{read_file, read_tree};

/// What may happen to a file or directory that exists at the path of the output.
#[derive(Clone, Copy)]
pub enum Existing<'a> {
    /// It is an error.
    Refuse,
    /// It is replaced if this session wrote it, which the function decides by the key of its
    /// content; else it is an error.
    Ours(&'a dyn Fn(ContentKey) -> bool),
    /// As `Ours`, but only a document that costs at most as much replaces it, until
    /// [`Output::give_up_earlier`] is called.
    OursIfBetter(&'a dyn Fn(ContentKey) -> bool),
    /// It is renamed to `NAME.orig`, `NAME.orig.2` …
    SetAside,
    /// A file is replaced, whoever wrote it. A directory that this session did not write is
    /// renamed.
    Forced(&'a dyn Fn(ContentKey) -> bool),
}

/// The path of the result, and what exists there.
///
/// [`Output::choose`] chooses the path, [`Output::claim`] checks what exists there, and
/// [`Output::save`] writes. After the first `save` there is a whole document at the path at any
/// moment, even if the process is killed.
pub struct Output {
    pub(super) path: PathBuf,
    pub(super) shape: Shape,
    pub(super) in_place: bool,
    pub(super) original: ContentKey,
    pub(super) held: Held,
    pub(super) set_aside: Vec<PathBuf>,
    /// The permissions of the input, which the result keeps.
    pub(super) modes: Modes,
    name: OsString,
}

/// What exists at the path. `cost` is the cost of an earlier run's result that only a document of
/// at most that cost may replace.
pub(super) enum Held {
    Nothing,
    /// Something of the user's. It is renamed to `backup` before the first document is written.
    Users {
        backup: PathBuf,
    },
    OurFile {
        stamp: Stamp,
        cost: Option<Cost>,
    },
    OurTree {
        stamp: Stamp,
        written: Written,
        cost: Option<Cost>,
    },
}

impl Output {
    /// Chooses the path, and checks that neither output nor input lies in the other. Changes
    /// nothing on disk.
    ///
    /// # Errors
    /// When the output is the input, one lies in the other, or its directory does not exist.
    pub fn choose(input: &Input, target: &Target) -> Result<Output, FilesError> {
        Ok(Output {
            path: output_path(input, target)?,
            shape: input.shape,
            in_place: *target == Target::InPlace,
            original: input.document.key(),
            held: Held::Nothing,
            set_aside: Vec::new(),
            modes: Modes::of(input),
            name: input.name.clone(),
        })
    }

    /// Returns the absolute path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the output replaces the input.
    pub fn is_in_place(&self) -> bool {
        self.in_place
    }

    /// Returns the cost of an earlier run's result that only a document of at most that cost may
    /// replace.
    pub(crate) fn earlier_cost(&self) -> Option<Cost> {
        match self.held {
            Held::OurFile { cost, .. } | Held::OurTree { cost, .. } => cost,
            Held::Nothing | Held::Users { .. } => None,
        }
    }

    /// Returns the new paths of the user's files and directories that were renamed.
    pub fn set_aside(&self) -> &[PathBuf] {
        &self.set_aside
    }

    /// Checks that the directory can be written to, and decides what happens to something that
    /// exists at the path. Removes temporary files that killed runs left beside it; changes nothing
    /// else.
    ///
    /// # Errors
    /// When something exists there that must not be replaced, or the directory cannot be written
    /// to.
    pub fn claim(&mut self, existing: Existing<'_>) -> Result<(), FilesError> {
        sweep(&self.path).map_err(|source| FilesError::write(&self.path, source))?;
        Scratch::directory(&self.path, 0o700)
            .map_err(|source| FilesError::write(self.directory(), source))?;
        let Some(metadata) = self.path.symlink_metadata().ok() else {
            self.held = Held::Nothing;
            return Ok(());
        };
        let (wanted, fits) = match self.shape {
            Shape::File => ("file", metadata.is_file()),
            Shape::Tree | Shape::Several => ("directory", metadata.is_dir()),
        };
        if !fits {
            return Err(FilesError::WrongKind { path: self.path.clone(), wanted });
        }
        let found = self.found()?;
        let backup = backup_path(&self.path);
        let has_backup = backup.symlink_metadata().is_ok();
        let is_empty = self.path.read_dir().is_ok_and(|mut entries| entries.next().is_none());
        let is_ours = match existing {
            // In place and without a backup, the file at the path is the original input.
            Existing::Ours(is_ours) | Existing::OursIfBetter(is_ours) | Existing::Forced(is_ours) => {
                is_ours(found.key()) && (!self.in_place || has_backup)
            }
            Existing::Refuse | Existing::SetAside => false,
        };
        self.held = if is_ours || (is_empty && !self.in_place) {
            let cost = matches!(existing, Existing::OursIfBetter(_)).then(|| found.cost());
            self.ours(&found, Stamp::of(&metadata), cost.filter(|_| !is_empty))
        } else if self.in_place {
            if has_backup {
                return Err(FilesError::BackupExists { path: backup });
            }
            Held::Users { backup }
        } else if matches!(existing, Existing::Forced(_)) && self.shape == Shape::File {
            self.ours(&found, Stamp::of(&metadata), None)
        } else if matches!(existing, Existing::SetAside | Existing::Forced(_)) {
            Held::Users { backup: free_name(&backup) }
        } else {
            return Err(FilesError::OutputExists { path: self.path.clone() });
        };
        Ok(())
    }

    /// Returns an earlier run's result that only a document of at most its cost may replace.
    ///
    /// # Errors
    /// When it can't be read.
    pub fn earlier(&self) -> Result<Option<Document>, FilesError> {
        match &self.held {
            Held::OurFile { cost: Some(_), .. } | Held::OurTree { cost: Some(_), .. } => {
                self.found().map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Allows any document to replace an earlier run's result, because the present test does not
    /// find it interesting.
    pub fn give_up_earlier(&mut self) {
        if let Held::OurFile { cost, .. } | Held::OurTree { cost, .. } = &mut self.held {
            *cost = None;
        }
    }

    /// Returns an output of the same kind in another directory, for when this one cannot be written
    /// to: `NAME`, or `NAME.2` … if that exists.
    pub fn in_directory(&self, directory: &Path) -> Output {
        let path = free_name(&directory.join(self.path.file_name().unwrap_or_default()));
        Output {
            path,
            shape: self.shape,
            in_place: false,
            original: self.original,
            held: Held::Nothing,
            set_aside: Vec::new(),
            modes: self.modes.clone(),
            name: self.name.clone(),
        }
    }

    /// Reads the document at the path, as the input was read.
    fn found(&self) -> Result<Document, FilesError> {
        match self.shape {
            Shape::File => Ok(Document::new([read_file(&self.path, &self.name)?])),
            Shape::Tree | Shape::Several => Ok(Document::new(read_tree(&self.path, Path::new(""))?.files)),
        }
    }

    fn ours(&self, found: &Document, stamp: Stamp, cost: Option<Cost>) -> Held {
        match self.shape {
            Shape::File => Held::OurFile { stamp, cost },
            Shape::Tree | Shape::Several => {
                Held::OurTree { stamp, written: Written::found(&self.path, found), cost }
            }
        }
    }

    pub(super) fn directory(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("/"))
    }
}
