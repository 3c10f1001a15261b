//! Walks: finding scouts along the proposals that are to be expected.

use super::answers::Answers;
use super::ground::Label;
use super::grounds::Grounds;
use super::intervals::Intervals;
use super::region::Region;
use crate::candidate::Candidate;
use crate::document::ContentKey;
use crate::plan::PlanSearch;
use crate::search::Search;
use crate::verdict::Answer;

/// A walk from the plan's proposal on: into dirty parts, and past everything else, so that each
/// scout is a part left out of the best document now.
pub(super) struct Walk {
    plan: PlanSearch,
    /// The number of verdicts when it began.
    pub(super) version: u64,
    /// How often groups are halved.
    pub(super) level: u32,
    /// How many more proposals it may visit.
    pub(super) n_steps: usize,
    pub(super) n_found: usize,
    /// The group that is halved.
    group: Region,
    /// The dirty part that was entered last.
    dirty: Region,
    /// The regions that it passed.
    passed: Intervals,
}

/// Visiting a candidate with this many edits counts as one more step.
const EDITS_PER_STEP: usize = 64;

/// What is known on the way.
pub(super) struct Look<'a> {
    pub(super) grounds: &'a Grounds,
    pub(super) answers: &'a Answers,
    pub(super) refuses: &'a dyn Fn(&Candidate) -> bool,
}

impl Walk {
    pub(super) fn new(plan: &PlanSearch, version: u64, n_steps: usize) -> Walk {
        let (group, dirty) = (Region::default(), Region::default());
        Walk {
            plan: plan.fork_pass(),
            version,
            level: 0,
            n_steps,
            n_found: 0,
            group,
            dirty,
            passed: Intervals::default(),
        }
    }

    /// Restarts at a plan's proposal.
    pub(super) fn begin(&mut self, plan: &PlanSearch) {
        self.plan = plan.fork_pass();
        self.passed = Intervals::default();
        (self.group, self.dirty) = (Region::default(), Region::default());
    }

    /// Advances to the next scout; `None` at the end of the pass, or when the credit is used up.
    pub(super) fn next(&mut self, look: &Look<'_>, credit: &mut usize) -> Option<(ContentKey, Candidate)> {
        while 0 < self.n_steps && 0 < *credit {
            self.n_steps -= 1;
            let candidate = self.plan.propose()?;
            let n_edits = candidate.edits().as_slice().len();
            *credit = credit.saturating_sub(1 + n_edits / EDITS_PER_STEP);
            if candidate.is_question() {
                self.plan.skip();
                continue;
            }
            let key = candidate.key();
            if let Some(answer) = look.certain(key, &candidate) {
                self.plan.learn(answer);
                continue;
            }
            let region = self.region(&candidate);
            let base = candidate.base().key();
            match look.grounds.label(base, &region) {
                Label::Clean => {
                    self.plan.skip();
                    continue;
                }
                Label::Dirty => {
                    self.dirty = region;
                    self.plan.learn(Answer::Boring);
                    continue;
                }
                Label::Open => {}
            }
            if self.passed.overlaps(&region).next().is_some() {
                // Another sweep.
                return None;
            }
            let is_in_dirty = region != self.dirty && region.is_within(&self.dirty);
            if 0 < self.level && !is_in_dirty && !region.is_within(&self.group) {
                let halved = halve(&self.plan, &region, self.level);
                self.group = region.clone();
                if let Some(halved) = halved {
                    self.plan = halved;
                    continue;
                }
            }
            self.passed.clear(&region);
            self.passed.insert(&region, 0);
            self.plan.skip();
            if self.level == 0 && is_in_dirty {
                // One part of it is enough.
                self.leave_dirty();
            }
            if !look.answers.is_under_way(key) && !look.grounds.is_asked(base, &region) {
                self.n_found += 1;
                return Some((key, candidate));
            }
        }
        None
    }

    fn region(&self, candidate: &Candidate) -> Region {
        Region::beside(self.plan.accepted(), candidate)
    }

    fn leave_dirty(&mut self) {
        while 0 < self.n_steps
            && self.plan.propose().is_some_and(|next| self.region(&next).is_within(&self.dirty))
        {
            self.n_steps -= 1;
            self.plan.skip();
        }
    }
}

impl Look<'_> {
    fn certain(&self, key: ContentKey, candidate: &Candidate) -> Option<Answer> {
        match self.answers.verdict(key) {
            Some(verdict) => Some(verdict.into()),
            None => (self.refuses)(candidate).then_some(Answer::Refused),
        }
    }
}

/// Returns the plan that proposes a part of a region, halved this often; `None` if it does not
/// halve.
fn halve(plan: &PlanSearch, region: &Region, n_times: u32) -> Option<PlanSearch> {
    let mut halved = None;
    let mut whole = region.clone();
    let mut plan = plan.clone();
    for _ in 0..n_times {
        plan.learn(Answer::Boring);
        let half = Region::beside(plan.accepted(), &plan.propose()?);
        if half == whole || !half.is_within(&whole) {
            break;
        }
        whole = half;
        halved = Some(plan.clone());
    }
    halved
}
