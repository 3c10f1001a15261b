//! A plan under way.

use std::cmp::Ordering;
use std::sync::Arc;

use super::{Plan, Step};
use crate::candidate::Candidate;
use crate::document::Document;
use crate::pass::{CandidateSearch, Pass};
use crate::search::Search;

/// Walks through a plan: the search of the pass under way, and where the plan goes on after it.
pub(crate) struct PlanSearch {
    best: Best,
    /// Counts the accepted candidates; equal versions mean equal documents.
    version: u64,
    frames: Vec<Frame>,
    under_way: Option<UnderWay>,
    /// For each pass that ended without a success: the version at which it did.
    exhausted: Arc<Vec<(PassId, u64)>>,
    /// The current proposal, kept so that it is made only once.
    proposal: Option<Candidate>,
    moved: Vec<Moved>,
}

/// What happened to the passes since the search was forked or drained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    Began { pass: &'static str },
    Ended { pass: &'static str, accepted: u64, proposed: u64 },
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
    Sequence { plans: Arc<[Plan]>, next: usize },
    Fixpoint { plan: Arc<Plan>, begun_at: Option<u64> },
}

struct UnderWay {
    search: CandidateSearch,
    id: PassId,
    name: &'static str,
    begun_at: u64,
    proposed: u64,
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
            moved: Vec::new(),
        };
        search.settle();
        search
    }

    /// Gives what happened to the passes since the last call, or since the fork.
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
            moved: Vec::new(),
        }
    }

    /// Goes on until there is a proposal or the plan has ended.
    fn settle(&mut self) {
        loop {
            self.proposal = self.next_simpler();
            if self.proposal.is_some() {
                return;
            }
            self.end_pass();
            let Some(pass) = self.next_pass() else { return };
            self.begin_pass(&pass);
        }
    }

    /// Gives the next proposal of the pass under way that is simpler than the best document. One that is not is
    /// passed over as if it were boring: accepting it could go on for ever.
    fn next_simpler(&mut self) -> Option<Candidate> {
        let under_way = self.under_way.as_mut()?;
        loop {
            let candidate = under_way.search.propose()?;
            if self.best.is_improved_by(&candidate) {
                return Some(candidate);
            }
            under_way.search.learn(false);
        }
    }

    fn end_pass(&mut self) {
        let Some(ended) = self.under_way.take() else { return };
        let accepted = self.version - ended.begun_at;
        self.moved.push(Moved::Ended { pass: ended.name, accepted, proposed: ended.proposed });
        if accepted == 0 {
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
                self.under_way = Some(UnderWay { search, id, name, begun_at: self.version, proposed: 0 });
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
            };
            match plan.step {
                Step::Pass(pass) => return Some(pass),
                Step::Sequence(plans) => self.frames.push(Frame::Sequence { plans, next: 0 }),
                Step::Fixpoint(plan) => self.frames.push(Frame::Fixpoint { plan, begun_at: None }),
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
        self.proposal.clone()
    }

    fn learn(&mut self, interesting: bool) {
        let under_way = self.under_way.as_mut().expect("an answer is learned only while a pass is under way");
        let proposal = self.proposal.take().expect("an answer is learned only for a proposal");
        under_way.proposed += 1;
        under_way.search.learn(interesting);
        if interesting {
            self.best = Best::Accepted(proposal);
            self.version += 1;
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
