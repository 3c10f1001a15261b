//! Walks: finding scouts along the proposals that are to be expected.

use super::answers::Answers;
use super::ground::{Belief, Label};
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
    /// What is believed of the map, if the search has a model of what is needed.
    belief: Option<Belief>,
    /// How often groups of even odds are halved.
    level: u32,
    /// The parts of the last proposal that are still to be visited, the first one last.
    parts: Vec<Part>,
    /// The regions that it passed.
    passed: Intervals,
}

/// A proposal, or a part of one.
struct Part {
    /// A plan that proposes it.
    plan: PlanSearch,
    /// The region that it is a part of.
    whole: Region,
    /// How often it is to be halved.
    depth: u32,
    /// Whether no gate refuses it, as far as is known.
    is_admitted: bool,
}

/// A scout that a walk found.
pub(super) struct Found {
    pub(super) key: ContentKey,
    pub(super) candidate: Candidate,
    pub(super) region: Region,
}

/// Visiting a candidate with this many edits counts as one more step.
const EDITS_PER_STEP: usize = 256;
/// Groups that are less likely to be free of needed parts are halved: their answer tells little.
const LEAST_EVEN: f64 = 0.4;

/// What is known of candidates on the way.
pub(super) struct Look<'a> {
    pub(super) answers: &'a Answers,
    pub(super) refuses: &'a dyn Fn(&Candidate) -> bool,
}

impl Walk {
    pub(super) fn new(plan: &PlanSearch, level: u32, belief: Option<Belief>) -> Walk {
        Walk { plan: plan.fork_pass(), belief, level, parts: Vec::new(), passed: Intervals::default() }
    }

    pub(super) fn level(&self) -> u32 {
        self.level
    }

    /// Advances to the next scout; `None` at the end of the pass, or when the credit is used up.
    pub(super) fn next(&mut self, grounds: &Grounds, look: &Look<'_>, credit: &mut usize) -> Option<Found> {
        while 0 < *credit {
            if let Some(part) = self.parts.pop() {
                if let Some(found) = self.visit(&part, grounds, look, credit) {
                    return Some(found);
                }
                continue;
            }
            let candidate = self.plan.propose()?;
            pay(credit, &candidate);
            if candidate.is_question() {
                self.plan.skip();
                continue;
            }
            let whole = Region::beside(self.plan.accepted(), &candidate);
            let label = grounds.label(candidate.base().key(), &whole);
            if label == Label::Open {
                if let Some(answer) = look.certain(candidate.key(), &candidate) {
                    self.plan.learn(answer);
                    continue;
                }
                if self.passed.overlaps(&whole).next().is_some() {
                    // Another sweep.
                    return None;
                }
                self.passed.insert(&whole, 0);
            }
            if label != Label::Clean {
                let (plan, is_admitted) = (self.plan.fork_pass(), label == Label::Open);
                self.parts.push(Part { plan, whole, depth: self.level, is_admitted });
            }
            self.plan.skip();
        }
        None
    }

    /// Returns the scout that tests a part, or goes on with its own parts.
    fn visit(
        &mut self,
        part: &Part,
        grounds: &Grounds,
        look: &Look<'_>,
        credit: &mut usize,
    ) -> Option<Found> {
        let candidate = part.plan.propose()?;
        pay(credit, &candidate);
        let region = Region::beside(part.plan.accepted(), &candidate);
        if region.is_empty() || !region.is_within(&part.whole) {
            return None;
        }
        let base = candidate.base().key();
        let label = grounds.label(base, &region);
        let level = self.level;
        let is_divided = match label {
            Label::Clean => true,
            Label::Dirty => self.divide(part, &region, level.saturating_sub(1), |half| {
                // One half may be enough: if it is dirty, nothing more is known of the other one.
                0 < level || grounds.label(base, half) == Label::Clean
            }),
            Label::Open => {
                let is_even =
                    self.belief.is_none_or(|belief| LEAST_EVEN <= grounds.free(base, &region, belief));
                let depth = part.depth.saturating_sub(u32::from(is_even));
                (!is_even || part.depth != 0) && self.divide(part, &region, depth, |_| true)
            }
        };
        if is_divided || grounds.is_asked(base, &region) {
            return None;
        }
        let found = Found { key: candidate.key(), candidate, region };
        let is_scout =
            look.is_open(grounds, &found) && (part.is_admitted || !(look.refuses)(&found.candidate));
        is_scout.then_some(found)
    }

    /// Goes on with both halves of a part, or with the first one if the second is not worth it.
    /// Returns whether it has halves.
    fn divide(
        &mut self,
        part: &Part,
        whole: &Region,
        depth: u32,
        is_second_worth: impl FnOnce(&Region) -> bool,
    ) -> bool {
        let mut first = part.plan.fork_pass();
        first.learn(Answer::Boring);
        let Some(candidate) = first.propose() else { return false };
        let half = Region::beside(first.accepted(), &candidate);
        if half == *whole || half.is_empty() || !half.is_within(whole) {
            return false;
        }
        let part = |plan| Part { plan, whole: whole.clone(), depth, is_admitted: false };
        if is_second_worth(&half) {
            let mut second = first.fork_pass();
            second.skip();
            self.parts.push(part(second));
        }
        self.parts.push(part(first));
        true
    }
}

impl Look<'_> {
    fn certain(&self, key: ContentKey, candidate: &Candidate) -> Option<Answer> {
        match self.answers.verdict(key) {
            Some(verdict) => Some(verdict.into()),
            None => (self.refuses)(candidate).then_some(Answer::Refused),
        }
    }

    /// Whether the answer to a candidate would still tell something.
    pub(super) fn is_open(&self, grounds: &Grounds, found: &Found) -> bool {
        let Found { key, candidate, region } = found;
        let base = candidate.base().key();
        !self.answers.is_under_way(*key)
            && self.answers.verdict(*key).is_none()
            && grounds.label(base, region) == Label::Open
            && !grounds.is_asked(base, region)
    }
}

fn pay(credit: &mut usize, candidate: &Candidate) {
    let n_edits = candidate.edits().as_slice().len();
    *credit = credit.saturating_sub(1 + n_edits / EDITS_PER_STEP);
}
