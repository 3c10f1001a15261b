//! `dwindle verify`: which single units and syntax nodes could still be removed.

use std::cell::Cell;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use dwindle_passes::keep::KeepGate;
use dwindle_passes::{NodeRemoval, PlanOptions, single_node_removals, single_removals};
use dwindle_reduce::{Candidate, Document, Gate, ListOptions, Verdict};
use dwindle_report::words;
use dwindle_run::executor::{Executor, Threads};
use dwindle_run::property::Cancel;
use dwindle_run::session::Signals;
use dwindle_run::verify::{VerifyError, test_each};

use crate::args::{PropertyArgs, SubjectArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::setup::{Setup, Source, physical_cores};
use crate::stderr;
use crate::test_advice::judge;

/// Most bytes of a unit that are shown.
const SHOWN_BYTES: usize = 60;
/// Time between two lines about the progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(5);

/// Tries to remove every single unit and, if the language is known, every single syntax node.
/// Returns the list of those that could be removed.
pub fn verify(
    subject: &SubjectArgs,
    property: &PropertyArgs,
    jobs: Option<NonZeroUsize>,
    keep: &[String],
) -> Result<(String, Exit), Failure> {
    let interrupt = Cancel::new();
    let _signals = Signals::watch(&interrupt)
        .map_err(|error| Failure::environment(format!("can't watch for Ctrl-C: {error}")))?;
    let setup = Setup::new(subject, property, Source::Input)?;
    if let Some(swept) = setup.sweep(&interrupt) {
        anstream::eprintln!("{swept}");
    }
    let keep = KeepGate::new(&setup.input.document, keep).map_err(|error| Failure::usage_of(&error))?;
    let checked = setup.check_up(&interrupt);
    if interrupt.is_cancelled() {
        return Err(Failure::new(Exit::Interrupted, "interrupted before anything was tried"));
    }
    let checked = checked?;
    judge(&checked.checkup, &checked.neighbours, &setup.facts)?;
    let n_jobs = jobs.map_or_else(physical_cores, NonZeroUsize::get);
    let mut executor = Threads::new(&checked.property, n_jobs)
        .map_err(|error| Failure::environment(format!("can't start {n_jobs} workers: {error}")))?;
    let waker = executor.waker();
    let _ring = interrupt.on_cancel(move || waker.wake());

    let document = &setup.input.document;
    let options = PlanOptions::measured_best(&ListOptions::default()).pass;
    // Every unit counts, even if removing its neighbour would leave the same text. Of the nodes,
    // only those that are more than one unit are tried.
    let n_units = Cell::new(0u64);
    let units = single_removals(document).filter(|candidate| keep.admits(candidate)).map(|candidate| {
        n_units.set(n_units.get() + 1);
        (candidate, None)
    });
    let nodes =
        single_node_removals(document, &options).map(|removal| (removal.candidate.clone(), Some(removal)));
    let nodes = nodes.filter(|(candidate, _)| keep.admits(candidate));
    let mut findings = Findings::default();
    let mut said = Instant::now();
    let result = test_each(&mut executor, units.chain(nodes), |candidate, node, verdict| {
        findings.learn(candidate, node.as_ref(), verdict);
        if PROGRESS_INTERVAL <= said.elapsed() {
            said = Instant::now();
            stderr::say(&findings.so_far());
        }
    });
    match result {
        Ok(()) => Ok(findings.conclude(n_units.get())),
        Err(VerifyError::Interrupted) => {
            stderr::say(&format!("interrupted; {}", findings.so_far()));
            Ok((findings.list(), Exit::Interrupted))
        }
        Err(error) => Err(Failure::environment_of(&error)),
    }
}

/// The results so far.
#[derive(Default)]
struct Findings {
    could_go: Vec<(Offset, String)>,
    n_answers: u64,
    n_nodes: u64,
    n_unresolved: u64,
}

impl Findings {
    fn learn(&mut self, candidate: &Candidate, node: Option<&NodeRemoval>, verdict: Verdict) {
        self.n_answers += 1;
        self.n_nodes += u64::from(node.is_some());
        match verdict {
            Verdict::Interesting => self.could_go.push(match node {
                Some(removal) => described_node(removal),
                None => described(candidate),
            }),
            Verdict::Unresolved => self.n_unresolved += 1,
            Verdict::Boring => {}
        }
    }

    fn so_far(&self) -> String {
        let n_tried = words::counted(self.n_answers, "trial");
        format!("{n_tried} so far, {} could be removed", words::number(self.could_go.len() as u64))
    }

    /// Returns a line for each removable unit or node, in the order of the document.
    fn list(&mut self) -> String {
        self.could_go.sort();
        self.could_go.iter().map(|(_, line)| format!("{line}\n")).collect()
    }

    fn conclude(mut self, n_units: u64) -> (String, Exit) {
        let mut text = self.list();
        let mut tried = words::counted(n_units, "single unit");
        if self.n_nodes != 0 {
            tried = format!("{tried} and {}", words::counted(self.n_nodes, "syntax node"));
        }
        let minimal = if self.n_nodes == 0 { "1-minimal" } else { "1-minimal and 1-tree-minimal" };
        let _ = match self.could_go.len() {
            0 => writeln!(text, "{minimal}: none of {tried} can be removed"),
            n_more => {
                writeln!(text, "{} could still be removed, {tried} were tried", words::number(n_more as u64))
            }
        };
        if self.n_unresolved != 0 {
            let _ = writeln!(text, "{} had no answer", words::counted(self.n_unresolved, "trial"));
        }
        (text, if self.could_go.is_empty() { Exit::Done } else { Exit::No })
    }
}

/// File and byte, for the order of the list.
type Offset = (u32, usize);

/// Returns the offset of the unit that a candidate lacks, and a line about it.
fn described(candidate: &Candidate) -> (Offset, String) {
    let base = candidate.base();
    if let Some(file_idx) = candidate.edits().removed_files().iter().next() {
        let path = words::path(base.files()[file_idx as usize].path());
        return ((file_idx, 0), format!("{path}: the whole file"));
    }
    let Some(edit) = candidate.edits().as_slice().first() else {
        return ((0, 0), "nothing".to_owned());
    };
    let gone = &base.files()[edit.file as usize].bytes()[edit.range.clone()];
    let at = position_text(base, edit.file, edit.range.start);
    ((edit.file, edit.range.start), format!("{at}: {}", shown(gone)))
}

/// Returns the offset of the node that a candidate lacks, and a line about it and its replacement.
fn described_node(removal: &NodeRemoval) -> (Offset, String) {
    let base = removal.candidate.base();
    let gone = &base.files()[removal.file as usize].bytes()[removal.range.clone()];
    let at = position_text(base, removal.file, removal.range.start);
    let mut line = format!("{at}: {} {}", removal.kind, shown(gone));
    if !removal.replacement.is_empty() {
        let _ = write!(line, ", replaced by {}", shown(&removal.replacement));
    }
    ((removal.file, removal.range.start), line)
}

/// Returns the file, line and column of a byte.
fn position_text(document: &Document, file: u32, at: usize) -> String {
    let (line, column) = position(document, file, at);
    format!("{}:{line}:{column}", words::path(document.files()[file as usize].path()))
}

/// Returns the start of a text, in one line.
fn shown(text: &[u8]) -> String {
    let text = text.trim_ascii();
    String::from_utf8_lossy(&text[..text.len().min(SHOWN_BYTES)]).escape_debug().to_string()
}

/// Returns the line and column, both from 1, of the first byte at or after `at` that is not white
/// space.
fn position(document: &Document, file: u32, at: usize) -> (usize, usize) {
    let bytes = document.files()[file as usize].bytes();
    let at = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let before = &bytes[..at.min(bytes.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    (line, String::from_utf8_lossy(&before[line_start..]).chars().count() + 1)
}
