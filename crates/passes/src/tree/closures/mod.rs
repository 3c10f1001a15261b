//! Removes definitions with their uses, and parameters with the arguments of every call.

mod definitions;
pub(super) mod parameters;
#[cfg(test)]
mod tests;

use dwindle_reduce::{CandidateSearch, Document};
use dwindle_syntax::bindings::Bindings;

pub(super) use self::definitions::closed;
use self::definitions::definitions;
use self::parameters::parameters;
use super::cut::Cut;
use super::rounds::{Round, Rounds, TreeSearch};
use super::subject::Subject;
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
        Some(Lists { bindings, step: Step::Definitions })
    })
}

#[derive(Clone)]
struct Lists {
    bindings: Bindings,
    step: Step,
}

#[derive(Clone, Copy)]
enum Step {
    Definitions,
    Parameters,
    End,
}

impl Rounds for Lists {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        loop {
            let units = match self.step {
                Step::Definitions => {
                    self.step = Step::Parameters;
                    definitions(subject, &self.bindings, cut)
                }
                Step::Parameters => {
                    self.step = Step::End;
                    parameters(subject, &self.bindings, cut)
                }
                Step::End => return None,
            };
            if !units.is_empty() {
                return Some(Round::List(units));
            }
        }
    }
}
