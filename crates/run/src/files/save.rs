//! Writing a document to the output.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::{MetadataExt, fchown};
use std::path::{Path, PathBuf};

use dwindle_reduce::Document;

use super::error::FilesError;
use super::input::Shape;
use super::names::{free_name, with_suffix};
use super::output::{Held, Output};
use super::put::{Exchanged, exchange, put_new, sync_directory};
use super::scratch::Scratch;
use super::tree::{Stamp, write_tree};

impl Output {
    /// Writes a document to the output, atomically and synced. Returns whether the document is
    /// there now. A document is not written if it costs more than an earlier run's result, or if it
    /// is the original and still at its path.
    ///
    /// # Errors
    /// When writing fails, or another program changed the output; then it is left as it is.
    pub fn save(&mut self, document: &Document) -> Result<bool, FilesError> {
        match &self.held {
            Held::OurFile { cost: Some(cost), .. } | Held::OurTree { cost: Some(cost), .. }
                if *cost < document.cost() =>
            {
                return Ok(false);
            }
            Held::Users { .. } if self.in_place && document.key() == self.original => return Ok(true),
            _ => {}
        }
        match self.shape {
            Shape::File => self.save_file(document)?,
            Shape::Tree | Shape::Several => {
                self.check_unchanged()?;
                self.save_tree(document)?;
            }
        }
        sync_directory(self.directory()).map_err(|source| FilesError::write(self.directory(), source))?;
        Ok(true)
    }

    fn save_file(&mut self, document: &Document) -> Result<(), FilesError> {
        let [file] = document.files() else {
            let n_files = document.files().len();
            return Err(FilesError::NotOneFile { path: self.path.clone(), n_files });
        };
        let path = self.path.clone();
        let failed = |source| FilesError::write(&path, source);
        let mut scratch = Scratch::file(&self.path, self.modes.of_file(file)).map_err(failed)?;
        if self.in_place {
            imitate(scratch.handle(), &self.path).map_err(failed)?;
        }
        let handle = scratch.handle();
        handle.write_all(file.bytes()).and_then(|()| handle.sync_all()).map_err(failed)?;
        let stamp = Stamp::of(&handle.metadata().map_err(failed)?);
        // Not before: writing takes a while, in which the user may edit the result.
        self.check_unchanged()?;
        match &self.held {
            Held::Nothing => put_new(scratch.path(), &self.path).map_err(|error| self.not_placed(error))?,
            Held::Users { backup } => {
                // The original gets a second name before the result takes its first one, so that it
                // always has a name.
                match fs::hard_link(&self.path, backup) {
                    Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                        copy(&self.path, backup).map_err(|error| backup_failed(backup, error))?;
                    }
                    result => result.map_err(|error| backup_failed(backup, error))?,
                }
                self.set_aside.push(backup.clone());
                sync_directory(self.directory()).map_err(failed)?;
                fs::rename(scratch.path(), &self.path).map_err(failed)?;
            }
            Held::OurFile { .. } | Held::OurTree { .. } => {
                fs::rename(scratch.path(), &self.path).map_err(failed)?;
            }
        }
        scratch.leave();
        self.held = Held::OurFile { stamp, cost: None };
        Ok(())
    }

    fn save_tree(&mut self, document: &Document) -> Result<(), FilesError> {
        let failed = |source| FilesError::write(&self.path, source);
        let scratch =
            Scratch::directory(&self.path, self.modes.of_directory(Path::new(""))).map_err(failed)?;
        let before = match &self.held {
            Held::OurTree { written, .. } => Some((self.path.as_path(), written)),
            Held::Nothing | Held::Users { .. } | Held::OurFile { .. } => None,
        };
        let written = write_tree(scratch.path(), document, &self.modes, before)?;
        let stamp = Stamp::of(&scratch.path().symlink_metadata().map_err(failed)?);
        let mut old = None;
        match &self.held {
            Held::Nothing => {
                put_new(scratch.path(), &self.path).map_err(|error| self.not_placed(error))?;
                scratch.leave();
            }
            Held::Users { backup } => {
                put_new(&self.path, backup).map_err(|error| backup_failed(backup, error))?;
                self.set_aside.push(backup.clone());
                put_new(scratch.path(), &self.path).map_err(failed)?;
                scratch.leave();
            }
            Held::OurFile { .. } | Held::OurTree { .. } => {
                old = Some(self.swap(&scratch).map_err(failed)?);
                scratch.leave();
            }
        }
        let now = Held::OurTree { stamp, written, cost: None };
        let before = std::mem::replace(&mut self.held, now);
        if let Some(old) = old {
            self.discard(&old, &before).map_err(|source| FilesError::write(&old, source))?;
        }
        Ok(())
    }

    /// Removes our files from the old tree. If files of others remain, the old tree is renamed to a
    /// visible name.
    fn discard(&mut self, old: &Path, before: &Held) -> io::Result<()> {
        let Held::OurTree { written, .. } = before else { return Ok(()) };
        if !written.remove(old)? {
            let kept = free_name(&with_suffix(&self.path, ".kept"));
            put_new(old, &kept)?;
            self.set_aside.push(kept);
        }
        Ok(())
    }

    /// Renames the scratch to the output, and returns the new path of the old output.
    fn swap(&self, scratch: &Scratch) -> io::Result<PathBuf> {
        match exchange(scratch.path(), &self.path)? {
            Exchanged::Done => Ok(scratch.path().to_owned()),
            Exchanged::Unsupported => {
                // If the process is killed between the two steps, both trees are whole and `sweep`
                // does the second step.
                let old = scratch.name_of_old();
                fs::rename(&self.path, &old)?;
                fs::rename(scratch.path(), &self.path)?;
                Ok(old)
            }
        }
    }

    fn check_unchanged(&mut self) -> Result<(), FilesError> {
        let is_unchanged = match (&self.held, Stamp::at(&self.path)) {
            (Held::Nothing | Held::Users { .. }, _) => true,
            (Held::OurFile { stamp, .. }, Some(now)) => now == *stamp,
            (Held::OurTree { stamp, .. }, Some(now)) => now.is_same_inode(stamp),
            // The user moved the result away; the next one is written all the same.
            (Held::OurFile { .. } | Held::OurTree { .. }, None) => {
                self.held = Held::Nothing;
                true
            }
        };
        if is_unchanged { Ok(()) } else { Err(FilesError::ChangedMeanwhile { path: self.path.clone() }) }
    }

    fn not_placed(&self, error: io::Error) -> FilesError {
        match error.kind() {
            io::ErrorKind::AlreadyExists => FilesError::OutputExists { path: self.path.clone() },
            _ => FilesError::write(&self.path, error),
        }
    }
}

/// Gives a new file the permissions and, if possible, the owner of the file that it replaces.
fn imitate(handle: &fs::File, path: &Path) -> io::Result<()> {
    let Ok(model) = path.metadata() else { return Ok(()) };
    let own = handle.metadata()?;
    if (model.uid(), model.gid()) != (own.uid(), own.gid()) {
        // Only the superuser can change the owner; other users own their results.
        let _ = fchown(handle, Some(model.uid()), Some(model.gid()));
    }
    handle.set_permissions(model.permissions())
}

/// Copies a file, on file systems without hard links.
fn copy(path: &Path, backup: &Path) -> io::Result<()> {
    let mut scratch = Scratch::file(backup, 0o600)?;
    imitate(scratch.handle(), path)?;
    io::copy(&mut fs::File::open(path)?, scratch.handle())?;
    scratch.handle().sync_all()?;
    put_new(scratch.path(), backup)?;
    scratch.leave();
    Ok(())
}

fn backup_failed(backup: &Path, error: io::Error) -> FilesError {
    match error.kind() {
        io::ErrorKind::AlreadyExists => FilesError::BackupExists { path: backup.to_owned() },
        _ => FilesError::write(backup, error),
    }
}
