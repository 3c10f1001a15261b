//! The error message of a failure, by which the same failure is recognized.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::frames::{frames, top_frames};
use super::pattern::{Pattern, Surroundings};
use crate::process::Ended;

/// Lines and stack frames that the output of a run must have to be the same failure.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Complaint {
    patterns: Vec<Pattern>,
    frames: Vec<String>,
}

/// How clearly a line shows a bug of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Strength {
    /// An error message for users, which every wrong input gets.
    Weak,
    /// An assertion, a panic or an exception: a bug, whatever the exit status is.
    Strong,
}

/// Texts that show a bug of the program, the clearest first. The pattern of a line begins at the
/// text.
const BROKEN: &[&str] = &[
    "SUMMARY: ",
    ": runtime error: ",
    "panicked at ",
    "internal compiler error",
    "Internal compiler error",
    "Assertion ",
    "assertion failed",
    "LLVM ERROR:",
    "UNREACHABLE executed",
    "Fatal Python error",
    "Fatal error in ",
    "terminate called after throwing",
    "*** stack smashing detected",
    "double free or corruption",
    "free(): ",
    "malloc(): ",
    "corrupted size vs. prev_size",
    "panic: ",
    "fatal error: all goroutines",
    "Exception in thread ",
    "Unhandled exception",
    "Uncaught exception",
    "INTERNAL Error",
    "Internal Error",
    "internal error",
    "Internal error",
    "INTERNAL ERROR",
    "InternalError",
];

const TRACEBACK: &str = "Traceback (most recent call last):";

/// A line that describes the failure, and the line after it if that belongs to it.
struct Telling<'a> {
    strength: Strength,
    lines: Vec<&'a str>,
}

impl Complaint {
    /// Returns the error message in the output of a run, if it has at least this strength.
    pub(super) fn of(run: &Ended, surroundings: &Surroundings<'_>, least: Strength) -> Option<Complaint> {
        let [stderr, stdout] = [&run.stderr, &run.stdout].map(|output| {
            let bytes = output.pieces().join(&b'\n');
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let telling = [&stderr, &stdout].into_iter().find_map(|text| broken(text));
        let telling =
            telling.or_else(|| weak(&stderr, &stdout)).filter(|telling| least <= telling.strength)?;
        let patterns: Vec<Pattern> =
            telling.lines.iter().map(|line| Pattern::of(line, surroundings)).collect();
        let patterns: Vec<Pattern> =
            patterns.into_iter().filter(|pattern| 3 <= pattern.n_letters()).collect();
        (!patterns.is_empty())
            .then(|| Complaint { patterns, frames: top_frames(&stderr, surroundings.input) })
    }

    /// Creates a complaint of one line.
    pub(super) fn of_line(pattern: Pattern) -> Complaint {
        Complaint { patterns: vec![pattern], frames: Vec::new() }
    }

    /// Whether the output of a run has the same error message.
    pub(super) fn is_in(&self, run: &Ended) -> bool {
        let outputs: Vec<Vec<u8>> =
            [&run.stderr, &run.stdout].iter().flat_map(|output| output.pieces()).collect();
        let has = |pattern: &Pattern| outputs.iter().any(|output| pattern.is_in(output));
        self.patterns.iter().all(has) && self.has_frames(run)
    }

    fn has_frames(&self, run: &Ended) -> bool {
        if self.frames.is_empty() {
            return true;
        }
        let text = String::from_utf8_lossy(&run.stderr.pieces().join(&b'\n')).into_owned();
        let found = frames(&text);
        self.frames.iter().all(|frame| found.iter().any(|found| found.function == *frame))
    }

    /// Returns the common part of both complaints.
    pub(super) fn common(&self, other: &Complaint) -> Complaint {
        let patterns = self.patterns.iter().zip(&other.patterns).map(|(ours, theirs)| ours.common(theirs));
        let frames = self.frames.iter().filter(|frame| other.frames.contains(frame)).cloned();
        Complaint { patterns: patterns.collect(), frames: frames.collect() }
    }

    /// Returns the complaint with the lines of another one added.
    pub(super) fn and(mut self, other: Complaint) -> Complaint {
        self.patterns.extend(other.patterns);
        self
    }

    /// Returns the patterns of the lines.
    pub(super) fn patterns(&self) -> &[Pattern] {
        &self.patterns
    }

    /// Returns the functions of the stack frames.
    pub(super) fn functions(&self) -> &[String] {
        &self.frames
    }
}

impl fmt::Display for Complaint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let texts: Vec<String> = self.patterns.iter().map(|pattern| format!("`{pattern}`")).collect();
        write!(f, "the output has {}", texts.join(" and "))?;
        match self.frames.is_empty() {
            true => Ok(()),
            false => write!(f, ", in {}", self.frames.join(" below ")),
        }
    }
}

/// Returns the line that shows a bug of the program.
fn broken(text: &str) -> Option<Telling<'_>> {
    let lines: Vec<&str> = text.lines().collect();
    for mark in BROKEN {
        for (idx, line) in lines.iter().enumerate() {
            let Some(at) = line.find(mark).filter(|at| is_start_of_word(line, *at)) else { continue };
            let rest = &line[at..];
            let is_telling = match *mark {
                "SUMMARY: " => rest.contains("Sanitizer"),
                "Assertion " => rest.contains("fail"),
                _ => true,
            };
            if !is_telling {
                continue;
            }
            // In front of `Assertion` is the source position of the failure.
            let line = if *mark == "Assertion " { *line } else { rest };
            let mut told = vec![line];
            let message = lines.get(idx + 1).map(|next| next.trim()).filter(|next| !next.is_empty());
            let is_in_next = *mark == "terminate called after throwing"
                || (*mark == "panicked at " && line.trim_end().ends_with(':'));
            told.extend(message.filter(|_| is_in_next));
            return Some(Telling { strength: Strength::Strong, lines: told });
        }
    }
    let line =
        exception_of_traceback(&lines).or_else(|| lines.iter().copied().find(|line| is_exception(line)))?;
    Some(Telling { strength: Strength::Strong, lines: vec![line] })
}

/// Returns the exception of the last Python traceback.
fn exception_of_traceback<'a>(lines: &[&'a str]) -> Option<&'a str> {
    let start = lines.iter().rposition(|line| line.starts_with(TRACEBACK))?;
    let is_outside = |line: &&&str| !line.starts_with([' ', '\t']) && !line.trim().is_empty();
    lines[start + 1..].iter().find(is_outside).copied()
}

/// Whether a line begins with the name of an exception: `TypeError: x is not a function`.
fn is_exception(line: &str) -> bool {
    let line = line.strip_prefix("Uncaught ").unwrap_or(line);
    let name = line.split(':').next().unwrap_or_default();
    let is_name = |character: char| character.is_ascii_alphanumeric() || "._$".contains(character);
    let last = name.rsplit('.').next().unwrap_or_default();
    let is_class = last.starts_with(|first: char| first.is_ascii_uppercase());
    name.len() < line.len()
        && name.chars().all(is_name)
        && is_class
        && 5 < last.len()
        && (last.ends_with("Error") || last.ends_with("Exception"))
}

/// Returns the first line with the word `error`, else the last line of the standard error.
fn weak<'a>(stderr: &'a str, stdout: &'a str) -> Option<Telling<'a>> {
    let line = [stderr, stdout].into_iter().find_map(|text| text.lines().find_map(error_in));
    let last = || stderr.lines().rev().map(str::trim).find(|line| !line.is_empty());
    line.or_else(last).map(|line| Telling { strength: Strength::Weak, lines: vec![line] })
}

/// Returns a line from the word `error` on. If that is in parentheses, returns the message before
/// it as well: `division by 0 (error token is "n")`.
fn error_in(line: &str) -> Option<&str> {
    let lower = line.to_ascii_lowercase();
    let found = lower.match_indices("error").find(|(at, word)| {
        let after = lower[at + word.len()..].chars().next();
        is_start_of_word(&lower, *at) && after.is_some_and(|after| ":[ (\"".contains(after))
    });
    let (at, _) = found?;
    let before = &lower[..at];
    let start = match () {
        () if before.ends_with("fatal ") => at - 6,
        () if before.ends_with('(') => before.rfind(": ").map_or(0, |colon| colon + 2),
        () => at,
    };
    Some(&line[start..])
}

fn is_start_of_word(line: &str, at: usize) -> bool {
    !line[at..].starts_with(char::is_alphanumeric)
        || !line[..at].chars().next_back().is_some_and(|before| before.is_alphanumeric() || before == '_')
}
