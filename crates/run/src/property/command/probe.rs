//! Inputs that lack what the original has: a command that fails in the same way on them does not show the bug.

use std::fmt;

use dwindle_reduce::{Document, File, Verdict};

use super::complaint::{Complaint, Strength};
use super::learn::Observed;
use super::pattern::{OwnText, Pattern, Surroundings};
use super::signature::Signature;
use crate::process::Ended;

/// Nothing that any language knows.
const NONSENSE: &[u8] = b")]}> ;\"'\n";
/// Lines of an output that are looked at for one that tells the original apart.
const MOST_LINES: usize = 200;
/// The fewest letters of such a line.
const FEWEST_LETTERS: usize = 6;
/// The fewest bytes of an input that can be cut in the middle.
const FEWEST_BYTES: u64 = 16;

/// What was made of the original.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// All files are empty.
    Empty,
    /// All files hold a few bytes that make no sense in any language.
    Nonsense,
    /// All files end in the middle.
    Cut,
}

impl Probe {
    /// Lists the probes that differ from the original.
    pub(super) fn all(original: &Document) -> Vec<(Probe, Document)> {
        let with = |content: &dyn Fn(&File) -> Vec<u8>| {
            Document::new(original.files().iter().map(|file| file.with_bytes(content(file))))
        };
        let mut probes =
            vec![(Probe::Empty, with(&|_| Vec::new())), (Probe::Nonsense, with(&|_| NONSENSE.to_vec()))];
        if FEWEST_BYTES <= original.n_bytes() {
            probes.push((Probe::Cut, with(&|file| file.bytes()[..file.bytes().len() / 2].to_vec())));
        }
        probes.retain(|(_, probe)| probe.key() != original.key());
        probes
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Probe::Empty => "an empty input",
            Probe::Nonsense => "a few bytes of nonsense as the input",
            Probe::Cut => "an input that ends in the middle",
        })
    }
}

/// What was found out about a signature.
pub(super) struct Probed {
    /// The signature, strengthened where it had to be.
    pub(super) signature: Signature,
    /// A probe that gives the same signature nevertheless.
    pub(super) same: Option<Probe>,
}

/// Strengthens a signature until no probe has it: by words of the input that a message quotes, by another line of the
/// output. Half of the input may well show the same bug, so that it counts only where an exit status is all there is.
pub(super) fn strengthened(
    signature: Signature,
    observed: &Observed,
    again: &Ended,
    probes: &[(Probe, Ended)],
    surroundings: &Surroundings<'_>,
) -> Probed {
    let kept = Surroundings { own_text: OwnText::Kept, ..*surroundings };
    let quoting = signature.complaint().and_then(|_| Complaint::of(&observed.run, &kept, Strength::Weak));
    let quoting = quoting.filter(|complaint| complaint.is_in(again));
    let quoting = quoting.map(|complaint| signature.clone().with_complaint(complaint));
    let stronger = || {
        let all = |_: &Probe| true;
        let line = telling_line(observed, again, probes, all, surroundings)
            .or_else(|| telling_line(observed, again, probes, |probe| *probe != Probe::Cut, surroundings))?;
        Some(signature.clone().and_complaint(Complaint::of_line(line)))
    };
    let same = |signature: &Signature| {
        let is_bare = signature.complaint().is_none() && signature.is_exit_status();
        let counts = |probe: &Probe| *probe != Probe::Cut || is_bare;
        let mut probes = probes.iter().filter(|(probe, _)| counts(probe));
        probes.find(|(_, run)| signature.verdict(run) == Verdict::Interesting).map(|(probe, _)| *probe)
    };
    let Some(probe) = same(&signature) else { return Probed { signature, same: None } };
    let better = quoting.into_iter().chain(stronger()).find(|signature| same(signature).is_none());
    match better {
        Some(signature) => Probed { signature, same: None },
        None => Probed { signature, same: Some(probe) },
    }
}

/// Returns a line that both runs on the original wrote and that no run on a probe that counts did.
fn telling_line(
    observed: &Observed,
    again: &Ended,
    probes: &[(Probe, Ended)],
    counts: impl Fn(&Probe) -> bool,
    surroundings: &Surroundings<'_>,
) -> Option<Pattern> {
    let outputs = [&observed.run.stderr, &observed.run.stdout];
    outputs.into_iter().find_map(|output| {
        let text = String::from_utf8_lossy(&output.pieces().join(&b'\n')).into_owned();
        let lines = text.lines().take(MOST_LINES).filter(|line| !is_echo(line, surroundings.input));
        lines.map(|line| Pattern::of(line, surroundings)).find(|pattern| {
            let has = |run: &Ended| Complaint::of_line(pattern.clone()).is_in(run);
            let is_long = FEWEST_LETTERS <= pattern.n_letters();
            is_long && has(again) && !probes.iter().any(|(probe, run)| counts(probe) && has(run))
        })
    })
}

/// Whether a line just repeats one of the input.
fn is_echo(line: &str, input: &Document) -> bool {
    let line = line.trim().as_bytes();
    input.files().iter().any(|file| memchr::memmem::find(file.bytes(), line).is_some())
}
