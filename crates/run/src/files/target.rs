//! Where the user wants the result.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::error::FilesError;
use super::input::{Input, Shape, resolve_parent};
use super::names::shortened;

/// Where the user wants the result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Target {
    /// Beside the input: `crash.c` → `crash.reduced.c`, `crash` → `crash.reduced`, a directory →
    /// `DIR.reduced`, several files → a directory called after the first.
    #[default]
    Beside,
    /// At this path. For one file, an existing directory means a file of the input's name in it.
    At(PathBuf),
    /// At the path of the input, which is renamed to `crash.c.orig`. A link stays a link, and the
    /// file that it leads to is replaced. The backup of a directory is the whole directory, also
    /// with entries that are not part of the document (`.git`, empty directories).
    InPlace,
}

/// Returns the absolute path of the output, after a check that neither output nor input lies in the
/// other.
pub(super) fn output_path(input: &Input, target: &Target) -> Result<PathBuf, FilesError> {
    match target {
        Target::Beside => Ok(beside(input)),
        Target::At(path) => apart(input, at(input, path)?),
        Target::InPlace => match input.shape {
            Shape::Several => Err(FilesError::SeveralInPlace),
            // A link stays a link: the file that it leads to is replaced.
            Shape::File | Shape::Tree => {
                Ok(input.origin.canonicalize().unwrap_or_else(|_| input.origin.clone()))
            }
        },
    }
}

fn beside(input: &Input) -> PathBuf {
    let name = Path::new(&input.name);
    let stem = || name.file_stem().unwrap_or(name.as_os_str());
    let mut output = OsString::new();
    match input.shape {
        Shape::Tree => output.push(shortened(&input.name)),
        Shape::File | Shape::Several => output.push(shortened(stem())),
    }
    output.push(".reduced");
    if let (Shape::File, Some(extension)) = (input.shape, name.extension()) {
        output.push(".");
        output.push(extension);
    }
    match input.shape {
        Shape::Several => input.origin.join(output),
        Shape::File | Shape::Tree => input.origin.with_file_name(output),
    }
}

fn at(input: &Input, path: &Path) -> Result<PathBuf, FilesError> {
    let path = match input.shape {
        Shape::File if path.is_dir() => path.join(&input.name),
        Shape::File | Shape::Tree | Shape::Several => path.to_owned(),
    };
    if path.is_symlink() {
        return path.canonicalize().map_err(|_| FilesError::OutputExists { path });
    }
    let Some(name) = path.file_name() else {
        return path.canonicalize().map_err(|source| FilesError::unreadable(path, source));
    };
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !directory.is_dir() {
        return Err(FilesError::NoDirectory { path: directory.to_owned() });
    }
    Ok(resolve_parent(&path)?.join(name))
}

/// Fails if one of the output and the input lies in the other.
fn apart(input: &Input, path: PathBuf) -> Result<PathBuf, FilesError> {
    let real = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let here = real(&path);
    let inputs = match input.shape {
        Shape::File | Shape::Tree => vec![real(&input.origin)],
        Shape::Several => {
            let paths = input.document.files().iter().map(|file| input.origin.join(file.path()));
            paths.map(|path| real(&path)).collect()
        }
    };
    if inputs.contains(&here) {
        return Err(FilesError::OutputIsInput { path });
    }
    let lies_in = |inner: &Path, outer: &Path| inner.starts_with(outer);
    match inputs.into_iter().find(|input| lies_in(input, &here) || lies_in(&here, input)) {
        Some(input) => Err(FilesError::OutputInsideInput { path, input }),
        None => Ok(path),
    }
}
