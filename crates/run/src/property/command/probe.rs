//! Probes: inputs without the contents of the original. A failure that they show as well is not the
//! bug.

use std::fmt;

use dwindle_reduce::{Document, File};

use super::complaint::{Complaint, Strength};
use super::pattern::{OwnText, Pattern, Surroundings};
use super::signature::{Both, Signature};
use crate::process::Ended;

/// A text that is wrong in every language.
const NONSENSE: &[u8] = b")]}> ;\"'\n";
/// Most lines of an output that are searched for one that only the original causes.
const MAX_LINES: usize = 200;
/// Least letters of such a line.
const MIN_LETTERS: usize = 6;
/// Number of single words that are tried.
const N_WORDS: usize = 6;
/// Least number of words with the signature before they count as a probe that has it.
const MIN_SAME_WORDS: usize = 2;
/// Bytes of the input from which words are taken.
const MAX_FOR_WORDS: usize = 64 << 10;
/// Least bytes of an input that is cut in the middle.
const MIN_BYTES: u64 = 16;

/// The kind of a probe.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe {
    /// All files are empty.
    Empty,
    /// All files contain a few bytes that are wrong in every language.
    Nonsense,
    /// All files end in the middle.
    Cut,
    /// A single word of the first file.
    Word,
}

impl Probe {
    /// Returns the probes that differ from the original.
    pub(super) fn all(original: &Document) -> Vec<(Probe, Document)> {
        let with = |content: &dyn Fn(&File) -> Vec<u8>| {
            Document::new(original.files().iter().map(|file| file.with_bytes(content(file))))
        };
        let mut probes =
            vec![(Probe::Empty, with(&|_| Vec::new())), (Probe::Nonsense, with(&|_| NONSENSE.to_vec()))];
        if MIN_BYTES <= original.n_bytes() {
            probes.push((Probe::Cut, with(&|file| file.bytes()[..file.bytes().len() / 2].to_vec())));
        }
        probes.retain(|(_, probe)| probe.key() != original.key());
        probes
    }

    /// Returns probes of single words, short ones first.
    pub(super) fn words(original: &Document) -> Vec<(Probe, Document)> {
        let Some(first) = original.files().first() else { return Vec::new() };
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || b"()[]{}<>,;:=".contains(byte);
        let start = &first.bytes()[..first.bytes().len().min(MAX_FOR_WORDS)];
        let mut words: Vec<&[u8]> = start.split(is_between).filter(|word| !word.is_empty()).collect();
        words.sort_by_key(|word| word.len());
        words.dedup();
        // Words of several lengths: numbers, names and texts.
        let step = words.len().div_ceil(N_WORDS).max(1);
        let end = if first.bytes().ends_with(b"\n") { &b"\n"[..] } else { b"" };
        let only = |word: &[u8]| {
            let word = [word, end].concat();
            let files = original.files().iter().enumerate().map(|(file_idx, file)| {
                file.with_bytes(if file_idx == 0 { word.clone() } else { Vec::new() })
            });
            (Probe::Word, Document::new(files))
        };
        words.into_iter().step_by(step).map(only).collect()
    }
}

impl fmt::Display for Probe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Probe::Empty => "an empty input",
            Probe::Nonsense => "a few bytes of nonsense as the input",
            Probe::Cut => "an input that ends in the middle",
            Probe::Word => "most single words of the input",
        })
    }
}

/// A signature after its comparison with probes.
pub(super) struct Probed {
    /// The signature, strengthened if necessary.
    pub(super) signature: Signature,
    /// A probe that has it nevertheless.
    pub(super) same: Option<Probe>,
}

/// Strengthens a signature so that no probe has it: ignores white space in a difference, adds the
/// words of the input that the message quotes, or adds another line of the output.
pub(super) fn strengthened(
    signature: Signature,
    observed: &Both,
    again: &Both,
    probes: &[(Probe, Both)],
    surroundings: &Surroundings<'_>,
) -> Probed {
    let kept = Surroundings { own_text: OwnText::Kept, ..*surroundings };
    let quoting = signature.complaint().and_then(|_| Complaint::of(&observed.run, &kept, Strength::Weak));
    let quoting = quoting.filter(|complaint| complaint.is_in(&again.run));
    let quoting = quoting.map(|complaint| signature.clone().with_complaint(complaint));
    let stronger = || {
        let all = |_: &Probe| true;
        let line = distinguishing_line(observed, again, probes, all, surroundings).or_else(|| {
            distinguishing_line(observed, again, probes, |probe| *probe != Probe::Cut, surroundings)
        })?;
        Some(signature.clone().and_complaint(Complaint::of_line(line)))
    };
    let same = |signature: &Signature| same(signature, probes);
    let Some(probe) = same(&signature) else { return Probed { signature, same: None } };
    let differing = signature.clone().beyond_space(observed).filter(|signature| signature.is_met(again));
    let better = differing.into_iter().chain(quoting).chain(stronger());
    let better = { better }.find(|signature| same(signature).is_none());
    match better {
        Some(signature) => Probed { signature, same: None },
        None => Probed { signature, same: Some(probe) },
    }
}

/// Returns a probe that has a signature. Half of the input may well show the same bug, so it counts
/// only if the signature is an exit status alone. Single words count if most of them have the
/// signature.
fn same(signature: &Signature, probes: &[(Probe, Both)]) -> Option<Probe> {
    let is_bare =
        signature.complaint().is_none() && signature.is_exit_status() && signature.other().is_none();
    let counts = |probe: Probe| match probe {
        Probe::Empty | Probe::Nonsense => true,
        Probe::Cut => is_bare,
        Probe::Word => false,
    };
    let mut whole = probes.iter().filter(|(probe, _)| counts(*probe));
    if let Some((probe, _)) = whole.find(|(_, both)| signature.is_met(both)) {
        return Some(*probe);
    }
    let words = || probes.iter().filter(|(probe, both)| *probe == Probe::Word && signature.ends_fit(both));
    let n_same = words().filter(|(_, both)| signature.is_met(both)).count();
    (MIN_SAME_WORDS <= n_same && words().count() < 2 * n_same).then_some(Probe::Word)
}

/// Returns the pattern of a line that both runs on the original wrote, and no run on a probe for
/// which `counts` returns true.
fn distinguishing_line(
    observed: &Both,
    again: &Both,
    probes: &[(Probe, Both)],
    counts: impl Fn(&Probe) -> bool,
    surroundings: &Surroundings<'_>,
) -> Option<Pattern> {
    let outputs = [&observed.run.stderr, &observed.run.stdout];
    outputs.into_iter().find_map(|output| {
        let text = String::from_utf8_lossy(&output.pieces().join(&b'\n')).into_owned();
        let lines = text.lines().take(MAX_LINES).filter(|line| !is_echo(line, surroundings.input));
        lines.map(|line| Pattern::of(line, surroundings)).find(|pattern| {
            let has = |run: &Ended| Complaint::of_line(pattern.clone()).is_in(run);
            let is_long = MIN_LETTERS <= pattern.n_letters();
            let is_in_probe = |(probe, both): &(Probe, Both)| counts(probe) && has(&both.run);
            is_long && has(&again.run) && !probes.iter().any(is_in_probe)
        })
    })
}

/// Whether a line repeats a line of the input.
fn is_echo(line: &str, input: &Document) -> bool {
    let line = line.trim().as_bytes();
    input.files().iter().any(|file| memchr::memmem::find(file.bytes(), line).is_some())
}
