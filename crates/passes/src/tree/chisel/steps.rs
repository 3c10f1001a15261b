//! The steps of CHISEL.

use std::ops::Range;
use std::sync::Arc;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Reach, Removed};

use super::functions::Functions;
use super::globals::globals;
use super::unused::Unused;
use crate::options::{ChiselOptions, Switch};
use crate::tree::cut::Cut;
use crate::tree::hdd::units;
use crate::tree::rounds::{Round, Rounds, Unit};
use crate::tree::subject::Subject;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Remove everything that is unused.
    Unused(Reach),
    /// Minimize the global declarations.
    Globals,
    /// Minimize the functions with a body.
    Bodies,
    /// Minimize the statements of the next function; repeated for each function.
    Functions,
}

/// The steps in order; a plan repeats them to a fixpoint.
const STEPS: &[Step] = &[
    Step::Unused(Reach::Text),
    Step::Globals,
    Step::Bodies,
    Step::Unused(Reach::Text),
    Step::Functions,
    Step::Unused(Reach::Names),
    Step::Unused(Reach::All),
    Step::Unused(Reach::Text),
];

/// The rounds of CHISEL over one file.
#[derive(Clone)]
pub(super) struct Chiseling {
    bindings: Bindings,
    functions: Arc<Functions>,
    options: ChiselOptions,
    unused: Unused,
    /// What was removed when a list was last made.
    removed: Option<Arc<(Vec<Range<usize>>, Removed)>>,
    /// The remaining steps.
    steps: &'static [Step],
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
        Chiseling { bindings, functions, options, unused, removed, steps: STEPS, function: 0, level: 0 }
    }

    fn unused(&mut self, subject: &Subject, cut: &Cut, reach: Reach) -> Option<Round> {
        match self.options.dead_code {
            Switch::On => self.unused.next(subject, &self.bindings, cut, reach),
            Switch::Off => None,
        }
    }

    /// Drops units that the check would refuse: their uses are removed first, and then they are
    /// removed as unused. Without that step, lists have to find both together.
    fn possible(&mut self, subject: &Subject, cut: &Cut, units: Vec<Unit>) -> Vec<Unit> {
        let options = self.options;
        if options.dependency_check == Switch::Off || options.dead_code == Switch::Off {
            return units;
        }
        let tree = subject.tree();
        let gone: Vec<Range<usize>> = cut.gone_bytes(tree).collect();
        let known = self.removed.take().filter(|known| known.0 == gone);
        let known = known.unwrap_or_else(|| {
            let removed = self.bindings.removed(gone.iter().cloned());
            Arc::new((gone, removed))
        });
        let (gone, removed) = &**self.removed.insert(known);
        let is_possible = |unit: &Unit| {
            let without = subject.apply(cut, unit.changes.iter());
            !removed.lacks_definition(beside(without.gone_bytes(tree), gone))
        };
        units.into_iter().filter(is_possible).collect()
    }

    fn list(&mut self, subject: &Subject, cut: &Cut, units: Vec<Unit>) -> Option<Round> {
        let units = self.possible(subject, cut, units);
        (!units.is_empty()).then_some(Round::List(units))
    }

    /// Returns the next level of statements, or unused code after each function; `None` after the
    /// last one.
    fn functions(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        let functions = self.functions.clone();
        while let Some(levels) = functions.get(self.function) {
            let Some(level) = levels.get(self.level) else {
                if let Some(round) = self.unused(subject, cut, Reach::Text) {
                    return Some(round);
                }
                self.function += 1;
                self.level = 0;
                continue;
            };
            // Bodies have a list of their own.
            let is_body = self.level == 0 && level.len() == 1;
            self.level += 1;
            let alive = alive(subject, cut, level);
            let round = if is_body { None } else { self.list(subject, cut, units(subject, cut, &alive)) };
            if round.is_some() {
                return round;
            }
        }
        None
    }
}

impl Rounds for Chiseling {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        loop {
            let (step, rest) = self.steps.split_first()?;
            let round = match *step {
                Step::Unused(reach) => {
                    let round = self.unused(subject, cut, reach);
                    if round.is_none() {
                        self.steps = rest;
                    }
                    round
                }
                Step::Globals => {
                    self.steps = rest;
                    self.list(subject, cut, globals(subject, &self.bindings, cut))
                }
                Step::Bodies => {
                    self.steps = rest;
                    let bodies: Vec<NodeId> = self.functions.bodies().collect();
                    self.list(subject, cut, units(subject, cut, &alive(subject, cut, &bodies)))
                }
                Step::Functions => {
                    let round = self.functions(subject, cut);
                    if round.is_none() {
                        self.steps = rest;
                    }
                    round
                }
            };
            if round.is_some() {
                return round;
            }
        }
    }
}

fn alive(subject: &Subject, cut: &Cut, nodes: &[NodeId]) -> Vec<NodeId> {
    nodes.iter().copied().filter(|&node| 0 < subject.n_alive(node, cut)).collect()
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
