//! Where a plan stands: which pass comes next.

use std::sync::Arc;

use super::boring::Version;
use super::{Plan, Step};
use crate::pass::Pass;
use crate::repair::Repair;

/// A plan that is repeated while it shrinks a document takes one part in so many of the tokens.
const SHRUNK_BY: u64 = 10;

/// The plans under way, the innermost last.
#[derive(Clone)]
pub(super) struct Frames {
    frames: Vec<Frame>,
}

#[derive(Clone)]
enum Frame {
    Once(Plan),
    Sequence {
        plans: Arc<[Plan]>,
        next: usize,
    },
    Fixpoint {
        plan: Arc<Plan>,
        begun_at: Option<Version>,
    },
    /// What was boring at the version `since` or later is put off.
    Frugal {
        plan: Arc<Plan>,
        begun_at: Option<Version>,
        since: Version,
    },
    WhileShrinking {
        plan: Arc<Plan>,
        /// The tokens at the start of the last run.
        n_tokens: Option<u64>,
    },
    Repaired {
        /// What is still to be run.
        plan: Option<Arc<Plan>>,
        repair: Box<dyn Repair>,
    },
}

impl Frames {
    pub(super) fn new(plan: &Plan) -> Frames {
        Frames { frames: vec![Frame::Once(plan.clone())] }
    }

    /// Returns the version since which what was boring is put off, where the pass under way is in a
    /// frugal fixpoint.
    pub(super) fn put_off_since(&self) -> Option<Version> {
        self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Frugal { since, .. } => Some(*since),
            _ => None,
        })
    }

    /// Returns the repairs of the pass under way, the innermost first.
    pub(super) fn repairs(&self) -> impl Iterator<Item = &dyn Repair> {
        self.frames.iter().rev().filter_map(|frame| match frame {
            Frame::Repaired { repair, .. } => Some(&**repair),
            _ => None,
        })
    }

    /// Returns the repairs of the pass under way, the innermost first.
    pub(super) fn repairs_mut(&mut self) -> impl Iterator<Item = &mut Box<dyn Repair>> {
        self.frames.iter_mut().rev().filter_map(|frame| match frame {
            Frame::Repaired { repair, .. } => Some(repair),
            _ => None,
        })
    }

    /// Goes on to the next pass. `version` and `n_tokens` are those of the best document.
    pub(super) fn next_pass(&mut self, version: Version, n_tokens: impl Fn() -> u64) -> Option<Pass> {
        loop {
            let Some(plan) = self.frames.last_mut()?.next(version, &n_tokens) else {
                self.frames.pop();
                continue;
            };
            self.frames.push(match plan.step {
                Step::Pass(pass) => return Some(pass),
                Step::Sequence(plans) => Frame::Sequence { plans, next: 0 },
                Step::Fixpoint(plan) => Frame::Fixpoint { plan, begun_at: None },
                Step::WhileShrinking(plan) => Frame::WhileShrinking { plan, n_tokens: None },
                Step::Frugal(plan) => Frame::Frugal { plan, begun_at: None, since: 0 },
                Step::Repaired(plan, repair) => {
                    Frame::Repaired { plan: Some(plan), repair: dyn_clone::clone_box(&*repair) }
                }
            });
        }
    }
}

impl Frame {
    /// Returns the plan to run next in this frame; `None` when it has ended.
    fn next(&mut self, version: Version, n_tokens: &impl Fn() -> u64) -> Option<Plan> {
        match self {
            Frame::Once(plan) => {
                let plan = plan.clone();
                *self = Frame::Sequence { plans: Arc::new([]), next: 0 };
                Some(plan)
            }
            Frame::Sequence { plans, next } => {
                *next += 1;
                plans.get(*next - 1).cloned()
            }
            Frame::Fixpoint { plan, begun_at } => {
                let is_over = begun_at.replace(version) == Some(version);
                (!is_over).then(|| Plan::clone(plan))
            }
            Frame::WhileShrinking { plan, n_tokens: before } => {
                let n_left = n_tokens();
                // A tenth of nothing is nothing.
                let is_over = before.is_some_and(|before| (before - n_left) * SHRUNK_BY < before.max(1));
                *before = Some(n_left);
                (!is_over).then(|| Plan::clone(plan))
            }
            Frame::Frugal { plan, begun_at, since } => {
                let is_fruitless = begun_at.replace(version) == Some(version);
                if is_fruitless && *since == version {
                    return None;
                }
                if is_fruitless {
                    *since = version;
                }
                Some(Plan::clone(plan))
            }
            Frame::Repaired { plan, .. } => plan.take().map(Arc::unwrap_or_clone),
        }
    }
}
