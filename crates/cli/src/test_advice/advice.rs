//! Advice about what is probably wrong with a test.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use dwindle_report::words;
use dwindle_run::files::Shape;
use dwindle_run::process::End;
use dwindle_run::property::Diagnosis;

use super::names::{Originals, naming_line};
use super::shell;
use crate::exit::Exit;
use crate::failure::Failure;

/// Most bytes of a script that are read.
const SCRIPT_BYTES: usize = 256 << 10;

/// The test and the input as the user named them.
#[derive(Clone, Debug, Default)]
pub struct TestFacts {
    /// The inputs, as the user wrote them.
    pub input: String,
    /// The absolute path of the input, or of the common directory of several.
    pub origin: PathBuf,
    /// The absolute path of the script, if the test is one.
    pub script: Option<PathBuf>,
    /// The paths of the document's files.
    pub files: Vec<PathBuf>,
    /// The kind of the input.
    pub shape: Option<Shape>,
    /// The command line or the words of the command, if the test is one.
    pub command: Option<String>,
    /// Whether the user allows a test that accepts the empty input.
    pub allows_empty: bool,
    /// Whether the input is empty.
    pub is_empty: bool,
}

impl TestFacts {
    /// Returns advice about a test that says no to the original.
    pub fn advice_when_boring(&self, first: &Diagnosis) -> Vec<String> {
        let mut advice = Vec::new();
        if self.is_empty {
            advice.push("the input is empty".to_owned());
        }
        let from_status = match first.run.as_ref().map(|run| run.ended.end) {
            Some(End::Exited(127)) => Some(
                "127 is how a shell says that a command was not found: write its absolute path, or check PATH",
            ),
            Some(End::Exited(126)) => {
                Some("126 is how a shell says that a file is not executable: chmod +x that file")
            }
            _ => None,
        };
        advice.extend(self.advice_about_the_shell(first).or_else(|| from_status.map(str::to_owned)));
        if let Some(path) = self.named_absolutely() {
            advice.push(format!(
                "the test names {path} absolutely; the candidate is in the current directory, and its path is $1"
            ));
        }
        if advice.is_empty() {
            advice.extend(self.advice_about_names());
        }
        advice
    }

    fn advice_about_the_shell(&self, first: &Diagnosis) -> Option<String> {
        let run = first.run.as_ref()?;
        shell::advice(&self.script_text()?, &run.ended.stderr.last_lines(50))
    }

    fn advice_about_names(&self) -> Option<String> {
        if let Some(name) = self.never_named() {
            return Some(format!(
                "the test neither names {name} nor uses $1: does it look for the candidate under another name?"
            ));
        }
        if let Some((path, name)) = self.named_by_its_directory() {
            return Some(format!(
                "the test names {path}, but the candidate has no directories around it: it is {name} where the test \
                 starts, and its path is $1"
            ));
        }
        (self.shape == Some(Shape::Tree))
            .then(|| "the input is a directory: the test starts in a copy of it, whose path is $1".to_owned())
    }

    /// Returns the relative path with directories by which the script names the only input, and the
    /// name of the input in a trial.
    fn named_by_its_directory(&self) -> Option<(&str, String)> {
        let [file] = &self.files[..] else { return None };
        let (path, name) = (self.input.trim_start_matches("./"), words::path(file));
        let is_below = self.shape == Some(Shape::File) && path != name && Path::new(path).is_relative();
        (is_below && self.script_text()?.contains(path)).then_some((path, name))
    }

    /// Returns the name of the only input if the script cannot find it.
    fn never_named(&self) -> Option<String> {
        let [file] = &self.files[..] else { return None };
        let name = file.file_name()?.to_str()?;
        let script = self.script_text()?;
        let found = script.contains(name)
            || ["$1", "${1", "$@", "$*", "argv", "ARGV"].iter().any(|word| script.contains(word));
        // A program, or a script that starts others, need not contain the name.
        (script.starts_with("#!") && !found && !script.contains('*')).then(|| name.to_owned())
    }

    /// Returns advice about a test that says yes to an empty input.
    pub fn advice_when_empty_is_accepted(&self) -> Vec<String> {
        match self.named_absolutely() {
            Some(path) => vec![format!(
                "it names {path} absolutely and so tests the original; the candidate is in the current directory, \
                 and its path is $1"
            )],
            None => vec!["let the test check for the bug itself, such as its error message".to_owned()],
        }
    }

    /// Returns the absolute path by which the test names the original, if it does.
    pub fn named_absolutely(&self) -> Option<String> {
        let text = self.script_text().or_else(|| self.command.clone())?;
        self.naming_line(&text).map(|(_, _, name)| name)
    }

    fn naming_line<'a>(&self, text: &'a str) -> Option<(usize, &'a str, String)> {
        let shape = self.shape.unwrap_or(Shape::File);
        let mut roots = vec![self.origin.clone()];
        if shape != Shape::Several {
            roots.extend(std::path::absolute(&self.input));
        }
        let files = if shape == Shape::File { &[][..] } else { &self.files[..] };
        naming_line(text, &Originals { roots, files, is_whole: shape != Shape::Several })
    }

    /// Fails if the test names the original by its absolute path: every trial would test the
    /// original.
    pub fn refuse_the_original_by_name(&self) -> Result<(), Failure> {
        let (what, text, instead) = match (&self.script, &self.command) {
            (Some(script), _) => (
                format!("the test `{}`", words::path(&shortest(script))),
                self.script_text().filter(|text| !text.contains('\0')).unwrap_or_default(),
                "the candidate is in the directory in which the test starts, and its path is $1",
            ),
            (None, Some(command)) => {
                ("the command".to_owned(), command.clone(), "write {} for the candidate")
            }
            (None, None) => return Ok(()),
        };
        let Some((number, line, name)) = self.naming_line(&text) else { return Ok(()) };
        let sentence =
            format!("{what} names the original, {name}, and would test it instead of each candidate");
        let shown: String = line.trim().chars().take(160).collect();
        let failure = Failure::new(Exit::No, sentence).help(instead);
        Err(failure
            .note(format!("line {number}: {}", words::printable(&shown)))
            .help("if that is what you want: --allow-original"))
    }

    /// Whether the script or the output of its first run names a file that is not part of the
    /// input.
    pub fn is_named(&self, path: &Path, first: Option<&Diagnosis>) -> bool {
        let Some(name) = path.file_name() else { return false };
        let is_ours = self.files.iter().any(|file| file.starts_with(name))
            || self.script.as_ref().and_then(|script| script.file_name()) == Some(name)
            || self.origin.file_name() == Some(name);
        let outputs = first
            .and_then(|first| first.run.as_ref())
            .into_iter()
            .flat_map(|run| [&run.ended.stderr, &run.ended.stdout]);
        let mut texts = self.script_text().into_iter().chain(outputs.map(|output| output.last_lines(50)));
        !is_ours && texts.any(|text| names(&text, name))
    }

    /// Returns the directories that may contain files that the test needs.
    pub fn directories(&self) -> Vec<PathBuf> {
        let script = self.script.as_ref().and_then(|script| script.parent()).map(Path::to_owned);
        let mut directories: Vec<PathBuf> =
            std::env::current_dir().ok().into_iter().chain([self.directory()]).chain(script).collect();
        let mut seen = Vec::new();
        directories.retain(|directory| {
            let is_new = !seen.contains(directory);
            seen.push(directory.clone());
            is_new
        });
        directories
    }

    /// Returns the directory of the input.
    fn directory(&self) -> PathBuf {
        match self.origin.is_dir() {
            true => self.origin.clone(),
            false => self.origin.parent().unwrap_or(Path::new("/")).to_owned(),
        }
    }

    fn script_text(&self) -> Option<String> {
        let mut bytes = fs::read(self.script.as_ref()?).ok()?;
        bytes.truncate(SCRIPT_BYTES);
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// Whether a text contains a file name as a whole word: `a.h` is not in `data.h`.
fn names(text: &str, name: &OsStr) -> bool {
    let Some(name) = name.to_str().filter(|name| name.contains('.') || 4 <= name.len()) else { return false };
    let is_part = |character: char| character.is_alphanumeric() || "_-.".contains(character);
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + name.len()..].chars();
        let after = match after.next() {
            // It may be the full stop of a sentence.
            Some('.') => after.next(),
            other => other,
        };
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Returns a path relative to the current directory, if it is below that.
pub fn shortest(path: &Path) -> PathBuf {
    let below = std::env::current_dir().ok().and_then(|here| path.strip_prefix(here).ok());
    below.unwrap_or(path).to_owned()
}
