//! The signature of a failure, by which it is recognized.

use std::fmt;

use dwindle_reduce::Verdict;
use regex::bytes::Regex;
use serde::{Deserialize, Serialize};

use super::complaint::Complaint;
use super::difference::Difference;
use crate::process::{Captured, End, Ended};

/// What the user expects of a failure.
#[derive(Clone, Debug, Default)]
pub struct Expectations {
    /// Texts that the standard output contains.
    pub stdout_contains: Vec<String>,
    /// Texts that the standard error contains.
    pub stderr_contains: Vec<String>,
    /// Regular expressions that match the standard output or the standard error.
    pub matches: Vec<String>,
    /// A run that exceeds its time limit is the failure.
    pub timeout_is_interesting: bool,
}

/// What a run must have to be the same failure.
///
/// The end of the first run is part of it if that was a signal or a time limit. An exit status is
/// part of it only if there is nothing else, because many programs count their errors in it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Signature {
    ending: Ending,
    complaint: Option<Complaint>,
    stdout_contains: Vec<String>,
    stderr_contains: Vec<String>,
    #[serde(with = "expressions")]
    matches: Vec<Regex>,
    /// What the other command must do, if two are compared.
    other: Option<Other>,
}

/// How a run must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ending {
    /// In any way.
    Any,
    /// In any way but with status 0.
    Failed,
    /// In this way.
    Same(End),
}

/// What the other of two commands must do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Other {
    pub(super) end: End,
    /// Its error message.
    pub(super) complaint: Option<Complaint>,
    /// How the standard outputs of the two must differ. They must if both end in the same way.
    pub(super) difference: Difference,
}

/// A run of the command and, if two are compared, a run of the other one on the same input.
#[derive(Clone, Debug)]
pub(super) struct Both {
    pub(super) run: Ended,
    pub(super) other: Option<Ended>,
}

impl Signature {
    /// Creates a signature from the expected texts only.
    pub(super) fn new(expectations: &Expectations) -> Result<Signature, regex::Error> {
        let matches =
            expectations.matches.iter().map(|pattern| Regex::new(pattern)).collect::<Result<_, _>>()?;
        Ok(Signature {
            ending: Ending::Any,
            complaint: None,
            stdout_contains: expectations.stdout_contains.clone(),
            stderr_contains: expectations.stderr_contains.clone(),
            matches,
            other: None,
        })
    }

    /// Sets how a run must end.
    pub(super) fn with_end(self, end: End) -> Signature {
        Signature { ending: Ending::Same(end), ..self }
    }

    /// Requires any end but status 0.
    pub(super) fn with_failure(self) -> Signature {
        Signature { ending: Ending::Failed, ..self }
    }

    /// Sets the error message that a run must have.
    pub(super) fn with_complaint(self, complaint: impl Into<Option<Complaint>>) -> Signature {
        Signature { complaint: complaint.into(), ..self }
    }

    /// Adds to the error message that a run must have.
    pub(super) fn and_complaint(mut self, more: Complaint) -> Signature {
        self.complaint = Some(match self.complaint.take() {
            Some(complaint) => complaint.and(more),
            None => more,
        });
        self
    }

    /// Returns the error message that a run must have.
    pub(super) fn complaint(&self) -> Option<&Complaint> {
        self.complaint.as_ref()
    }

    /// Returns how a run must end.
    pub(super) fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Whether a run must have a certain exit status.
    pub(super) fn is_exit_status(&self) -> bool {
        matches!(self.ending, Ending::Same(End::Exited(_)))
    }

    /// Returns the texts that the standard output must contain.
    pub(super) fn stdout_contains(&self) -> &[String] {
        &self.stdout_contains
    }

    /// Returns the texts that the standard error must contain.
    pub(super) fn stderr_contains(&self) -> &[String] {
        &self.stderr_contains
    }

    /// Returns the regular expressions that the output must match.
    pub(super) fn matches(&self) -> &[Regex] {
        &self.matches
    }

    /// Returns what the other command must do.
    pub(super) fn other(&self) -> Option<&Other> {
        self.other.as_ref()
    }

    /// Sets what the other command must do.
    pub(super) fn with_other(self, other: Other) -> Signature {
        Signature { other: Some(other), ..self }
    }

    /// Returns how the two outputs must differ.
    pub(super) fn difference(&self) -> Difference {
        self.other.as_ref().map_or(Difference::Unneeded, |other| other.difference)
    }

    /// Returns the signature that ignores white space in the difference of the outputs, if the
    /// observed runs have it.
    pub(super) fn beyond_space(mut self, observed: &Both) -> Option<Signature> {
        let other = self.other.as_mut().filter(|other| other.difference == Difference::Bytes)?;
        other.difference = Difference::BeyondSpace;
        self.is_met(observed).then_some(self)
    }

    /// Whether the runs have the signature.
    pub(super) fn is_met(&self, both: &Both) -> bool {
        let is_second_met = |other: &Ended| self.verdict_of_both(&both.run, other) == Verdict::Interesting;
        self.verdict(&both.run) == Verdict::Interesting && both.other.as_ref().is_none_or(is_second_met)
    }

    /// Whether both commands end as they must.
    pub(super) fn ends_fit(&self, both: &Both) -> bool {
        let is_second_fit =
            |other: &Ended| self.other.as_ref().is_none_or(|expected| expected.end == other.end);
        self.ending == Ending::Same(both.run.end) && both.other.as_ref().is_none_or(is_second_fit)
    }

    /// Whether the user expects any texts.
    pub(super) fn has_texts(&self) -> bool {
        !(self.stdout_contains.is_empty() && self.stderr_contains.is_empty() && self.matches.is_empty())
    }

    /// Returns a clause about the first expected text that the output of a run lacks; `None` if it
    /// has all.
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

    /// Returns the verdict from a run of the command. With two commands, *interesting* means that
    /// the other one decides.
    pub(super) fn verdict(&self, run: &Ended) -> Verdict {
        let is_asked_for = self.ending == Ending::Same(run.end);
        let end_fits = match self.ending {
            Ending::Any => true,
            Ending::Failed => run.end != End::Exited(0),
            Ending::Same(_) => is_asked_for,
        };
        let says_so = || self.complaint.as_ref().is_none_or(|complaint| complaint.is_in(run));
        match run.end {
            end if end.is_no_answer() && !is_asked_for => Verdict::Unresolved,
            _ if end_fits && self.missing(run).is_none() && says_so() => Verdict::Interesting,
            _ => Verdict::Boring,
        }
    }

    /// Returns the verdict from the runs of both commands, if that from the first was
    /// *interesting*.
    pub(super) fn verdict_of_both(&self, run: &Ended, other_run: &Ended) -> Verdict {
        let Some(other) = &self.other else { return Verdict::Interesting };
        let says_so = || other.complaint.as_ref().is_none_or(|complaint| complaint.is_in(other_run));
        match other_run.end {
            end if end.is_no_answer() && end != other.end => Verdict::Unresolved,
            end if end != other.end => Verdict::Boring,
            _ if !other.difference.is_met(&run.stdout, &other_run.stdout) => Verdict::Boring,
            _ if !says_so() => Verdict::Boring,
            _ => Verdict::Interesting,
        }
    }
}

/// A description for users: `killed by SIGABRT, and standard error contains "Assertion"`.
impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = match self.ending {
            Ending::Any => None,
            Ending::Failed => Some("an exit status other than 0".to_owned()),
            Ending::Same(end) => Some(end.to_string()),
        };
        let end = end.into_iter().chain(self.complaint.iter().map(Complaint::to_string));
        let stdout = self.stdout_contains.iter().map(|text| format!("standard output contains {text:?}"));
        let stderr = self.stderr_contains.iter().map(|text| format!("standard error contains {text:?}"));
        let matches = self.matches.iter().map(|pattern| format!("the output matches /{pattern}/"));
        let other = self.other.iter().map(|other| match other.difference {
            Difference::Bytes => {
                format!("the other command ends with {} too but writes something else", other.end)
            }
            Difference::BeyondSpace => {
                format!(
                    "the other command ends with {} too but writes more than other white space",
                    other.end
                )
            }
            Difference::Unneeded => format!("the other command ends with {}", other.end),
        });
        let other = other.chain(
            self.other
                .iter()
                .filter_map(|other| other.complaint.as_ref().map(|complaint| format!("there {complaint}"))),
        );
        let all: Vec<String> = end.chain(stdout).chain(stderr).chain(matches).chain(other).collect();
        f.write_str(&all.join(", and "))
    }
}

/// Serializes regular expressions as their texts.
mod expressions {
    use regex::bytes::Regex;
    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(all: &[Regex], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(all.iter().map(Regex::as_str))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Regex>, D::Error> {
        let texts = Vec::<String>::deserialize(deserializer)?;
        texts.iter().map(|text| Regex::new(text).map_err(de::Error::custom)).collect()
    }
}
