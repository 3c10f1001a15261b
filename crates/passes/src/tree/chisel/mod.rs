//! CHISEL: reduction by definitions and uses.

mod chiseling;
mod functions;
mod globals;
#[cfg(test)]
mod tests;
mod unused;

use dwindle_reduce::{CandidateSearch, Document};

use self::chiseling::Chiseling;
use super::search::TreeSearch;
use crate::entry::Entry;
use crate::options::{ChiselOptions, PassOptions, Switch};
use crate::policy::careful::{Budget, Budgets, careful};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "chisel",
    summary: "removes declarations, then statements in functions, and keeps every name defined",
    manual: "\
CHISEL (Heo, Lee, Pashakhanloo, Naik 2018). First removes unused definitions in one trial, with \
everything that only they use. Then a list algorithm finds out which other global declarations can \
be removed (all declarations of one name are one unit), which functions need no body, and which \
statements of each function: callers before callees, the outermost statements first. After each \
function, definitions that have become unused are removed. A candidate in which a name lacks its \
definition or a goto its label is not tested; one that keeps the declaration of a function without \
its body, or a function without its last return, is tested once per function. Only for languages \
with known definitions and uses; other files are left alone. It was made for removing features \
from programs, and is a fast first pass over large ones: the contents of statements are left to \
other passes. What the papers call d-CHISEL and p-CHISEL is --algorithm ddmin and probdd.",
    begin: |options, document| begin("chisel", options, options.chisel, document),
};

/// The entry of CHISEL without its dependency check.
pub const UNCHECKED: Entry = Entry {
    name: "chisel-unchecked",
    summary: "as chisel, and also tests candidates that lack a definition",
    manual: "\
CHISEL without its dependency check: candidates in which names lack their definitions are tested \
like others. For comparisons, and for properties that do not require definitions.",
    begin: |options, document| {
        let chisel = ChiselOptions { dependency_check: Switch::Off, ..options.chisel };
        begin("chisel-unchecked", options, chisel, document)
    },
};

/// The entry of CHISEL without removal of dead code.
pub const KEEP_UNUSED: Entry = Entry {
    name: "chisel-keep-unused",
    summary: "as chisel, and leaves unused definitions to its lists",
    manual: "\
CHISEL without its removal of dead code: unused definitions are found by the list algorithms, with \
everything else. For comparisons.",
    begin: |options, document| {
        let chisel = ChiselOptions { dead_code: Switch::Off, ..options.chisel };
        begin("chisel-keep-unused", options, chisel, document)
    },
};

fn begin(
    pass: &'static str,
    options: &PassOptions,
    chisel: ChiselOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    let search = TreeSearch::begin_with_bindings(pass, options, document, move |subject, bindings| {
        Some(Chiseling::new(subject, &bindings, chisel))
    })?;
    Some(match chisel.dependency_check {
        Switch::On => careful(search, document, &options.trees, BUDGETS),
        Switch::Off => search,
    })
}

/// A name without a definition does not compile. Code without a body or a return may still
/// reproduce the problem, so that is tried once per function.
const BUDGETS: Budgets = Budgets {
    definition: Budget::NONE,
    label: Budget::NONE,
    body: Budget { each: 1, in_all: u32::MAX },
    of_return: Budget { each: 1, in_all: u32::MAX },
    when_run: Budget::ONCE,
};
