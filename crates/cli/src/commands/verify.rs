//! `dwindle verify`: which single units could still go.

use std::fmt::Write;
use std::num::NonZeroUsize;

use dwindle_passes::single_removals;
use dwindle_reduce::{Candidate, Document, Verdict};
use dwindle_report::words;
use dwindle_run::executor::Threads;
use dwindle_run::property::Cancel;
use dwindle_run::verify::test_each;

use crate::args::{PropertyArgs, SubjectArgs};
use crate::exit::Exit;
use crate::failure::Failure;
use crate::first_minute::judge;
use crate::setup::{Setup, Source, physical_cores};

/// The most bytes of a unit that are shown.
const SHOWN_BYTES: usize = 60;

/// Tries to leave out every single unit, and gives the list of those that could go.
pub fn verify(
    subject: &SubjectArgs,
    property: &PropertyArgs,
    jobs: Option<NonZeroUsize>,
) -> Result<(String, Exit), Failure> {
    let setup = Setup::new(subject, property, Source::Input)?;
    let checked = setup.check_up(&Cancel::new())?;
    judge(&checked.checkup, &checked.neighbours, &setup.scene)?;
    let n_jobs = jobs.map_or_else(physical_cores, NonZeroUsize::get);
    let mut executor = Threads::new(&checked.property, n_jobs)
        .map_err(|error| Failure::environment(format!("can't start {n_jobs} workers: {error}")))?;

    let mut could_go: Vec<(Place, String)> = Vec::new();
    let (mut n_tried, mut n_unresolved) = (0u64, 0u64);
    test_each(&mut executor, single_removals(&setup.input.document), |candidate, verdict| {
        n_tried += 1;
        match verdict {
            Verdict::Interesting => could_go.push(described(candidate)),
            Verdict::Unresolved => n_unresolved += 1,
            Verdict::Boring => {}
        }
    })
    .map_err(|error| Failure::environment_of(&error))?;

    could_go.sort();
    let mut text: String = could_go.iter().map(|(_, line)| format!("{line}\n")).collect();
    let tried = words::counted(n_tried, "single unit");
    let _ = match could_go.len() {
        0 => writeln!(text, "1-minimal: none of {tried} can go"),
        n_more => writeln!(text, "{} of {tried} could still go", words::number(n_more as u64)),
    };
    if n_unresolved != 0 {
        let _ = writeln!(text, "{} ran out of time", words::counted(n_unresolved, "trial"));
    }
    Ok((text, if could_go.is_empty() { Exit::Done } else { Exit::No }))
}

/// File and byte, for the order of the list.
type Place = (u32, usize);

/// Says where the unit stands that a candidate lacks, and what it is.
fn described(candidate: &Candidate) -> (Place, String) {
    let base = candidate.base();
    if let Some(file_idx) = candidate.edits().removed_files().iter().next() {
        let path = words::path(base.files()[file_idx as usize].path());
        return ((file_idx, 0), format!("{path}: the whole file"));
    }
    let Some(edit) = candidate.edits().as_slice().first() else {
        return ((0, 0), "nothing".to_owned());
    };
    let (line, column) = position(base, edit.file, edit.range.start);
    let file = &base.files()[edit.file as usize];
    let gone = &file.bytes()[edit.range.clone()];
    let shown = gone.trim_ascii();
    let shown = String::from_utf8_lossy(&shown[..shown.len().min(SHOWN_BYTES)]).escape_debug().to_string();
    ((edit.file, edit.range.start), format!("{}:{line}:{column}: {shown}", words::path(file.path())))
}

/// Gives the line and column, both from 1, of the first byte at or after `at` that is not white space.
fn position(document: &Document, file: u32, at: usize) -> (usize, usize) {
    let bytes = document.files()[file as usize].bytes();
    let at = at + bytes[at..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    let before = &bytes[..at.min(bytes.len())];
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    (line, String::from_utf8_lossy(&before[line_start..]).chars().count() + 1)
}
