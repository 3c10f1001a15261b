//! A plan under way.

use std::cmp::Ordering;
use std::sync::Arc;

use super::boring::{Boring, Told, Version};
use super::{Plan, Step};
use crate::candidate::Candidate;
use crate::document::Document;
use crate::gate::Gate;
use crate::pass::{CandidateSearch, Pass};
use crate::search::Search;
use crate::verdict::Answer;

/// Walks through a plan: the search of the pass under way, and where the plan goes on after it.
pub(crate) struct PlanSearch {
    best: Best,
    /// Counts the accepted candidates; equal versions mean equal documents.
    version: Version,
    frames: Vec<Frame>,
    under_way: Option<UnderWay>,
    /// For each pass that ended without a success: the version at which it did.
    exhausted: Arc<Vec<(PassId, u64)>>,
    /// The current proposal, kept so that it is made only once.
    proposal: Option<Proposal>,
    boring: Boring,
    moved: Vec<Moved>,
}

/// A plan that is repeated while it shrinks a document takes one part in so many of the tokens.
const SHRUNK_BY: u64 = 10;

/// What happened to the passes since the search was forked or drained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    Began { pass: &'static str },
    Ended { pass: &'static str, accepted: u64, proposed: u64 },
}

#[derive(Clone)]
struct Proposal {
    candidate: Candidate,
    /// What it changes, where that is remembered.
    told: Option<Arc<Told>>,
    /// Whether it is put off: it was boring before.
    is_put_off: bool,
}

/// Refuses what is put off.
struct PutOff;

impl Gate for PutOff {
    fn admits(&self, _: &Candidate) -> bool {
        false
    }
}

#[derive(Clone)]
enum Best {
    Original(Document),
    Accepted(Candidate),
}

/// Tells the passes of a plan apart, also where the same pass stands in it twice.
type PassId = usize;

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
}

struct UnderWay {
    search: CandidateSearch,
    id: PassId,
    name: &'static str,
    begun_at: Version,
    proposed: u64,
    n_put_off: u64,
}

impl Best {
    fn document(&self) -> &Document {
        match self {
            Best::Original(document) => document,
            Best::Accepted(candidate) => candidate.render(),
        }
    }

    fn is_improved_by(&self, candidate: &Candidate) -> bool {
        let (cost, key) = match self {
            Best::Original(document) => (document.cost(), document.key()),
            Best::Accepted(accepted) => (accepted.cost(), accepted.key()),
        };
        match candidate.cost().cmp(&cost) {
            Ordering::Less => true,
            Ordering::Greater => false,
            Ordering::Equal => candidate.key() != key && candidate.is_simpler(self.document()),
        }
    }
}

impl PlanSearch {
    pub(crate) fn new(plan: &Plan, document: &Document) -> PlanSearch {
        let mut search = PlanSearch {
            best: Best::Original(document.clone()),
            version: 0,
            frames: vec![Frame::Once(plan.clone())],
            under_way: None,
            exhausted: Arc::default(),
            proposal: None,
            boring: Boring::default(),
            moved: Vec::new(),
        };
        search.settle();
        search
    }

    /// Returns what happened to the passes since the last call, or since the fork.
    pub(crate) fn take_moved(&mut self) -> Vec<Moved> {
        std::mem::take(&mut self.moved)
    }

    pub(crate) fn fork_plan(&self) -> PlanSearch {
        PlanSearch {
            best: self.best.clone(),
            version: self.version,
            frames: self.frames.clone(),
            under_way: self.under_way.as_ref().map(UnderWay::fork),
            exhausted: self.exhausted.clone(),
            proposal: self.proposal.clone(),
            boring: self.boring.clone(),
            moved: Vec::new(),
        }
    }

    /// Goes on until there is a proposal or the plan has ended.
    fn settle(&mut self) {
        loop {
            if let Some(candidate) = self.next_simpler() {
                self.proposal = Some(self.judge(candidate));
                return;
            }
            self.end_pass();
            let Some(pass) = self.next_pass() else { return };
            self.begin_pass(&pass);
        }
    }

    /// Returns the next proposal of the pass under way that is simpler than the best document. One that is not is
    /// passed over as if it were boring: accepting it could go on for ever.
    fn next_simpler(&mut self) -> Option<Candidate> {
        let under_way = self.under_way.as_mut()?;
        loop {
            let candidate = under_way.search.propose()?;
            if self.best.is_improved_by(&candidate) {
                return Some(candidate);
            }
            under_way.search.learn(Answer::Boring);
        }
    }

    /// Puts a candidate off whose change was boring before.
    fn judge(&self, candidate: Candidate) -> Proposal {
        let since = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Frugal { since, .. } => Some(*since),
            _ => None,
        });
        let Some(since) = since else { return Proposal { candidate, told: None, is_put_off: false } };
        let accepted = match &self.best {
            Best::Original(_) => None,
            Best::Accepted(accepted) => Some(accepted),
        };
        let told = Told::of(&candidate, self.best.document(), accepted).map(Arc::new);
        let asked = told.as_ref().and_then(|told| self.boring.asked(told));
        // What was asked about this very document is known by its content.
        let is_put_off = asked.is_some_and(|asked| since <= asked && asked < self.version);
        let candidate = if is_put_off { candidate.with_gate(Arc::new(PutOff)) } else { candidate };
        Proposal { candidate, told, is_put_off }
    }

    fn end_pass(&mut self) {
        let Some(ended) = self.under_way.take() else { return };
        let accepted = self.version - ended.begun_at;
        self.moved.push(Moved::Ended { pass: ended.name, accepted, proposed: ended.proposed });
        if accepted == 0 && ended.n_put_off == 0 {
            self.mark_exhausted(ended.id);
        }
    }

    fn mark_exhausted(&mut self, id: PassId) {
        let exhausted = Arc::make_mut(&mut self.exhausted);
        exhausted.retain(|(other, _)| *other != id);
        exhausted.push((id, self.version));
    }

    fn begin_pass(&mut self, pass: &Arc<dyn Pass>) {
        let id = Arc::as_ptr(pass).cast::<()>() as PassId;
        if self.exhausted.contains(&(id, self.version)) {
            return;
        }
        match pass.begin(self.best.document()) {
            None => self.mark_exhausted(id),
            Some(search) => {
                self.moved.push(Moved::Began { pass: pass.name() });
                let name = pass.name();
                self.under_way =
                    Some(UnderWay { search, id, name, begun_at: self.version, proposed: 0, n_put_off: 0 });
            }
        }
    }

    /// Steps through the frames to the next pass.
    fn next_pass(&mut self) -> Option<Arc<dyn Pass>> {
        loop {
            let plan = match self.frames.last_mut()? {
                Frame::Once(plan) => {
                    let plan = plan.clone();
                    self.frames.pop();
                    plan
                }
                Frame::Sequence { plans, next } => match plans.get(*next) {
                    None => {
                        self.frames.pop();
                        continue;
                    }
                    Some(plan) => {
                        *next += 1;
                        plan.clone()
                    }
                },
                Frame::Fixpoint { begun_at, .. } if *begun_at == Some(self.version) => {
                    self.frames.pop();
                    continue;
                }
                Frame::Fixpoint { plan, begun_at } => {
                    *begun_at = Some(self.version);
                    Plan::clone(plan)
                }
                Frame::WhileShrinking { plan, n_tokens } => {
                    let n_left = self.best.document().cost().tokens;
                    // A tenth of nothing is nothing.
                    let is_left = |before: u64| (before - n_left) * SHRUNK_BY < before.max(1);
                    if n_tokens.is_some_and(is_left) {
                        self.frames.pop();
                        continue;
                    }
                    *n_tokens = Some(n_left);
                    Plan::clone(plan)
                }
                Frame::Frugal { begun_at, since, .. }
                    if *begun_at == Some(self.version) && *since == self.version =>
                {
                    self.frames.pop();
                    continue;
                }
                Frame::Frugal { plan, begun_at, since } => {
                    if *begun_at == Some(self.version) {
                        *since = self.version;
                    }
                    *begun_at = Some(self.version);
                    Plan::clone(plan)
                }
            };
            match plan.step {
                Step::Pass(pass) => return Some(pass),
                Step::Sequence(plans) => self.frames.push(Frame::Sequence { plans, next: 0 }),
                Step::Fixpoint(plan) => self.frames.push(Frame::Fixpoint { plan, begun_at: None }),
                Step::WhileShrinking(plan) => {
                    self.frames.push(Frame::WhileShrinking { plan, n_tokens: None });
                }
                Step::Frugal(plan) => self.frames.push(Frame::Frugal { plan, begun_at: None, since: 0 }),
            }
        }
    }
}

impl UnderWay {
    fn fork(&self) -> UnderWay {
        UnderWay { search: self.search.fork(), ..*self }
    }
}

impl Search for PlanSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposal.as_ref().map(|proposal| proposal.candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let under_way = self.under_way.as_mut().expect("an answer is learned only while a pass is under way");
        let proposal = self.proposal.take().expect("an answer is learned only for a proposal");
        under_way.proposed += 1;
        under_way.n_put_off += u64::from(proposal.is_put_off);
        under_way.search.learn(answer);
        if interesting {
            self.version += 1;
            self.best = Best::Accepted(proposal.candidate);
            if let Some(told) = proposal.told {
                self.boring.accept(&told, self.best.document(), self.version);
            }
        } else if let Some(told) = proposal.told
            && !proposal.is_put_off
        {
            self.boring.learn(&told, self.version);
        }
        self.settle();
    }

    fn likelihood(&self) -> Option<f64> {
        self.under_way.as_ref()?.search.likelihood()
    }

    fn fork(&self) -> Box<dyn Search<Proposal = Candidate>> {
        Box::new(self.fork_plan())
    }
}
