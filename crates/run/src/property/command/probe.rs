//! Inputs that lack what the original has: a command that fails in the same way on them does not
//! show the bug.

use std::fmt;

use dwindle_reduce::{Document, File};

use super::complaint::{Complaint, Strength};
use super::pattern::{OwnText, Pattern, Surroundings};
use super::signature::{Both, Signature};
use crate::process::Ended;

/// Nothing that any language knows.
const NONSENSE: &[u8] = b")]}> ;\"'\n";
/// Lines of an output that are looked at for one that tells the original apart.
const MOST_LINES: usize = 200;
/// The fewest letters of such a line.
const FEWEST_LETTERS: usize = 6;
/// Words that are tried, and how many of them at least must have a signature to count.
const N_WORDS: usize = 6;
const N_OF_WORDS: usize = 2;
/// Bytes of the input in which words are looked for.
const MOST_FOR_WORDS: usize = 64 << 10;
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
    /// A single word of the first file.
    Word,
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

    /// Lists probes of single words, short ones first.
    pub(super) fn words(original: &Document) -> Vec<(Probe, Document)> {
        let Some(first) = original.files().first() else { return Vec::new() };
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || b"()[]{}<>,;:=".contains(byte);
        let start = &first.bytes()[..first.bytes().len().min(MOST_FOR_WORDS)];
        let mut words: Vec<&[u8]> = start.split(is_between).filter(|word| !word.is_empty()).collect();
        words.sort_by_key(|word| word.len());
        words.dedup();
        // Numbers, names and texts, of several lengths.
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

/// What was found out about a signature.
pub(super) struct Probed {
    /// The signature, strengthened where it had to be.
    pub(super) signature: Signature,
    /// A probe that gives the same signature nevertheless.
    pub(super) same: Option<Probe>,
}

/// Strengthens a signature until no probe has it: by words of the input that a message quotes, by
/// another line of the output. Half of the input may well show the same bug, so that it counts only
/// where an exit status is all there is.
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
        let line = telling_line(observed, again, probes, all, surroundings)
            .or_else(|| telling_line(observed, again, probes, |probe| *probe != Probe::Cut, surroundings))?;
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

/// Returns a probe that has a signature. Half of the input, and one word, may well show the same
/// bug.
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
    (N_OF_WORDS <= n_same && words().count() < 2 * n_same).then_some(Probe::Word)
}

/// Returns a line that both runs on the original wrote and that no run on a probe that counts did.
fn telling_line(
    observed: &Both,
    again: &Both,
    probes: &[(Probe, Both)],
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
            let is_in_probe = |(probe, both): &(Probe, Both)| counts(probe) && has(&both.run);
            is_long && has(&again.run) && !probes.iter().any(is_in_probe)
        })
    })
}

/// Whether a line just repeats one of the input.
fn is_echo(line: &str, input: &Document) -> bool {
    let line = line.trim().as_bytes();
    input.files().iter().any(|file| memchr::memmem::find(file.bytes(), line).is_some())
}
