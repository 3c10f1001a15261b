//! The syntax gate as a gate in front of trials.

use std::borrow::Cow;

use dwindle_reduce::{Candidate, Edit, Gate};
use dwindle_syntax::{Splice, SyntaxGate};

/// Refuses candidates in which one file has a new syntax error.
pub(crate) struct NoNewErrors {
    file: u32,
    syntax: SyntaxGate,
}

impl NoNewErrors {
    pub(crate) fn new(file: u32, syntax: SyntaxGate) -> NoNewErrors {
        NoNewErrors { file, syntax }
    }
}

impl Gate for NoNewErrors {
    fn admits(&self, candidate: &Candidate) -> bool {
        let edits = candidate.edits().as_slice();
        let first = edits.partition_point(|edit| edit.file < self.file);
        let behind = edits.partition_point(|edit| edit.file <= self.file);
        self.syntax.admits(&edits[first..behind].iter().map(splice).collect::<Vec<_>>())
    }
}

fn splice(edit: &Edit) -> Splice<'_> {
    Splice { range: edit.range.clone(), text: Cow::Borrowed(edit.text()) }
}
