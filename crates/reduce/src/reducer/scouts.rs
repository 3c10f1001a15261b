//! Scouts: trials that no search proposed, whose answers only tell how likely later answers are.
//!
//! Group testing asks questions with even odds, each of which depends on the answers before it:
//! workers that guess along the tree of answers gain about the logarithm of their number. Groups
//! that are left out of the same document do not depend on each other. So workers that would guess
//! blindly test groups that the search will come to, and the path that it will take is then known
//! in advance with few mistakes. No search knows of it: the result, the questions and the cost with
//! one worker are the same.

use std::collections::{HashMap, VecDeque};

use super::answers::Answers;
use super::foretold::Foretold;
use super::ground::{Belief, Label};
use super::grounds::Grounds;
use super::guesses::Scope;
use super::peak::Peak;
use super::region::Region;
use super::trust::Trust;
use super::walk::{Found, Look, Walk};
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
    pub(super) trust: Trust,
    /// Where the next scouts are looked for.
    walk: Option<Walk>,
    /// Scouts that the walk found, the first one first.
    found: VecDeque<Found>,
    /// How many needed parts a byte has, by the map when the walk began.
    rate: Option<f64>,
    /// How many trials are under way at once when all workers are busy.
    peak: Peak,
    /// The credit for walks that the trials so far have paid.
    credit: usize,
    /// The number of trials that ended so far, and before the walk began.
    version: u64,
    walked: u64,
}

/// A trial under way.
struct Started {
    candidate: Candidate,
    region: Region,
    number: u32,
    is_scout: bool,
}

/// How often groups are halved when all of them are under way and workers are free.
const FINEST: u32 = 4;
/// The most credit that is kept, in steps of walks, for each trial under way.
const STEPS_PER_TRIAL: usize = 24;
/// The credit that the start and the end of a trial each pay, in steps of walks: where trials are
/// of unequal length, something is learned between any two of them, and each might begin a walk.
const CREDIT: usize = 12;
/// A walk is used until one trial for each so many under way has ended.
const PER_WALK: usize = 8;
/// A rate that follows from so many dirty parts counts as one step of a walk.
const DIRTY_PER_STEP: usize = 32;
/// How many scouts are looked for while the number of workers is unknown.
const FIRST_FOUND: usize = 8;

impl Scouts {
    /// Whether there is a map of a base document.
    pub(super) fn knows(&self, base: ContentKey) -> bool {
        self.grounds.of(base).is_some()
    }

    /// Learns that a trial starts, and what was foretold of its answer; nothing is of a scout's.
    pub(super) fn start(
        &mut self,
        key: ContentKey,
        candidate: &Candidate,
        region: Region,
        foretold: Option<Foretold>,
    ) {
        let number = self.next_number;
        self.next_number += 1;
        let watched = self.grounds.of_mut(candidate.base().key());
        if let Some(foretold) = foretold {
            self.trust.foretell(key, watched.ground.label(&region), foretold);
        }
        watched.asked.clear(&region);
        watched.asked.insert(&region, number);
        watched.masses.insert(number, region.mass());
        let is_scout = foretold.is_none();
        self.started.insert(key, Started { candidate: candidate.clone(), region, number, is_scout });
        self.peak.see(self.started.len());
        self.earn();
    }

    /// Adds the credit for a trial that started or ended.
    fn earn(&mut self) {
        let most = STEPS_PER_TRIAL * (8 + self.peak.most());
        self.credit = (self.credit + CREDIT).min(most);
    }

    /// Learns that a trial ended, with its verdict if it has one. Returns whether it was a scout.
    pub(super) fn end(&mut self, key: ContentKey, verdict: Option<Verdict>, plan: &PlanSearch) -> bool {
        let Some(Started { candidate, region, number, is_scout }) = self.started.remove(&key) else {
            return false;
        };
        self.version += 1;
        self.peak.end(self.started.len());
        self.earn();
        if verdict.is_none() {
            self.trust.forget(key);
        }
        let watched = self.grounds.of_mut(candidate.base().key());
        watched.masses.remove(&number);
        let own: Vec<_> = watched.asked.overlaps(&region).filter(|piece| piece.1 == number).collect();
        watched.asked.clear(&Region::new(own.into_iter().map(|(piece, _)| piece).collect()));
        if let Some(verdict) = verdict
            && !candidate.is_question()
        {
            let region = Region::beside(plan.accepted(), &candidate);
            match verdict.is_interesting() {
                _ if region.is_empty() => {}
                true => watched.ground.interesting(&region),
                false => watched.ground.boring(&region),
            }
        }
        is_scout
    }

    /// Whether a trial that no guess leads to any more may still improve the map.
    pub(super) fn is_informative(&self, key: ContentKey, plan: &PlanSearch) -> bool {
        let Some(Started { candidate, .. }) = self.started.get(&key) else { return false };
        let Some(proposal) = plan.propose() else { return false };
        if proposal.base() != candidate.base() {
            return false;
        }
        let region = Region::beside(plan.accepted(), candidate);
        !region.is_empty() && self.grounds.label(candidate.base().key(), &region) == Label::Open
    }

    /// Corrects the likelihood of a proposal by the map; `rate` is the likelihood that was stated
    /// for the mass of `scope`.
    pub(super) fn likelihood(&self, base: ContentKey, scope: &Scope, stated: f64, rate: f64) -> f64 {
        let Some(watched) = self.grounds.of(base) else { return stated };
        let byte = match self.rate {
            Some(rate) => (-rate).exp(),
            None => rate.powf(1.0 / scope.rate.0.max(1.0)),
        };
        let belief = self.trust.belief(byte);
        let unknown = |region: &Region| belief.unknown(region.mass());
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
        let look = Look { answers, refuses };
        self.peak.see(answers.n_under_way() + 1);
        self.renew(answers.n_under_way());
        loop {
            while let Some(found) = self.found.pop_front() {
                if look.is_open(&self.grounds, &found) {
                    return Some((found.key, found.candidate));
                }
            }
            if !self.look_further(plan, &look) {
                return None;
            }
        }
    }

    /// Begins a new walk if much was learned since the last one, or if many workers are free: with
    /// many trials of unequal length, each answer teaches only a little.
    fn renew(&mut self, n_under_way: usize) {
        if self.walked == self.version {
            return;
        }
        let n_new = usize::try_from(self.version - self.walked).unwrap_or(usize::MAX);
        let n_free = self.peak.most().saturating_sub(n_under_way);
        if n_under_way / PER_WALK < n_new.max(n_free) {
            self.walked = self.version;
            self.found.clear();
            self.walk = None;
        }
    }

    /// Looks for about as many scouts as there are free workers: groups of even odds, or parts of
    /// them if those are too few. Returns whether there are any.
    fn look_further(&mut self, plan: &PlanSearch, look: &Look<'_>) -> bool {
        let n_under_way = look.answers.n_under_way();
        let wanted = match self.version {
            0 => n_under_way.max(FIRST_FOUND),
            _ => self.peak.most().saturating_sub(n_under_way).max(n_under_way / PER_WALK),
        };
        if self.walk.is_none() && 0 < self.credit {
            self.rate = self.rate_of(plan);
        }
        let belief = self.rate.map(Belief::of_rate);
        let mut level = self.walk.as_ref().map_or(0, Walk::level);
        while level <= FINEST && 0 < self.credit {
            let walk = self.walk.get_or_insert_with(|| Walk::new(plan, level, belief));
            while self.found.len() < wanted
                && let Some(found) = walk.next(&self.grounds, look, &mut self.credit)
            {
                self.found.push_back(found);
            }
            if wanted <= self.found.len() || self.credit == 0 {
                break;
            }
            level += 1;
            *walk = Walk::new(plan, level, belief);
            if wanted < 2 * self.found.len() || FINEST < level {
                break;
            }
            // The parts say all that the groups would.
            self.found.clear();
        }
        !self.found.is_empty()
    }

    /// Returns how many needed parts a byte has, by what a plan states and by the map; the credit
    /// pays for a look at the whole map.
    fn rate_of(&mut self, plan: &PlanSearch) -> Option<f64> {
        let candidate = plan.propose()?;
        let mass = Region::beside(plan.accepted(), &candidate).mass().max(1);
        let stated = -plan.likelihood()?.clamp(0.001, 0.999).ln() / mass as f64;
        let Some(watched) = self.grounds.of(candidate.base().key()) else { return Some(stated) };
        self.credit = self.credit.saturating_sub(watched.ground.n_dirty() / DIRTY_PER_STEP);
        Some(watched.ground.rate(stated))
    }
}
