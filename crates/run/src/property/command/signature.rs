//! What is wrong with what a command does, so that it can be recognized again.

use std::fmt;

use dwindle_reduce::Verdict;
use regex::bytes::Regex;

use crate::process::{Captured, End, Ended};

/// What to look for, as the user says it.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    /// Texts that the standard output contains.
    pub stdout_contains: Vec<String>,
    /// Texts that the standard error contains.
    pub stderr_contains: Vec<String>,
    /// Regular expressions that match the standard output or the standard error.
    pub matches: Vec<String>,
    /// Running out of time is what to look for.
    pub timeout_is_interesting: bool,
}

/// What a run must look like to be the same bug.
///
/// How the first run ended belongs to it if it was killed by a signal or ran out of time; an exit status only if
/// there is nothing else to go by, because many programs count their complaints in it.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    end: Option<End>,
    stdout_contains: Vec<String>,
    stderr_contains: Vec<String>,
    matches: Vec<Regex>,
    /// How the other command ends, if two are compared.
    other: Option<Other>,
}

/// The other side of a difference.
#[derive(Clone, Copy, Debug)]
pub(super) struct Other {
    pub(super) end: End,
    /// Both end in the same way: then what they write to the standard output differs.
    pub(super) output_differs: bool,
}

impl Signature {
    /// Makes a signature of the texts only.
    pub(super) fn new(expectations: &Expectations) -> Result<Signature, regex::Error> {
        let matches =
            expectations.matches.iter().map(|pattern| Regex::new(pattern)).collect::<Result<_, _>>()?;
        Ok(Signature {
            end: None,
            stdout_contains: expectations.stdout_contains.clone(),
            stderr_contains: expectations.stderr_contains.clone(),
            matches,
            other: None,
        })
    }

    /// Returns the signature with an end that a run must have.
    pub(super) fn with_end(self, end: End) -> Signature {
        Signature { end: Some(end), ..self }
    }

    /// Returns the signature with the other side of a difference.
    pub(super) fn with_other(self, other: Other) -> Signature {
        Signature { other: Some(other), ..self }
    }

    /// Whether there are texts to look for.
    pub(super) fn has_texts(&self) -> bool {
        !(self.stdout_contains.is_empty() && self.stderr_contains.is_empty() && self.matches.is_empty())
    }

    /// Returns what is not as it must be in a run, apart from how it ended. `None` if all is.
    pub(super) fn missing(&self, run: &Ended) -> Option<String> {
        let lacking = |texts: &[String], output: &Captured, name: &str| {
            let text = texts.iter().find(|text| !output.contains(text.as_bytes()))?;
            Some(format!("{name} does not contain {text:?}"))
        };
        lacking(&self.stdout_contains, &run.stdout, "its standard output")
            .or_else(|| lacking(&self.stderr_contains, &run.stderr, "its standard error"))
            .or_else(|| {
                let is_found = |pattern: &Regex| {
                    [&run.stdout, &run.stderr]
                        .iter()
                        .any(|output| output.pieces().iter().any(|piece| pattern.is_match(piece)))
                };
                let pattern = self.matches.iter().find(|pattern| !is_found(pattern))?;
                Some(format!("nothing in its output matches /{pattern}/"))
            })
    }

    /// Returns what a run of the command means. With two commands, it is a first opinion: interesting means that it is up
    /// to the other.
    pub(super) fn verdict(&self, run: &Ended) -> Verdict {
        let end_fits = self.end.is_none_or(|end| end == run.end);
        let is_asked_for = self.end == Some(run.end);
        match run.end {
            end if end.is_no_answer() && !is_asked_for => Verdict::Unresolved,
            _ if end_fits && self.missing(run).is_none() => Verdict::Interesting,
            _ => Verdict::Boring,
        }
    }

    /// Returns what the runs of both commands mean, after a first opinion in favour.
    pub(super) fn verdict_of_both(&self, run: &Ended, other_run: &Ended) -> Verdict {
        let Some(other) = self.other else { return Verdict::Interesting };
        match other_run.end {
            end if end.is_no_answer() && end != other.end => Verdict::Unresolved,
            end if end != other.end => Verdict::Boring,
            _ if other.output_differs && run.stdout.is_same(&other_run.stdout) => Verdict::Boring,
            _ => Verdict::Interesting,
        }
    }
}

/// A phrase for people: `killed by SIGABRT, and standard error contains "Assertion"`.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.end.iter().map(End::to_string);
        let stdout = self.stdout_contains.iter().map(|text| format!("standard output contains {text:?}"));
        let stderr = self.stderr_contains.iter().map(|text| format!("standard error contains {text:?}"));
        let matches = self.matches.iter().map(|pattern| format!("the output matches /{pattern}/"));
        let other = self.other.iter().map(|other| match other.output_differs {
            true => format!("the other command ends with {} too but writes something else", other.end),
            false => format!("the other command ends with {}", other.end),
        });
        let all: Vec<String> = end.chain(stdout).chain(stderr).chain(matches).chain(other).collect();
        f.write_str(&all.join(", and "))
    }
}
