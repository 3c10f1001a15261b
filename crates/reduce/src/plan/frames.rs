//! The position in a plan: which pass comes next.

use std::sync::Arc;

use super::name_reader::NameReader;
use super::version::Version;
use super::{Plan, PlanKind};
use crate::pass::Pass;
use crate::repair::Repair;

/// [`Plan::while_shrinking`] continues while a run removes at least one token in this many.
const SHRUNK_BY: u64 = 10;

/// The number of passes before a pass in the whole plan.
pub(super) type PassIdx = usize;

/// The plans under way, the innermost last.
#[derive(Clone)]
pub(super) struct Frames {
    frames: Vec<Frame>,
}

/// A plan under way.
#[derive(Clone)]
struct Frame {
    /// The first pass in it.
    first: PassIdx,
    state: State,
}

#[derive(Clone)]
enum State {
    Once(Plan),
    Sequence {
        plans: Arc<[Plan]>,
        next: usize,
        /// The number of passes in the plans before the next one.
        n_passed: usize,
    },
    Around {
        plan: Arc<Plan>,
        between: Arc<Plan>,
        n_runs: u32,
    },
    Branch {
        plans: Arc<[Plan; 3]>,
        /// The number of plans that were started.
        n_runs: u32,
        /// The version at the start.
        begun_at: Version,
    },
    Fixpoint {
        plan: Arc<Plan>,
        begun_at: Option<Version>,
    },
    /// What was boring at the version `since` or later is put off.
    Frugal {
        plan: Arc<Plan>,
        reader: Arc<dyn NameReader>,
        begun_at: Option<Version>,
        since: Version,
    },
    Remembering {
        /// The plan to run; `None` once it was started.
        plan: Option<Arc<Plan>>,
        reader: Arc<dyn NameReader>,
    },
    WhileShrinking {
        plan: Arc<Plan>,
        /// The tokens at the start of the last run.
        n_tokens: Option<u64>,
    },
    Repaired {
        /// The plan to run; `None` once it was started.
        plan: Option<Arc<Plan>>,
        repair: Box<dyn Repair>,
    },
}

impl Frames {
    pub(super) fn new(plan: &Plan) -> Frames {
        Frames { frames: vec![Frame { first: 0, state: State::Once(plan.clone()) }] }
    }

    /// Returns the version since which what was boring is put off, and the reader of names, where
    /// the pass under way is in a plan that puts off anything. A frugal fixpoint goes before: at
    /// its end it has to ask everything.
    pub(super) fn frugal(&self) -> Option<(Version, &Arc<dyn NameReader>)> {
        let frugal = self.frames.iter().rev().find_map(|frame| match &frame.state {
            State::Frugal { since, reader, .. } => Some((*since, reader)),
            _ => None,
        });
        frugal.or_else(|| {
            self.frames.iter().rev().find_map(|frame| match &frame.state {
                State::Remembering { reader, .. } => Some((0, reader)),
                _ => None,
            })
        })
    }

    /// Returns the repairs of the pass under way, the innermost first.
    pub(super) fn repairs(&self) -> impl Iterator<Item = &dyn Repair> {
        self.frames.iter().rev().filter_map(|frame| match &frame.state {
            State::Repaired { repair, .. } => Some(&**repair),
            _ => None,
        })
    }

    /// Returns the repairs of the pass under way, the innermost first.
    pub(super) fn repairs_mut(&mut self) -> impl Iterator<Item = &mut Box<dyn Repair>> {
        self.frames.iter_mut().rev().filter_map(|frame| match &mut frame.state {
            State::Repaired { repair, .. } => Some(repair),
            _ => None,
        })
    }

    /// Advances to the next pass. Returns it with its index. `version` and `n_tokens` are those of
    /// the best document.
    pub(super) fn next_pass(
        &mut self,
        version: Version,
        n_tokens: impl Fn() -> u64,
    ) -> Option<(Pass, PassIdx)> {
        loop {
            let Some((plan, first)) = self.frames.last_mut()?.next(version, &n_tokens) else {
                self.frames.pop();
                continue;
            };
            let state = match plan.kind {
                PlanKind::Pass(pass) => return Some((pass, first)),
                PlanKind::Sequence(plans) => State::Sequence { plans, next: 0, n_passed: 0 },
                PlanKind::Around(plan, between) => State::Around { plan, between, n_runs: 0 },
                PlanKind::Branch(plans) => State::Branch { plans, n_runs: 0, begun_at: version },
                PlanKind::Fixpoint(plan) => State::Fixpoint { plan, begun_at: None },
                PlanKind::WhileShrinking(plan) => State::WhileShrinking { plan, n_tokens: None },
                PlanKind::Frugal(plan, reader) => State::Frugal { plan, reader, begun_at: None, since: 0 },
                PlanKind::Remembering(plan, reader) => State::Remembering { plan: Some(plan), reader },
                PlanKind::Repaired(plan, repair) => {
                    State::Repaired { plan: Some(plan), repair: dyn_clone::clone_box(&*repair) }
                }
            };
            self.frames.push(Frame { first, state });
        }
    }
}

impl Frame {
    /// Returns the plan to run next in this frame, and the index of its first pass; `None` when it
    /// has ended.
    fn next(&mut self, version: Version, n_tokens: &impl Fn() -> u64) -> Option<(Plan, PassIdx)> {
        let mut first = self.first;
        let plan = match &mut self.state {
            State::Once(plan) => {
                let plan = plan.clone();
                self.state = State::Sequence { plans: Arc::new([]), next: 0, n_passed: 0 };
                Some(plan)
            }
            State::Sequence { plans, next, n_passed } => {
                let plan = plans.get(*next).cloned();
                first += *n_passed;
                *next += 1;
                *n_passed += plan.as_ref().map_or(0, |plan| plan.n_passes);
                plan
            }
            State::Around { plan, between, n_runs } => {
                *n_runs += 1;
                match n_runs {
                    1 | 3 => Some(Plan::clone(plan)),
                    2 => {
                        first += plan.n_passes;
                        Some(Plan::clone(between))
                    }
                    _ => None,
                }
            }
            State::Branch { plans, n_runs, begun_at } => {
                let [plan, if_paid, otherwise] = &**plans;
                *n_runs += 1;
                match n_runs {
                    1 => Some(plan.clone()),
                    2 if *begun_at != version => {
                        first += plan.n_passes;
                        Some(if_paid.clone())
                    }
                    2 => {
                        first += plan.n_passes + if_paid.n_passes;
                        Some(otherwise.clone())
                    }
                    _ => None,
                }
            }
            State::Fixpoint { plan, begun_at } => {
                let is_over = begun_at.replace(version) == Some(version);
                (!is_over).then(|| Plan::clone(plan))
            }
            State::WhileShrinking { plan, n_tokens: before } => {
                let n_left = n_tokens();
                // A tenth of nothing is nothing.
                let is_over = before.is_some_and(|before| (before - n_left) * SHRUNK_BY < before.max(1));
                *before = Some(n_left);
                (!is_over).then(|| Plan::clone(plan))
            }
            State::Frugal { plan, begun_at, since, .. } => {
                let is_unchanged = begun_at.replace(version) == Some(version);
                if is_unchanged && *since == version {
                    return None;
                }
                if is_unchanged {
                    *since = version;
                }
                Some(Plan::clone(plan))
            }
            State::Repaired { plan, .. } | State::Remembering { plan, .. } => {
                plan.take().map(Arc::unwrap_or_clone)
            }
        };
        Some((plan?, first))
    }
}
