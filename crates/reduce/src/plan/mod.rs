//! Plans: which passes run in which order.

mod alike;
mod begun;
mod boring;
mod frames;
mod name_reader;
mod search;
#[cfg(test)]
pub(crate) mod tests;
mod variants;
mod version;

use std::fmt;
use std::sync::Arc;

pub use name_reader::{NameHash, NameReader};
pub(crate) use search::{Moved, PlanSearch};

use crate::pass::Pass;
use crate::repair::Repair;

/// Which passes run in which order. Cloning is cheap; running it is a search over
/// candidates.
///
/// A pass is identified by its place in the plan: the same pass at two places counts as two passes.
#[derive(Clone)]
pub struct Plan {
    kind: PlanKind,
    /// The number of passes in it; one that stands at two places counts twice.
    n_passes: usize,
}

#[derive(Clone)]
enum PlanKind {
    Pass(Pass),
    Sequence(Arc<[Plan]>),
    Fixpoint(Arc<Plan>),
    Frugal(Arc<Plan>, Arc<dyn NameReader>),
    WhileShrinking(Arc<Plan>),
    Repaired(Arc<Plan>, Arc<dyn Repair>),
    Around(Arc<Plan>, Arc<Plan>),
    Branch(Arc<[Plan; 3]>),
    Remembering(Arc<Plan>, Arc<dyn NameReader>),
}

impl Plan {
    /// Runs one pass once.
    pub fn pass(pass: Pass) -> Plan {
        Plan { kind: PlanKind::Pass(pass), n_passes: 1 }
    }

    /// Runs plans one after the other.
    pub fn sequence(plans: impl IntoIterator<Item = Plan>) -> Plan {
        let plans: Arc<[Plan]> = plans.into_iter().collect();
        let n_passes = plans.iter().map(|plan| plan.n_passes).sum();
        Plan { kind: PlanKind::Sequence(plans), n_passes }
    }

    /// Runs `plan`, then `between`, then `plan` again: its passes keep their places, so one that
    /// accepted nothing on exactly this document before is not started on it again.
    pub fn around(plan: Plan, between: Plan) -> Plan {
        let n_passes = plan.n_passes + between.n_passes;
        Plan { kind: PlanKind::Around(Arc::new(plan), Arc::new(between)), n_passes }
    }

    /// Runs `plan`, then `if_paid` if `plan` accepted anything, else `otherwise`.
    pub fn branch(plan: Plan, if_paid: Plan, otherwise: Plan) -> Plan {
        let n_passes = plan.n_passes + if_paid.n_passes + otherwise.n_passes;
        Plan { kind: PlanKind::Branch(Arc::new([plan, if_paid, otherwise])), n_passes }
    }

    /// Repeats a plan until a whole run of it accepts nothing. A pass that accepted nothing on
    /// exactly this document before, at the same place, is not started on it again.
    pub fn fixpoint(plan: Plan) -> Plan {
        Plan { n_passes: plan.n_passes, kind: PlanKind::Fixpoint(Arc::new(plan)) }
    }

    /// As [`fixpoint`](Plan::fixpoint), in fewer trials if much is needed: a change that was boring
    /// is not tried again after something else was accepted, unless the text around it changed or a
    /// name in it disappeared elsewhere. Once something was accepted, neither is a large change of
    /// which nearly the same was boring twice. When nothing more is accepted this way, everything
    /// is tried once more, until a whole run accepts nothing.
    pub fn frugal_fixpoint(plan: Plan, reader: Arc<dyn NameReader>) -> Plan {
        Plan { n_passes: plan.n_passes, kind: PlanKind::Frugal(Arc::new(plan), reader) }
    }

    /// Runs a plan in which what was boring is put off as in a
    /// [frugal fixpoint](Plan::frugal_fixpoint), but not tried once more at the end: for coarse
    /// passes that are followed by finer ones. Within a frugal fixpoint, or around one, that one
    /// decides what is tried.
    pub fn remembering(plan: Plan, reader: Arc<dyn NameReader>) -> Plan {
        Plan { n_passes: plan.n_passes, kind: PlanKind::Remembering(Arc::new(plan), reader) }
    }

    /// Repeats a plan as long as each run removes at least a tenth of the tokens: for coarse passes
    /// that are followed by finer ones.
    pub fn while_shrinking(plan: Plan) -> Plan {
        Plan { n_passes: plan.n_passes, kind: PlanKind::WhileShrinking(Arc::new(plan)) }
    }

    /// Runs a plan whose passes' proposals are repaired before they are tested. Where repairs lie
    /// within each other, the inner one comes first. What a repair learns lasts as long as the run
    /// of the plan.
    pub fn repaired(plan: Plan, repair: Arc<dyn Repair>) -> Plan {
        Plan { n_passes: plan.n_passes, kind: PlanKind::Repaired(Arc::new(plan), repair) }
    }

    /// Returns the names of the passes in the order in which they first run, each once.
    pub fn pass_names(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        let mut rest = vec![self];
        while let Some(plan) = rest.pop() {
            match &plan.kind {
                PlanKind::Pass(pass) if !names.contains(&pass.name()) => names.push(pass.name()),
                PlanKind::Pass(_) => {}
                PlanKind::Sequence(plans) => rest.extend(plans.iter().rev()),
                PlanKind::Fixpoint(plan)
                | PlanKind::Frugal(plan, _)
                | PlanKind::WhileShrinking(plan)
                | PlanKind::Remembering(plan, _)
                | PlanKind::Repaired(plan, _) => rest.push(plan),
                PlanKind::Around(plan, between) => rest.extend([&**between, plan]),
                PlanKind::Branch(plans) => rest.extend(plans.iter().rev()),
            }
        }
        names
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PlanKind::Pass(pass) => f.write_str(pass.name()),
            PlanKind::Sequence(plans) => f.debug_list().entries(plans.iter()).finish(),
            PlanKind::Fixpoint(plan) | PlanKind::Frugal(plan, _) | PlanKind::WhileShrinking(plan) => {
                write!(f, "({plan:?})*")
            }
            PlanKind::Remembering(plan, _) | PlanKind::Repaired(plan, _) => write!(f, "{plan:?}"),
            PlanKind::Around(plan, between) => write!(f, "[{plan:?}, {between:?}, {plan:?}]"),
            PlanKind::Branch(plans) => {
                let [plan, if_paid, otherwise] = &**plans;
                write!(f, "[{plan:?} ? {if_paid:?} : {otherwise:?}]")
            }
        }
    }
}
