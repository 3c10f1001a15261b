//! The smallest input so far, on disk: always whole, always interesting, and never in the way of
//! the user's files.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use dwindle_reduce::{ContentKey, Cost, Document};

use super::error::FilesError;
use super::input::{Input, Shape};
use super::modes::Modes;
use super::names::{backup_path, free_name};
use super::place::{Target, place};
use super::scratch::{Scratch, sweep};
use super::tree::{Stamp, Written};
use super::walk::{read_file, read_tree};

/// What may happen to something that stands where the output goes.
#[derive(Clone, Copy)]
pub enum Existing<'a> {
    /// Nothing: it is an error.
    Refuse,
    /// It is replaced if this session made it, which is known by the key of its content; else it is
    /// an error.
    Ours(&'a dyn Fn(ContentKey) -> bool),
    /// The same, but it is replaced only by a document that costs at most as much, until
    /// [`Output::give_up_earlier`] is called.
    OursIfBetter(&'a dyn Fn(ContentKey) -> bool),
    /// It stays under another name: `NAME.orig`, `NAME.orig.2` …
    SetAside,
    /// A file is replaced, whoever made it; a directory that is not ours stays under another name.
    Forced(&'a dyn Fn(ContentKey) -> bool),
}

/// The place of the result.
///
/// [`Output::choose`] looks, [`Output::claim`] makes sure, [`Output::save`] writes. Between the
/// first `save` and the end there is a whole document at the place at any moment, whatever kills
/// the process.
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

/// What stands at the place. A cost is that of what an earlier run left there, if that is to stay
/// while it is smaller.
pub(super) enum Held {
    Nothing,
    /// Something of the user's, which gets this name before the place is taken.
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
    /// Chooses the place and checks that it is apart from the input; touches nothing.
    ///
    /// # Errors
    /// When the place is the input, in the input, or in no directory.
    pub fn choose(input: &Input, target: &Target) -> Result<Output, FilesError> {
        Ok(Output {
            path: place(input, target)?,
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

    /// Whether the output takes the place of the input.
    pub fn is_in_place(&self) -> bool {
        self.in_place
    }

    /// Returns what a document costs that an earlier run left, if it is to stay while it is
    /// smaller.
    pub(crate) fn earlier_cost(&self) -> Option<Cost> {
        match self.held {
            Held::OurFile { cost, .. } | Held::OurTree { cost, .. } => cost,
            Held::Nothing | Held::Users { .. } => None,
        }
    }

    /// Returns where things of the user's stay that stood at the place.
    pub fn set_aside(&self) -> &[PathBuf] {
        &self.set_aside
    }

    /// Makes sure that the place can be written to and what may happen to what stands there.
    /// Removes what killed runs left beside it; changes nothing else.
    ///
    /// # Errors
    /// When something stands there that must stay, or its directory cannot be written to.
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
            // Without its backup, what stands in place of the input is the input.
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

    /// Returns what an earlier run left at the place, if it is to stay while it is smaller.
    ///
    /// # Errors
    /// When it can't be read any more.
    pub fn earlier(&self) -> Result<Option<Document>, FilesError> {
        match &self.held {
            Held::OurFile { cost: Some(_), .. } | Held::OurTree { cost: Some(_), .. } => {
                self.found().map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Lets any document replace what an earlier run left at the place: the present test does not
    /// confirm it.
    pub fn give_up_earlier(&mut self) {
        if let Held::OurFile { cost, .. } | Held::OurTree { cost, .. } = &mut self.held {
            *cost = None;
        }
    }

    /// Returns an output of the same kind at another place, for when this one cannot be written to:
    /// `NAME` in `directory`, or `NAME.2` … when that is taken.
    pub fn elsewhere(&self, directory: &Path) -> Output {
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

    /// Reads what stands at the place the way the input was read.
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
