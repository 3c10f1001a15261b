//! CHISEL: reduction by definitions and uses.

mod functions;
mod globals;
mod steps;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Pass};

use self::steps::Chiseling;
use super::careful::{Careful, Patience, Patiences};
use super::per_file::PerFile;
use super::rounds::TreeSearch;
use super::subject::Subject;
use crate::catalogue::Entry;
use crate::options::{PassOptions, Switch};

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "chisel",
    summary: "removes declarations, then statements in functions, and keeps every name defined",
    manual: "\
CHISEL (Heo, Lee, Pashakhanloo, Naik 2018). First what nothing uses goes, with everything that only it uses; then a list search finds out which \
global declarations can go (all declarations of one name are one unit), then which statements of each function, from the largest function \
down and from the outermost statements inwards. A candidate in which a name lacks its definition or a goto its label is not tested; one that keeps \
the announcement of a function and not its body, or a function without its last return, is tested once for each function. For languages whose definitions and uses are known; others are left alone. Made for taking features out of programs, and a fast first \
pass over large ones: what is within statements is left to other passes.",
    make: |options| {
        let pass = Arc::new(Chisel { options: options.clone() });
        match options.chisel.dependency_check {
            Switch::On => Arc::new(Careful::new(pass, &options.trees, PATIENCES)),
            Switch::Off => pass,
        }
    },
};

struct Chisel {
    options: PassOptions,
}

impl Pass for Chisel {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn begin(&self, document: &Document) -> Option<CandidateSearch> {
        let options = self.options.clone();
        PerFile::start(document, move |document, file| {
            let subject = Arc::new(Subject::new(ENTRY.name, &options, document, file)?);
            let bindings = subject.file.bindings()?.clone();
            let rounds = Chiseling::new(&subject, &bindings, options.chisel.dead_code);
            TreeSearch::begin(subject, &options.method, rounds)
        })
    }
}

/// A name without a definition does not compile. What does without a body or a return may well do something else that is
/// needed, so that is tried once for each function.
const PATIENCES: Patiences = Patiences {
    definition: Patience::NONE,
    label: Patience::NONE,
    body: Patience { each: 1, in_all: u32::MAX },
    of_return: Patience { each: 1, in_all: u32::MAX },
};
