//! Removes definitions with their uses, and parameters with the arguments of every call.

pub(in crate::tree) mod bracketed;
pub(in crate::tree) mod curried;
mod definitions;
pub(super) mod parameters;
#[cfg(test)]
mod tests;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::bindings::Bindings;

pub(super) use self::definitions::closed;
use self::definitions::definitions;
use self::parameters::parameters;
use super::search::{Framework, Task, TreeSearch};
use super::subject::Subject;
use super::token_edits::TokenEdits;
use crate::entry::Entry;
use crate::options::PassOptions;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "closures",
    summary: "removes definitions with all their uses, and parameters with the arguments of every call",
    manual: "\
One list is the definitions of a text, each with the statements that use it, and recursively with \
everything that uses what those define: nothing remains without a definition. Another list is the \
parameters of functions, each with the corresponding argument in every call. Other passes come to \
the same result by many small steps if each step is interesting; if one part cannot be removed \
without the other, they do not. With --units closures, the passes of the families of hdd and \
perses use closures as units, too. Only for languages with known definitions and uses; other files \
are left alone.",
    begin,
};

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    TreeSearch::begin_with_bindings(ENTRY.name, options, document, |_, bindings| {
        Some(Lists { bindings, phase: Phase::Definitions })
    })
}

#[derive(Clone)]
struct Lists {
    bindings: Bindings,
    phase: Phase,
}

#[derive(Clone, Copy)]
enum Phase {
    Definitions,
    Parameters,
    End,
}

impl Framework for Lists {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        loop {
            let units = match self.phase {
                Phase::Definitions => {
                    self.phase = Phase::Parameters;
                    definitions(subject, &self.bindings, edits)
                }
                Phase::Parameters => {
                    self.phase = Phase::End;
                    parameters(subject, &self.bindings, edits)
                }
                Phase::End => return None,
            };
            if !units.is_empty() {
                return Some(Task::List(units));
            }
        }
    }
}
