//! Which passes, in which order, until nothing more helps.

mod boring;
mod frames;
mod search;
#[cfg(test)]
pub(crate) mod tests;
mod variants;

use std::fmt;
use std::sync::Arc;

pub(crate) use search::{Moved, PlanSearch};

use crate::pass::Pass;
use crate::repair::Repair;

/// Returns which passes run in which order. Cloning is cheap; running it is a search over
/// candidates.
#[derive(Clone)]
pub struct Plan {
    step: Step,
}

#[derive(Clone)]
enum Step {
    Pass(Pass),
    Sequence(Arc<[Plan]>),
    Fixpoint(Arc<Plan>),
    Frugal(Arc<Plan>),
    WhileShrinking(Arc<Plan>),
    Repaired(Arc<Plan>, Arc<dyn Repair>),
}

impl Plan {
    /// Runs one pass once.
    pub fn pass(pass: Pass) -> Plan {
        Plan { step: Step::Pass(pass) }
    }

    /// Runs plans one after the other.
    pub fn sequence(plans: impl IntoIterator<Item = Plan>) -> Plan {
        Plan { step: Step::Sequence(plans.into_iter().collect()) }
    }

    /// Runs a plan again and again until a whole run of it accepts nothing. A pass that accepted
    /// nothing on exactly this document before is not started on it again.
    pub fn fixpoint(plan: Plan) -> Plan {
        Plan { step: Step::Fixpoint(Arc::new(plan)) }
    }

    /// As [`fixpoint`](Plan::fixpoint), in fewer trials where much is needed: what was boring is
    /// not asked about again because something else was accepted, unless what stands around it
    /// changed or a name in it went elsewhere. When nothing more goes that way, all is asked once
    /// more, and again until a whole run of that accepts nothing.
    pub fn frugal_fixpoint(plan: Plan) -> Plan {
        Plan { step: Step::Frugal(Arc::new(plan)) }
    }

    /// Runs a plan again and again as long as a run takes a tenth of the tokens at least: for
    /// coarse passes, when finer ones come later.
    pub fn while_shrinking(plan: Plan) -> Plan {
        Plan { step: Step::WhileShrinking(Arc::new(plan)) }
    }

    /// Runs a plan whose passes' proposals are repaired before they are tested. Where repairs lie
    /// within each other, the inner one comes first. What a repair learns lasts as long as the run
    /// of the plan.
    pub fn repaired(plan: Plan, repair: Arc<dyn Repair>) -> Plan {
        Plan { step: Step::Repaired(Arc::new(plan), repair) }
    }

    /// Returns the names of the passes in the order in which they first run, each once.
    pub fn pass_names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let mut rest = vec![self];
        while let Some(plan) = rest.pop() {
            match &plan.step {
                Step::Pass(pass) if !names.contains(&pass.name()) => names.push(pass.name()),
                Step::Pass(_) => {}
                Step::Sequence(plans) => rest.extend(plans.iter().rev()),
                Step::Fixpoint(plan)
                | Step::Frugal(plan)
                | Step::WhileShrinking(plan)
                | Step::Repaired(plan, _) => rest.push(plan),
            }
        }
        names
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.step {
            Step::Pass(pass) => f.write_str(pass.name()),
            Step::Sequence(plans) => f.debug_list().entries(plans.iter()).finish(),
            Step::Fixpoint(plan) | Step::Frugal(plan) | Step::WhileShrinking(plan) => {
                write!(f, "({plan:?})*")
            }
            Step::Repaired(plan, _) => write!(f, "{plan:?}"),
        }
    }
}
