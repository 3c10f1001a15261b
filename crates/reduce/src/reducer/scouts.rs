//! Scouts: trials that no search proposed, whose answers only tell how likely later answers are.
//!
//! Group testing asks questions with even odds, each of which depends on the answers before it:
//! workers that guess along the tree of answers gain about the logarithm of their number. Groups
//! that are left out of the same document do not depend on each other. So workers that would guess
//! blindly test groups that the search will come to, and the path that it will take is then known
//! in advance with few mistakes. No search knows of it: the result, the questions and the cost with
//! one worker are the same.

use std::collections::HashMap;

use super::answers::Answers;
use super::ground::{Belief, Label};
use super::grounds::Grounds;
use super::guesses::Scope;
use super::region::Region;
use super::walk::{Look, Walk};
use crate::candidate::Candidate;
use crate::document::ContentKey;
use crate::plan::PlanSearch;
use crate::search::Search;
use crate::verdict::Verdict;

/// What the trials showed about base documents, and the trials under way.
#[derive(Default)]
pub(super) struct Scouts {
    grounds: Grounds,
    started: HashMap<ContentKey, Started>,
    next_number: u32,
    trust: Trust,
    /// Where the next scouts are looked for.
    walk: Option<Walk>,
    /// The credit for walks that the trials so far have paid.
    credit: usize,
    /// The number of verdicts so far.
    version: u64,
}

/// A trial under way.
struct Started {
    candidate: Candidate,
    region: Region,
    number: u32,
    is_scout: bool,
}

/// How often the map predicted the answer.
struct Trust {
    clean: Hits,
    dirty: Hits,
    /// By candidate: what was known when its trial began.
    foretold: HashMap<ContentKey, Label>,
    n_doubted: u32,
}

struct Hits {
    right: f64,
    all: f64,
}

/// The decay of an answer's weight with each further one.
const DECAY: f64 = 0.93;
/// The prior for right predictions: this many of this many answers.
const PRIOR: (f64, f64) = (3.6, 4.0);
/// A map whose predictions are right less often is not used.
const LEAST_TRUSTED: f64 = 0.75;
/// While no map is used, one scout in this many chances checks whether that is still right.
const DOUBTS_PER_SCOUT: u32 = 8;
/// How often groups are halved when all of them are under way and workers are free.
const FINEST: u32 = 4;
/// How many proposals a walk visits for each trial under way before it is given up.
const STEPS_PER_TRIAL: usize = 24;
/// The credit that the start and the end of a trial each pay, in steps of walks: where trials are
/// of unequal length, something is learned between any two of them, and each might begin a walk.
const CREDIT: usize = 24;
/// A walk that was interrupted by an answer goes on until it found one scout for each so many
/// trials under way.
const FOUND_PER_WALK: usize = 8;

impl Default for Trust {
    fn default() -> Trust {
        let hits = || Hits { right: 0.0, all: 0.0 };
        Trust { clean: hits(), dirty: hits(), foretold: HashMap::new(), n_doubted: 0 }
    }
}

impl Hits {
    fn learn(&mut self, is_right: bool) {
        self.right = self.right * DECAY + f64::from(u8::from(is_right));
        self.all = self.all * DECAY + 1.0;
    }

    fn share(&self) -> f64 {
        (self.right + PRIOR.0) / (self.all + PRIOR.1)
    }
}

impl Trust {
    fn is_lost(&self) -> bool {
        self.clean.share() < LEAST_TRUSTED || self.dirty.share() < LEAST_TRUSTED
    }
}

impl Scouts {
    /// Whether there is a map of a base document, and maps are used.
    pub(super) fn knows(&self, base: ContentKey) -> bool {
        self.grounds.of(base).is_some() && !self.trust.is_lost()
    }

    /// Learns that a trial starts; `plan` is the plan as it is now.
    pub(super) fn start(&mut self, key: ContentKey, candidate: &Candidate, region: Region, is_scout: bool) {
        let number = self.next_number;
        self.next_number += 1;
        let watched = self.grounds.of_mut(candidate.base().key());
        let label = watched.ground.label(&region);
        watched.asked.clear(&region);
        watched.asked.insert(&region, number);
        watched.masses.insert(number, region.mass());
        if !is_scout && label != Label::Open {
            self.trust.foretold.insert(key, label);
        }
        self.started.insert(key, Started { candidate: candidate.clone(), region, number, is_scout });
        self.earn();
    }

    /// Adds the credit for a trial that started or ended, up to what one walk may take.
    fn earn(&mut self) {
        let most = STEPS_PER_TRIAL * (8 + self.started.len());
        self.credit = (self.credit + CREDIT).min(most);
    }

    /// Learns that a trial ended, with its verdict if it has one. Returns whether it was a scout.
    pub(super) fn end(&mut self, key: ContentKey, verdict: Option<Verdict>, plan: &PlanSearch) -> bool {
        let Some(Started { candidate, region, number, is_scout }) = self.started.remove(&key) else {
            return false;
        };
        self.version += 1;
        self.earn();
        let watched = self.grounds.of_mut(candidate.base().key());
        watched.masses.remove(&number);
        let own: Vec<_> = watched.asked.overlaps(&region).filter(|piece| piece.1 == number).collect();
        watched.asked.clear(&Region::new(own.into_iter().map(|(piece, _)| piece).collect()));
        if let Some(verdict) = verdict
            && !candidate.is_question()
        {
            let region = Region::beside(plan.accepted(), &candidate);
            if region.is_empty() {
            } else if verdict.is_interesting() {
                watched.ground.interesting(&region);
            } else {
                watched.ground.boring(&region);
            }
        }
        is_scout
    }

    /// Whether the answer to the plan's present proposal was predicted before its trial.
    pub(super) fn learn(&mut self, key: ContentKey, is_interesting: bool) {
        match self.trust.foretold.remove(&key) {
            Some(Label::Clean) => self.trust.clean.learn(is_interesting),
            Some(Label::Dirty) => self.trust.dirty.learn(!is_interesting),
            Some(Label::Open) | None => {}
        }
    }

    /// Whether a trial that no guess leads to any more may still improve the map.
    pub(super) fn is_informative(&self, key: ContentKey, plan: &PlanSearch) -> bool {
        let Some(Started { candidate, .. }) = self.started.get(&key) else { return false };
        let Some(proposal) = plan.propose() else { return false };
        if proposal.base() != candidate.base() || self.trust.is_lost() {
            return false;
        }
        let region = Region::beside(plan.accepted(), candidate);
        let watched = self.grounds.of(candidate.base().key());
        !region.is_empty() && watched.is_some_and(|watched| watched.ground.label(&region) == Label::Open)
    }

    /// Corrects the likelihood of a proposal by the map.
    pub(super) fn likelihood(&self, base: ContentKey, scope: &Scope, stated: f64, rate: f64) -> f64 {
        let Some(watched) = self.grounds.of(base).filter(|_| !self.trust.is_lost()) else { return stated };
        let belief = Belief {
            clean: self.trust.clean.share(),
            dirty: self.trust.dirty.share(),
            byte: rate.powf(1.0 / scope.rate.0.max(1.0)),
        };
        let unknown = |region: &Region| belief.byte.powf(region.mass() as f64);
        let first = watched.ground.free(&scope.region, belief);
        let likelihood = match &scope.within {
            None => first,
            Some(within) => {
                let rest = within.minus(&scope.region);
                let behind = watched.ground.free(&rest, belief);
                (first.is_some() || behind.is_some()).then(|| {
                    let free = first.unwrap_or_else(|| unknown(&scope.region));
                    let both = free * behind.unwrap_or_else(|| unknown(&rest));
                    (free - both) / (1.0 - both).max(f64::MIN_POSITIVE)
                })
            }
        };
        likelihood.map_or(stated, |likelihood| likelihood.clamp(0.001, 0.999))
    }

    /// Returns the next scout worth a trial.
    pub(super) fn next(
        &mut self,
        plan: &PlanSearch,
        answers: &Answers,
        refuses: &dyn Fn(&Candidate) -> bool,
    ) -> Option<(ContentKey, Candidate)> {
        plan.propose()?;
        if self.trust.is_lost() {
            self.trust.n_doubted += 1;
            if !self.trust.n_doubted.is_multiple_of(DOUBTS_PER_SCOUT) {
                return None;
            }
        }
        let n_under_way = answers.n_under_way();
        let mut walk = self.walk.take().filter(|walk| {
            walk.version == self.version
                || (walk.level <= FINEST && walk.n_found <= n_under_way / FOUND_PER_WALK)
        });
        let found = loop {
            let walk = walk
                .get_or_insert_with(|| Walk::new(plan, self.version, STEPS_PER_TRIAL * (8 + n_under_way)));
            let look = Look { grounds: &self.grounds, answers, refuses };
            if let Some(found) = walk.next(&look, &mut self.credit) {
                break Some(found);
            }
            if self.credit == 0 && walk.n_steps != 0 {
                // It continues when there is more credit.
                break None;
            }
            walk.level += 1;
            if FINEST < walk.level || walk.n_steps == 0 {
                walk.level = FINEST + 1;
                break None;
            }
            walk.begin(plan);
        };
        self.walk = walk;
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many wrong predictions in a row lose the trust, after so many right ones.
    fn wrong_until_lost(n_right: u32) -> usize {
        let mut trust = Trust::default();
        (0..n_right).for_each(|_| trust.clean.learn(true));
        assert!(!trust.is_lost());
        let mut learn = || {
            trust.clean.learn(false);
            trust.is_lost()
        };
        1 + (0..100).take_while(|_| !learn()).count()
    }

    #[test]
    fn a_map_is_lost_after_few_wrong_predictions_however_long_it_was_right() {
        assert_eq!([0, 5, 100, 1_000].map(wrong_until_lost), [1, 3, 5, 5]);
    }

    #[test]
    fn a_map_that_is_right_again_is_believed_again() {
        let mut trust = Trust::default();
        trust.dirty.learn(false);
        assert!(trust.is_lost());
        trust.dirty.learn(true);
        assert!(!trust.is_lost());
    }
}
