//! The error messages of the command: what is wrong, where, and the way out.

use std::fmt;
use std::io::{self, Write};

use clap::builder::styling::{AnsiColor, Style};

use dwindle_report::words;
use dwindle_run::files::FilesError;
use dwindle_run::journal::JournalError;

use crate::exit::Exit;

/// An error message with its exit status.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    sentence: String,
    notes: Vec<String>,
    help: Vec<String>,
}

impl Failure {
    /// Creates a failure for a user error: wrong usage, an input that can't be read.
    pub fn usage(sentence: impl Into<String>) -> Failure {
        Failure::new(Exit::Usage, sentence)
    }

    /// Creates a failure of the environment.
    pub fn environment(sentence: impl Into<String>) -> Failure {
        Failure::new(Exit::Environment, sentence)
    }

    /// Creates a failure from a user error whose message ends with the way out.
    pub fn usage_of(error: &dyn fmt::Display) -> Failure {
        Failure::of(Exit::Usage, error)
    }

    /// Creates a failure with [`Exit::No`] from an error whose message ends with the way out.
    pub fn no(error: &dyn fmt::Display) -> Failure {
        Failure::of(Exit::No, error)
    }

    /// Creates a failure from an error of the environment whose message ends with the way out.
    pub fn environment_of(error: &dyn fmt::Display) -> Failure {
        Failure::of(Exit::Environment, error)
    }

    /// Creates a failure from an error of the user's files.
    pub fn of_files(error: &FilesError) -> Failure {
        match error {
            FilesError::Write { .. } => Failure::environment_of(error),
            _ => Failure::usage_of(error),
        }
    }

    /// Creates a failure from an error of the session's directory or journal.
    pub fn of_journal(error: &JournalError) -> Failure {
        match error {
            JournalError::InUse { .. }
            | JournalError::OtherProperty { .. }
            | JournalError::NotAJournal { .. } => Failure::usage_of(error),
            _ => Failure::environment_of(error),
        }
    }

    /// Creates a failure from an error of the libraries, whose first line is
    /// `what is wrong; the way out`.
    fn of(exit: Exit, error: &dyn fmt::Display) -> Failure {
        let text = error.to_string();
        let (first, output) = text.split_once('\n').unwrap_or((&text, ""));
        let failure = match first.rsplit_once("; ") {
            // If output is quoted below, the last part of the sentence introduces it and is not the
            // way out.
            Some((sentence, help)) if output.is_empty() => Failure::new(exit, sentence).help(help),
            _ => Failure::new(exit, first),
        };
        match output.is_empty() {
            true => failure,
            false => failure.note(output.lines().map(|line| format!("| {line}\n")).collect::<String>()),
        }
    }

    /// Creates a failure with this exit status. The sentence has no full stop.
    pub fn new(exit: Exit, sentence: impl Into<String>) -> Failure {
        Failure { exit, sentence: sentence.into(), notes: Vec::new(), help: Vec::new() }
    }

    /// Adds a note, such as where it happened or what was observed. It may have several lines.
    pub fn note(mut self, note: impl Into<String>) -> Failure {
        self.notes.push(note.into());
        self
    }

    /// Adds a way out.
    pub fn help(mut self, help: impl Into<String>) -> Failure {
        self.help.push(help.into());
        self
    }

    /// Returns the failure without its notes, if they were shown before.
    pub fn without_notes(mut self) -> Failure {
        self.notes.clear();
        self
    }

    /// Returns the exit status.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Writes the message, in colour if the sink can show it.
    pub fn write(&self, sink: &mut dyn Write) -> io::Result<()> {
        let red = Style::new().bold().fg_color(Some(AnsiColor::Red.into()));
        let green = Style::new().bold().fg_color(Some(AnsiColor::Green.into()));
        writeln!(sink, "{red}error:{red:#} {}", printable(&self.sentence))?;
        for note in &self.notes {
            for line in note.lines() {
                writeln!(sink, "  {}", printable(line))?;
            }
        }
        for help in &self.help {
            let mut lines = help.lines();
            writeln!(sink, "  {green}help:{green:#} {}", printable(lines.next().unwrap_or_default()))?;
            for line in lines {
                writeln!(sink, "        {}", printable(line))?;
            }
        }
        Ok(())
    }
}

/// Escapes control characters, which names of files may contain. Tabs are kept.
fn printable(line: &str) -> String {
    line.split('\t').map(words::printable).collect::<Vec<_>>().join("\t")
}

/// Writes the message without colours.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        self.write(&mut text).map_err(|_| fmt::Error)?;
        let plain = anstream::adapter::strip_bytes(&text).into_vec();
        f.write_str(&String::from_utf8_lossy(&plain))
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_out_of_an_error_becomes_its_help() {
        let failure = Failure::usage_of(&"x.c is named twice; name it once");
        assert_eq!(failure.to_string(), "error: x.c is named twice\n  help: name it once\n");
    }

    #[test]
    fn control_characters_are_escaped() {
        let failure = Failure::usage("`a\u{1b}[2J` is not there").note("a\tb\u{7}");
        assert_eq!(failure.to_string(), "error: `a\\u{1b}[2J` is not there\n  a\tb\\u{7}\n");
    }

    #[test]
    fn a_failure_is_written_with_its_notes_and_help() {
        let failure = Failure::usage("the test `t.sh` is not executable")
            .note("--> /tmp/t.sh")
            .help("make it executable:\nchmod +x t.sh");
        insta::assert_snapshot!(failure.to_string());
    }
}
