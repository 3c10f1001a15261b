//! The order in which CHISEL works.

use std::sync::Arc;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Dead};

use super::functions::Functions;
use super::globals::globals;
use crate::options::Switch;
use crate::tree::cut::Cut;
use crate::tree::hdd::units;
use crate::tree::rounds::{Round, Rounds, Unit};
use crate::tree::subject::Subject;

/// What is done next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Everything at once that nothing uses.
    DeadTogether(Reach),
    /// Which of it can go.
    DeadApart(Reach),
    /// Which global declarations can go.
    Globals,
    /// Which statements of a function can go.
    Functions,
}

/// Which definitions a step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Reach {
    /// Those that are known in the whole text.
    Global,
    Local,
}

/// What is done, in turn; a plan repeats it until nothing goes.
const STEPS: &[Step] = &[
    Step::DeadTogether(Reach::Global),
    Step::DeadApart(Reach::Global),
    Step::Globals,
    Step::DeadTogether(Reach::Global),
    Step::DeadApart(Reach::Global),
    Step::Functions,
    Step::DeadTogether(Reach::Global),
    Step::DeadApart(Reach::Global),
    Step::DeadTogether(Reach::Local),
    Step::DeadApart(Reach::Local),
];

/// The rounds of CHISEL over one file.
#[derive(Clone)]
pub(super) struct Chiseling {
    bindings: Bindings,
    functions: Arc<Functions>,
    dead_code: Switch,
    /// The steps to come.
    steps: &'static [Step],
    /// The lists of functions that were looked at.
    n_lists: usize,
}

impl Chiseling {
    pub(super) fn new(subject: &Subject, bindings: &Bindings, dead_code: Switch) -> Chiseling {
        let functions = Arc::new(Functions::of(subject.tree(), bindings));
        Chiseling { bindings: bindings.clone(), functions, dead_code, steps: STEPS, n_lists: 0 }
    }

    /// Gives a unit for each entity that nothing uses.
    fn dead(&self, subject: &Subject, cut: &Cut, reach: Reach) -> Vec<Unit> {
        if self.dead_code == Switch::Off {
            return Vec::new();
        }
        let unit = |dead: &Dead| {
            let weight = dead.nodes.iter().map(|&node| subject.n_alive(node, cut)).sum();
            let changes: Option<Vec<_>> = dead.nodes.iter().map(|&node| subject.removal(node, cut)).collect();
            Some(Unit { changes: changes?, weight })
        };
        let dead = self.bindings.dead(cut.gone_bytes(subject.tree()));
        dead.iter().filter(|dead| dead.is_global == (reach == Reach::Global)).filter_map(unit).collect()
    }
}

impl Rounds for Chiseling {
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round> {
        loop {
            let (step, rest) = self.steps.split_first()?;
            let units = match *step {
                Step::DeadTogether(reach) => {
                    self.steps = rest;
                    let units = self.dead(subject, cut, reach);
                    if !units.is_empty() {
                        return Some(Round::Batch(units.into_iter().flat_map(|unit| unit.changes).collect()));
                    }
                    continue;
                }
                Step::DeadApart(reach) => {
                    self.steps = rest;
                    let units = self.dead(subject, cut, reach);
                    // A single one was tried as all of them together.
                    if units.len() < 2 { Vec::new() } else { units }
                }
                Step::Globals => {
                    self.steps = rest;
                    globals(subject, &self.bindings, cut)
                }
                Step::Functions => match self.functions.lists().get(self.n_lists) {
                    Some(list) => {
                        self.n_lists += 1;
                        units(subject, cut, &alive(subject, cut, list))
                    }
                    None => {
                        self.steps = rest;
                        continue;
                    }
                },
            };
            if !units.is_empty() {
                return Some(Round::List(units));
            }
        }
    }
}

fn alive(subject: &Subject, cut: &Cut, nodes: &[NodeId]) -> Vec<NodeId> {
    nodes.iter().copied().filter(|&node| 0 < subject.n_alive(node, cut)).collect()
}
