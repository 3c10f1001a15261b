//! A command with a placeholder for the candidate.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::super::CandidatePaths;
use super::CommandError;
use crate::trial::{CommandLine, quoted};

/// The placeholder for the candidate.
const PLACEHOLDER: &str = "{}";

/// A command with placeholders `{}` for the candidate.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Template {
    /// A program and its arguments. An argument `{}` is replaced by all paths, `{}` within an
    /// argument by the first path.
    Words(Vec<OsString>),
    /// A shell command, in which `{}` is replaced by all paths, quoted if necessary.
    Line(String),
}

impl Template {
    /// Creates a template from the words after `--`. A single word with spaces is a shell command.
    /// A relative path of the program is resolved now.
    pub(super) fn new(command: &[OsString]) -> Result<Template, CommandError> {
        match command {
            [] => Err(CommandError::Empty),
            [line] if line.as_bytes().iter().any(u8::is_ascii_whitespace) => Ok(Template::line(line)),
            [program, arguments @ ..] => {
                let mut words = vec![resolved(program)];
                words.extend_from_slice(arguments);
                Ok(Template::Words(words))
            }
        }
    }

    /// Creates a template from a shell command.
    pub(super) fn line(line: &OsStr) -> Template {
        Template::Line(line.to_string_lossy().into_owned())
    }

    /// Returns the command for the candidate in `directory`.
    pub(super) fn command(&self, paths: &CandidatePaths, directory: &Path) -> CommandLine {
        let paths: Vec<OsString> = paths.in_directory(directory).map(PathBuf::into_os_string).collect();
        match self {
            Template::Words(words) => {
                let mut words = words.iter().flat_map(|word| filled(word, &paths));
                let program = words.next().map(PathBuf::from).unwrap_or_default();
                CommandLine { program, arguments: words.collect() }
            }
            Template::Line(line) => {
                let all: Vec<String> = paths.iter().map(|path| quoted(&path.to_string_lossy())).collect();
                let line = line.replace(PLACEHOLDER, &all.join(" "));
                CommandLine { program: "/bin/sh".into(), arguments: vec!["-c".into(), line.into()] }
            }
        }
    }

    /// Returns the words that are relative paths of files in `here`, which trials will not find.
    pub(super) fn files_left_behind(&self, here: &Path) -> Vec<PathBuf> {
        let words: Vec<&OsStr> = match self {
            Template::Words(words) => words.iter().skip(1).map(OsString::as_os_str).collect(),
            Template::Line(line) => line.split_ascii_whitespace().map(OsStr::new).collect(),
        };
        let relative = words.into_iter().map(Path::new).filter(|path| path.is_relative());
        relative.filter(|path| here.join(path).is_file()).map(PathBuf::from).collect()
    }
}

fn filled(word: &OsStr, paths: &[OsString]) -> Vec<OsString> {
    if word == PLACEHOLDER {
        return paths.to_vec();
    }
    let (Some(first), bytes) = (paths.first(), word.as_bytes()) else { return vec![word.to_owned()] };
    let mut rest = bytes;
    let mut text = Vec::with_capacity(bytes.len());
    while let Some(at) = memchr::memmem::find(rest, PLACEHOLDER.as_bytes()) {
        text.extend_from_slice(&rest[..at]);
        text.extend_from_slice(first.as_bytes());
        rest = &rest[at + PLACEHOLDER.len()..];
    }
    text.extend_from_slice(rest);
    vec![OsString::from_vec(text)]
}

/// Resolves the relative path of a program. A name without a slash is looked up in `PATH` later.
fn resolved(program: &OsStr) -> OsString {
    if program.as_bytes().contains(&b'/') && !program.as_bytes().starts_with(PLACEHOLDER.as_bytes()) {
        return std::path::absolute(program).map_or_else(|_| program.to_owned(), PathBuf::into_os_string);
    }
    program.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &[&str], paths: &[&str], expected: &str) {
        let words: Vec<OsString> = command.iter().map(OsString::from).collect();
        let template = Template::new(&words).unwrap();
        let made = template.command(&CandidatePaths::files(paths), Path::new("/t/1"));
        assert_eq!(made.to_string(), expected);
    }

    #[test]
    fn placeholders_are_replaced_by_the_candidate() {
        check(&["cc", "-c", "{}"], &["a.c"], "cc -c /t/1/a.c");
        check(&["cc", "--in={}", "-o{}.o"], &["a.c"], "cc --in=/t/1/a.c -o/t/1/a.c.o");
        check(&["cc", "{}"], &["a.c", "b.c"], "cc /t/1/a.c /t/1/b.c");
        check(&["cc", "a.c"], &["a.c"], "cc a.c");
        check(&["{}", "-v"], &["run"], "/t/1/run -v");
    }

    #[test]
    fn one_word_with_spaces_is_a_shell_command() {
        check(&["cc {} | grep x"], &["a.c"], "/bin/sh -c 'cc /t/1/a.c | grep x'");
        check(&["cc {}"], &["a b.c"], r"/bin/sh -c 'cc '\''/t/1/a b.c'\'''");
    }

    #[test]
    fn a_relative_program_is_resolved_at_the_start() {
        let here = std::path::absolute("tools/run").unwrap();
        check(&["tools/run", "{}"], &["a"], &format!("{} /t/1/a", here.display()));
    }

    #[test]
    fn files_that_a_trial_will_not_find_are_returned() {
        let here = tempfile::tempdir().unwrap();
        std::fs::write(here.path().join("check.py"), "").unwrap();
        let words = ["python3", "check.py", "{}", "other.py"].map(OsString::from);
        let template = Template::new(&words).unwrap();
        assert_eq!(template.files_left_behind(here.path()), [Path::new("check.py")]);
    }
}
