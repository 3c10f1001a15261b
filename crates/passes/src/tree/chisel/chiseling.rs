//! The phases of CHISEL.

use std::ops::Range;
use std::sync::Arc;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Reach, Removed};

use super::functions::Functions;
use super::globals::globals;
use super::unused::Unused;
use crate::options::{ChiselOptions, Switch};
use crate::tree::hdd::units;
use crate::tree::search::{Framework, Task, Unit};
use crate::tree::subject::Subject;
use crate::tree::token_edits::TokenEdits;

/// A phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// Remove everything that is unused.
    Unused(Reach),
    /// Minimize the global declarations.
    Globals,
    /// Minimize the functions with a body.
    Bodies,
    /// Minimize the statements of the next function; repeated for each function.
    Functions,
}

/// The phases in order; a plan repeats them to a fixpoint.
const PHASES: &[Phase] = &[
    Phase::Unused(Reach::Text),
    Phase::Globals,
    Phase::Bodies,
    Phase::Unused(Reach::Text),
    Phase::Functions,
    Phase::Unused(Reach::Names),
    Phase::Unused(Reach::All),
    Phase::Unused(Reach::Text),
];

/// The framework of CHISEL over one file.
#[derive(Clone)]
pub(super) struct Chiseling {
    bindings: Bindings,
    functions: Arc<Functions>,
    options: ChiselOptions,
    unused: Unused,
    /// What was removed when a list was last made.
    removed: Option<Arc<(Vec<Range<usize>>, Removed)>>,
    /// The remaining phases.
    phases: &'static [Phase],
    /// The function whose statements are next.
    function: usize,
    /// The nesting level of the next statements.
    level: usize,
}

impl Chiseling {
    pub(super) fn new(subject: &Subject, bindings: &Bindings, options: ChiselOptions) -> Chiseling {
        let functions = Arc::new(Functions::of(subject.tree(), bindings));
        let (bindings, unused) = (bindings.clone(), Unused::default());
        let removed = None;
        Chiseling { bindings, functions, options, unused, removed, phases: PHASES, function: 0, level: 0 }
    }

    fn unused(&mut self, subject: &Subject, edits: &TokenEdits, reach: Reach) -> Option<Task> {
        match self.options.dead_code {
            Switch::On => self.unused.next(subject, &self.bindings, edits, reach),
            Switch::Off => None,
        }
    }

    /// Drops units that the check would refuse: their uses are removed first, and then they are
    /// removed as unused. Without this, lists have to find both together.
    fn possible(&mut self, subject: &Subject, edits: &TokenEdits, units: Vec<Unit>) -> Vec<Unit> {
        let options = self.options;
        if options.dependency_check == Switch::Off || options.dead_code == Switch::Off {
            return units;
        }
        let tree = subject.tree();
        let gone: Vec<Range<usize>> = edits.gone_bytes(tree).collect();
        let known = self.removed.take().filter(|known| known.0 == gone);
        let known = known.unwrap_or_else(|| {
            let removed = self.bindings.removed(gone.iter().cloned());
            Arc::new((gone, removed))
        });
        let (gone, removed) = &**self.removed.insert(known);
        let is_possible = |unit: &Unit| {
            let without = subject.apply(edits, unit.changes.iter());
            !removed.lacks_definition(beside(without.gone_bytes(tree), gone))
        };
        units.into_iter().filter(is_possible).collect()
    }

    fn list(&mut self, subject: &Subject, edits: &TokenEdits, units: Vec<Unit>) -> Option<Task> {
        let units = self.possible(subject, edits, units);
        (!units.is_empty()).then_some(Task::List(units))
    }

    /// Returns the next level of statements, or unused code after each function; `None` after the
    /// last one.
    fn functions(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        let functions = self.functions.clone();
        while let Some(levels) = functions.get(self.function) {
            let Some(level) = levels.get(self.level) else {
                if let Some(task) = self.unused(subject, edits, Reach::Text) {
                    return Some(task);
                }
                self.function += 1;
                self.level = 0;
                continue;
            };
            // Bodies have a list of their own.
            let is_body = self.level == 0 && level.len() == 1;
            self.level += 1;
            let alive = alive(subject, edits, level);
            let task = if is_body { None } else { self.list(subject, edits, units(subject, edits, &alive)) };
            if task.is_some() {
                return task;
            }
        }
        None
    }
}

impl Framework for Chiseling {
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task> {
        loop {
            let (phase, rest) = self.phases.split_first()?;
            let task = match *phase {
                Phase::Unused(reach) => {
                    let task = self.unused(subject, edits, reach);
                    if task.is_none() {
                        self.phases = rest;
                    }
                    task
                }
                Phase::Globals => {
                    self.phases = rest;
                    self.list(subject, edits, globals(subject, &self.bindings, edits))
                }
                Phase::Bodies => {
                    self.phases = rest;
                    let bodies: Vec<NodeId> = self.functions.bodies().collect();
                    self.list(subject, edits, units(subject, edits, &alive(subject, edits, &bodies)))
                }
                Phase::Functions => {
                    let task = self.functions(subject, edits);
                    if task.is_none() {
                        self.phases = rest;
                    }
                    task
                }
            };
            if task.is_some() {
                return task;
            }
        }
    }
}

fn alive(subject: &Subject, edits: &TokenEdits, nodes: &[NodeId]) -> Vec<NodeId> {
    nodes.iter().copied().filter(|&node| 0 < subject.n_alive(node, edits)).collect()
}

/// Returns the bytes of some ranges that are in none of some others; both are sorted and without
/// overlaps.
fn beside(ranges: impl Iterator<Item = Range<usize>>, others: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut next = 0;
    for Range { mut start, end } in ranges {
        while let Some(other) = others.get(next).filter(|other| other.start < end) {
            if start < other.start {
                found.push(start..other.start);
            }
            start = start.max(other.end);
            if end < other.end {
                break;
            }
            next += 1;
        }
        if start < end {
            found.push(start..end);
        }
    }
    found
}
