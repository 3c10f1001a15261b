//! What is wrong with what a command does, so that it can be recognized again.

use std::fmt;

use dwindle_reduce::Verdict;
use regex::bytes::Regex;
use serde::{Deserialize, Serialize};

use super::complaint::Complaint;
use super::difference::Difference;
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
/// How the first run ended belongs to it if it was killed by a signal or ran out of time; an exit
/// status only if there is nothing else to go by, because many programs count their complaints in
/// it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Signature {
    ending: Ending,
    complaint: Option<Complaint>,
    stdout_contains: Vec<String>,
    stderr_contains: Vec<String>,
    #[serde(with = "expressions")]
    matches: Vec<Regex>,
    /// How the other command ends, if two are compared.
    other: Option<Other>,
}

/// How a run must end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Ending {
    /// With any status.
    Any,
    /// With any status but 0.
    Failed,
    /// Like this.
    Same(End),
}

/// The other side of a difference.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Other {
    pub(super) end: End,
    /// What it says when it fails.
    pub(super) complaint: Option<Complaint>,
    /// How what they write to the standard output differs: it must where both end in the same way.
    pub(super) difference: Difference,
}

/// A run of the command, and one of the other on the same input if two are compared.
#[derive(Clone, Debug)]
pub(super) struct Both {
    pub(super) run: Ended,
    pub(super) other: Option<Ended>,
}

impl Signature {
    /// Makes a signature of the texts only.
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

    /// Returns the signature with an end that a run must have.
    pub(super) fn with_end(self, end: End) -> Signature {
        Signature { ending: Ending::Same(end), ..self }
    }

    /// Returns the signature with an end of which only one thing matters: that it is a failure.
    pub(super) fn with_failure(self) -> Signature {
        Signature { ending: Ending::Failed, ..self }
    }

    /// Returns the signature with what a run must say.
    pub(super) fn with_complaint(self, complaint: impl Into<Option<Complaint>>) -> Signature {
        Signature { complaint: complaint.into(), ..self }
    }

    /// Returns the signature with something more that a run must say.
    pub(super) fn and_complaint(mut self, more: Complaint) -> Signature {
        self.complaint = Some(match self.complaint.take() {
            Some(complaint) => complaint.and(more),
            None => more,
        });
        self
    }

    /// Returns what a run must say.
    pub(super) fn complaint(&self) -> Option<&Complaint> {
        self.complaint.as_ref()
    }

    /// Returns how a run must end.
    pub(super) fn ending(&self) -> &Ending {
        &self.ending
    }

    /// Whether a run must end with one exit status.
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

    /// Returns the other side of a difference.
    pub(super) fn other(&self) -> Option<&Other> {
        self.other.as_ref()
    }

    /// Returns the signature with the other side of a difference.
    pub(super) fn with_other(self, other: Other) -> Signature {
        Signature { other: Some(other), ..self }
    }

    /// Returns how two outputs must differ.
    pub(super) fn difference(&self) -> Difference {
        self.other.as_ref().map_or(Difference::Unneeded, |other| other.difference)
    }

    /// Returns the signature for which a difference in white space is none, if what was observed
    /// differs in more.
    pub(super) fn beyond_space(mut self, observed: &Both) -> Option<Signature> {
        let other = self.other.as_mut().filter(|other| other.difference == Difference::Bytes)?;
        other.difference = Difference::BeyondSpace;
        self.is_met(observed).then_some(self)
    }

    /// Whether runs have the signature.
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

    /// Returns what a run of the command means. With two commands, it is a first opinion:
    /// interesting means that it is up to the other.
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

    /// Returns what the runs of both commands mean, after a first opinion in favour.
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

/// A phrase for people: `killed by SIGABRT, and standard error contains "Assertion"`.
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

/// Regular expressions as the texts that they were made of.
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
