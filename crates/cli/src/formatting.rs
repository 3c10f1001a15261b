//! Formatting the result: by the user's formatter, or by its syntax.

use std::fmt;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use dwindle_reduce::{ContentKey, Document, File};
use dwindle_report::words;
use dwindle_run::property::{Cancel, Property};
use dwindle_run::session::Ended;
use dwindle_syntax::{languages, layout};

use crate::failure::Failure;

/// The outcome of formatting the result.
pub enum Outcome {
    /// The formatted result is interesting, and was written to the output.
    Formatted(ContentKey),
    /// The formatter changes nothing.
    Same,
    /// The formatted result is not interesting, so the result is unchanged.
    NotInteresting,
    /// The formatter failed, so the result is unchanged.
    Failed(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outcome::Formatted(_) => f.write_str("the result is formatted, and still interesting"),
            Outcome::Same => f.write_str("the formatter changes nothing in the result"),
            Outcome::NotInteresting => {
                f.write_str("the result is not formatted: with its new layout it is not interesting any more")
            }
            Outcome::Failed(reason) => write!(f, "the result is not formatted: {reason}"),
        }
    }
}

/// Formats each file of the result by a command, and writes the files if together they are still
/// interesting.
///
/// # Errors
/// When the property can't be asked, or the result can't be written.
pub fn format(command: &str, ended: &Ended, property: &dyn Property) -> Result<Outcome, Failure> {
    match formatted(command, &ended.best) {
        Ok(formatted) => write_first_interesting([formatted], ended, property),
        Err(reason) => Ok(Outcome::Failed(reason)),
    }
}

/// Gives each file of the result the lines and indentation that its syntax suggests, and writes the
/// files if together they are still interesting. Takes at most three trials.
///
/// # Errors
/// As for [`format`].
pub fn lay_out(ended: &Ended, property: &dyn Property) -> Result<Outcome, Failure> {
    let files: Vec<_> = ended.best.files().iter().map(|file| (file, layouts(file))).collect();
    let n_versions = files.iter().map(|(_, versions)| versions.len()).max().unwrap_or(0);
    let version = |nth: usize| {
        let laid_out = files.iter().map(|(file, versions)| {
            let bytes = versions.get(nth).or(versions.last()).map_or(file.bytes(), Vec::as_slice);
            File::new(file.path(), bytes.to_vec())
        });
        Document::new(laid_out.collect::<Vec<File>>())
    };
    write_first_interesting((0..n_versions).map(version), ended, property)
}

/// Returns the layouts of a file, if its language is known.
fn layouts(file: &File) -> Vec<Vec<u8>> {
    let language = languages::detect(file.path(), file.bytes());
    language.map_or_else(Vec::new, |language| layout::versions(language, file.bytes()))
}

/// Writes the first of these documents that is interesting.
fn write_first_interesting(
    documents: impl IntoIterator<Item = Document>,
    ended: &Ended,
    property: &dyn Property,
) -> Result<Outcome, Failure> {
    let Some(output) = &ended.summary.output else {
        return Ok(Outcome::Failed("it was not written".to_owned()));
    };
    let mut outcome = Outcome::Same;
    for document in documents {
        if document.key() == ended.best.key() {
            continue;
        }
        let verdict = property.test(&document, &Cancel::new());
        if verdict.map_err(|error| Failure::environment_of(&error))?.is_interesting() {
            return write(&document, output, ended);
        }
        outcome = Outcome::NotInteresting;
    }
    Ok(outcome)
}

/// Replaces the files of the output that differ from the document.
fn write(formatted: &Document, output: &Path, ended: &Ended) -> Result<Outcome, Failure> {
    for (file, before) in formatted.files().iter().zip(ended.best.files()) {
        let path = if output.is_dir() { output.join(file.path()) } else { output.to_path_buf() };
        if file.bytes() != before.bytes() {
            replace(&path, file.bytes()).map_err(|error| {
                Failure::environment(format!("can't write `{}`: {error}", words::path(&path)))
            })?;
        }
    }
    Ok(Outcome::Formatted(formatted.key()))
}

/// Returns the document with formatted files. If there are several, those for which the command
/// fails are unchanged.
fn formatted(command: &str, document: &Document) -> Result<Document, String> {
    let is_single = document.files().len() == 1;
    let mut files = Vec::with_capacity(document.files().len());
    for file in document.files() {
        let bytes = match run(command, file) {
            Ok(bytes) => bytes,
            Err(reason) if is_single => return Err(reason),
            Err(_) => file.bytes().to_vec(),
        };
        files.push(File::new(file.path(), bytes));
    }
    Ok(Document::new(files))
}

/// Runs the formatter on a copy of a file. Returns the new content of the copy or, if that is
/// unchanged, the output of the formatter.
fn run(command: &str, file: &File) -> Result<Vec<u8>, String> {
    let of_io = |error: std::io::Error| error.to_string();
    let directory = tempfile::tempdir().map_err(of_io)?;
    let path = directory.path().join(file.path().file_name().unwrap_or_default());
    std::fs::write(&path, file.bytes()).map_err(of_io)?;
    let command = match command.contains("{}") {
        true => command.replace("{}", "\"$1\""),
        false => format!("{command} \"$1\""),
    };
    let mut shell = Command::new("/bin/sh");
    shell.args(["-c", &command, "sh"]).arg(&path).stdin(Stdio::null());
    let ran = shell.output().map_err(of_io)?;
    if !ran.status.success() {
        let text = String::from_utf8_lossy(&ran.stderr);
        let first = text.lines().next().unwrap_or("it printed nothing");
        return Err(format!("the formatter ended with {}: {first}", ran.status));
    }
    let left = std::fs::read(&path).map_err(of_io)?;
    Ok(if left == file.bytes() && !ran.stdout.is_empty() { ran.stdout } else { left })
}

/// Replaces the content of a file atomically, with its permissions.
fn replace(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut new = tempfile::NamedTempFile::new_in(path.parent().unwrap_or(Path::new(".")))?;
    new.write_all(bytes)?;
    new.as_file().set_permissions(std::fs::metadata(path)?.permissions())?;
    new.as_file().sync_all()?;
    new.persist(path)?;
    Ok(())
}
