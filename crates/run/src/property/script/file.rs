//! The file of a test script, and the check that it has not changed.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rustix::fs::{Access, access};

use crate::property::PropertyError;

/// A script as it was at the start. It must not change: two versions are two properties.
#[derive(Debug)]
pub(super) struct ScriptFile {
    path: PathBuf,
    /// `None` if it may be executed but not read.
    digest: Option<blake3::Hash>,
    interpreter: Interpreter,
    /// The metadata of the file when its content was last compared.
    stamp: Mutex<Stamp>,
}

/// How a script is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Interpreter {
    /// By the kernel: the file is a program, or has a `#!` line with this interpreter.
    Kernel(Option<String>),
    /// By a shell: the file is a text without a `#!` line.
    Shell,
}

/// Metadata that changes when a file is written or replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Stamp {
    inode: (u64, u64),
    size: u64,
    modified: (i64, i64),
}

impl ScriptFile {
    /// Reads a script. A relative path is resolved now.
    pub(super) fn open(path: &Path) -> Result<ScriptFile, PropertyError> {
        let path = std::path::absolute(path)
            .map_err(|source| PropertyError::Start { program: path.to_path_buf(), source })?;
        let metadata = fs::metadata(&path).map_err(|error| unreadable(&path, error))?;
        if !metadata.is_file() || access(&path, Access::EXEC_OK).is_err() {
            return Err(PropertyError::NotExecutable { path });
        }
        let content = fs::read(&path).ok();
        Ok(ScriptFile {
            digest: content.as_deref().map(blake3::hash),
            interpreter: content.as_deref().map_or(Interpreter::Kernel(None), Interpreter::of),
            stamp: Mutex::new(Stamp::of(&metadata)),
            path,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn interpreter(&self) -> &Interpreter {
        &self.interpreter
    }

    /// Fails if the script has changed. Costs one `stat` if its metadata has not.
    pub(super) fn check(&self) -> Result<(), PropertyError> {
        let now = Stamp::of(&fs::metadata(&self.path).map_err(|error| unreadable(&self.path, error))?);
        let mut stamp = self.stamp.lock().unwrap_or_else(PoisonError::into_inner);
        if *stamp == now {
            return Ok(());
        }
        let digest = fs::read(&self.path).ok().map(|content| blake3::hash(&content));
        if digest.is_none() || digest != self.digest {
            return Err(PropertyError::ScriptChanged { path: self.path.clone() });
        }
        *stamp = now;
        Ok(())
    }

    /// Returns the most helpful error for a script that could not be started.
    pub(super) fn explain(&self, source: io::Error) -> PropertyError {
        if let Err(error) = self.check() {
            return error;
        }
        let path = self.path.clone();
        if access(&path, Access::EXEC_OK).is_err() {
            return PropertyError::NotExecutable { path };
        }
        match (&self.interpreter, source.kind()) {
            // The interpreter exists, so something else is missing.
            (Interpreter::Kernel(Some(interpreter)), _)
                if access(Path::new(interpreter), Access::EXEC_OK).is_ok() =>
            {
                PropertyError::Start { program: path, source }
            }
            (
                Interpreter::Kernel(Some(interpreter)),
                io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied,
            ) => {
                let hint = match interpreter.ends_with('\r') {
                    true => "; the script has Windows line ends",
                    false => "; correct its first line",
                };
                PropertyError::InterpreterMissing {
                    path,
                    interpreter: interpreter.trim_end().to_owned(),
                    hint,
                }
            }
            (_, io::ErrorKind::PermissionDenied) => PropertyError::NotExecutable { path },
            _ => PropertyError::Start { program: path, source },
        }
    }
}

impl Interpreter {
    fn of(content: &[u8]) -> Interpreter {
        if let Some(rest) = content.strip_prefix(b"#!") {
            let line = rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
            // A carriage return is kept: for the kernel it is part of the name.
            let name = line.trim_ascii_start().split(|byte| *byte == b' ' || *byte == b'\t').next();
            return Interpreter::Kernel(name.map(|name| String::from_utf8_lossy(name).into_owned()));
        }
        // The rule of shells: a file without a NUL byte near its start is a script.
        let start = &content[..content.len().min(512)];
        if start.contains(&0) || start.is_empty() { Interpreter::Kernel(None) } else { Interpreter::Shell }
    }
}

impl Stamp {
    fn of(metadata: &fs::Metadata) -> Stamp {
        Stamp {
            inode: (metadata.dev(), metadata.ino()),
            size: metadata.size(),
            modified: (metadata.mtime(), metadata.mtime_nsec()),
        }
    }
}

fn unreadable(path: &Path, error: io::Error) -> PropertyError {
    match error.kind() {
        io::ErrorKind::NotFound => PropertyError::ScriptMissing { path: path.to_path_buf() },
        _ => PropertyError::Start { program: path.to_path_buf(), source: error },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_bytes_show_the_interpreter() {
        let kernel = |name: &str| Interpreter::Kernel(Some(name.to_owned()));
        assert_eq!(Interpreter::of(b"#!/bin/sh\necho"), kernel("/bin/sh"));
        assert_eq!(Interpreter::of(b"#! /usr/bin/env python3\n"), kernel("/usr/bin/env"));
        assert_eq!(Interpreter::of(b"#!/bin/sh\r\necho\r\n"), kernel("/bin/sh\r"));
        assert_eq!(Interpreter::of(b"\x7fELF\x02\x01\x01\0\0"), Interpreter::Kernel(None));
        assert_eq!(Interpreter::of(b"grep -q x crash.c\n"), Interpreter::Shell);
    }
}
