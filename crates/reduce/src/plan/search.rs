//! A plan under way.

use std::cmp::Ordering;
use std::sync::Arc;

use super::Plan;
use super::boring::{Boring, ChangeId};
use super::frames::{Frames, PassIdx};
use super::variants::{Standing, Variant, Variants};
use super::version::Version;
use crate::candidate::{Candidate, Edits, Gate};
use crate::document::Document;
use crate::finding::Finding;
use crate::pass::{CandidateSearch, Pass};
use crate::search::Search;
use crate::verdict::Answer;

/// The search over a plan: the search of the pass under way, and where the plan continues after it.
#[derive(Clone)]
pub(crate) struct PlanSearch {
    best: Best,
    /// Counts the accepted candidates; equal versions mean equal documents.
    version: Version,
    frames: Frames,
    under_way: Option<UnderWay>,
    /// For each pass that ended without a success: the version at which it did.
    exhausted: Arc<Vec<(PassIdx, Version)>>,
    /// The current proposal, cached.
    proposal: Option<Proposal>,
    /// The pass that can begin when it has its hints, and its index.
    waiting: Option<(Pass, PassIdx)>,
    boring: Boring,
    moved: Vec<Moved>,
    /// Whether the search ends with the pass under way.
    ends_with_pass: bool,
}

/// What happened to the passes since the search was forked or drained.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moved {
    Began { pass: &'static str },
    Ended { pass: &'static str, accepted: u64, proposed: u64 },
    Found { pass: &'static str, finding: Finding },
}

/// The current proposal.
#[derive(Clone)]
enum Proposal {
    /// A question: it is never accepted.
    Question(Candidate),
    /// Its change, or nearly the same, was boring before, so it is refused.
    PutOff(Candidate),
    Change {
        variant: Variant,
        variants: Variants,
        /// What the pass changes, if the plan remembers boring changes.
        change: Option<Arc<ChangeId>>,
    },
}

/// Refuses candidates that are put off.
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

#[derive(Clone)]
struct UnderWay {
    search: CandidateSearch,
    pass_idx: PassIdx,
    name: &'static str,
    begun_at: Version,
    proposed: u64,
    n_put_off: u64,
    /// How many of the search's findings were reported.
    n_findings: usize,
    standing: Standing,
}

impl Best {
    fn document(&self) -> &Document {
        match self {
            Best::Original(document) => document,
            Best::Accepted(candidate) => candidate.render(),
        }
    }

    fn is(&self, candidate: &Candidate) -> bool {
        match self {
            Best::Original(document) => document.key() == candidate.key(),
            Best::Accepted(accepted) => accepted.key() == candidate.key(),
        }
    }

    fn is_improved_by(&self, candidate: &Candidate) -> bool {
        let none = Edits::default();
        let (base, edits) = match self {
            Best::Original(document) => (document, &none),
            Best::Accepted(accepted) => (accepted.base(), accepted.edits()),
        };
        if base.key() == candidate.base().key() && candidate.edits().delete_more_than(edits) {
            return true; // It need not be measured.
        }
        let cost = match self {
            Best::Original(document) => document.cost(),
            Best::Accepted(accepted) => accepted.cost(),
        };
        match candidate.cost().cmp(&cost) {
            Ordering::Equal => !self.is(candidate) && candidate.is_simpler(self.document()),
            order => order.is_lt(),
        }
    }
}

impl Proposal {
    fn candidate(&self) -> &Candidate {
        match self {
            Proposal::Question(candidate) | Proposal::PutOff(candidate) => candidate,
            Proposal::Change { variant, .. } => &variant.candidate,
        }
    }
}

impl PlanSearch {
    pub(crate) fn new(plan: &Plan, document: &Document) -> PlanSearch {
        let mut search = PlanSearch {
            best: Best::Original(document.clone()),
            version: 0,
            frames: Frames::new(plan),
            under_way: None,
            exhausted: Arc::default(),
            proposal: None,
            waiting: None,
            boring: Boring::default(),
            moved: Vec::new(),
            ends_with_pass: false,
        };
        search.settle();
        search
    }

    /// Returns what happened to the passes since the last call, or since the fork.
    pub(crate) fn take_moved(&mut self) -> Vec<Moved> {
        self.note_findings();
        std::mem::take(&mut self.moved)
    }

    pub(crate) fn fork_plan(&self) -> PlanSearch {
        let mut fork = self.clone();
        fork.note_findings();
        fork.moved.clear();
        fork
    }

    fn note_findings(&mut self) {
        let Some(under_way) = &mut self.under_way else { return };
        let findings = under_way.search.findings();
        let pass = under_way.name;
        let new = findings[under_way.n_findings..].iter().cloned();
        self.moved.extend(new.map(|finding| Moved::Found { pass, finding }));
        under_way.n_findings = findings.len();
    }

    /// Returns a copy that scouts walk: it ends with the pass under way.
    pub(crate) fn fork_pass(&self) -> PlanSearch {
        PlanSearch { ends_with_pass: true, ..self.fork_plan() }
    }

    /// Returns the candidate that was accepted last.
    pub(crate) fn accepted(&self) -> Option<&Candidate> {
        match &self.best {
            Best::Original(_) => None,
            Best::Accepted(accepted) => Some(accepted),
        }
    }

    /// Returns the program whose hints the plan waits for; until then it has nothing to propose.
    pub(crate) fn asks(&self) -> Option<&Arc<str>> {
        self.waiting.as_ref()?.0.asks()
    }

    /// Whether the current proposal, or nearly the same, was boring before, so that it is put off.
    pub(crate) fn is_put_off(&self) -> bool {
        matches!(self.proposal, Some(Proposal::PutOff(_)))
    }

    /// Returns the document that the plan works on.
    pub(crate) fn best(&self) -> &Document {
        self.best.document()
    }

    /// Continues with the hints that the plan waits for.
    pub(crate) fn hint(&mut self, hints: &[Edits]) {
        if let Some((pass, pass_idx)) = self.waiting.take() {
            self.start(&pass, pass_idx, |pass, document| pass.begin_with(document, hints));
            self.settle();
        }
    }

    /// Advances until there is a proposal, the plan waits for hints, or it has ended.
    fn settle(&mut self) {
        while self.waiting.is_none() {
            self.proposal = self.next_proposal();
            if self.proposal.is_some() || self.ends_with_pass {
                return;
            }
            self.end_pass();
            let best = &self.best;
            let n_tokens = || best.document().cost().tokens;
            let Some((pass, pass_idx)) = self.frames.next_pass(self.version, n_tokens) else { return };
            self.begin_pass(pass, pass_idx);
        }
    }

    /// Returns the next proposal of the pass under way. One that is not simpler than the best
    /// document counts as boring without a trial: accepting such could go on forever.
    fn next_proposal(&mut self) -> Option<Proposal> {
        loop {
            let raw = self.under_way.as_ref()?.search.propose()?;
            if raw.is_question() {
                return Some(Proposal::Question(raw));
            }
            self.follow_base(&raw);
            if !self.may_improve(&raw) {
                self.under_way.as_mut()?.search.learn(Answer::Boring);
                continue;
            }
            let change = self.change_of(&raw);
            if change.as_ref().is_some_and(|change| self.was_boring(change)) {
                return Some(Proposal::PutOff(raw.with_gate(Arc::new(PutOff))));
            }
            if let Some(proposal) = self.next_variant(Variants::new(raw), change) {
                return Some(proposal);
            }
        }
    }

    /// Returns the next variant that is simpler than the best document. If there is none, the pass
    /// learns its answer.
    fn next_variant(&mut self, mut variants: Variants, change: Option<Arc<ChangeId>>) -> Option<Proposal> {
        let under_way = self.under_way.as_mut()?;
        while let Some(variant) = variants.next(&mut self.frames, &under_way.standing) {
            if self.best.is_improved_by(&variant.candidate) {
                return Some(Proposal::Change { variant, variants, change });
            }
            // The repair of an accepted proposal removed it as well.
            if variant.is_repaired() && self.best.is(&variant.candidate) {
                under_way.standing.accept(variants.raw().clone(), variant);
                under_way.search.learn(Answer::Interesting);
                return None;
            }
        }
        let answer = variants.answer();
        if let (Some(change), Some(answer)) = (change, answer) {
            self.boring.learn(&change, answer, self.version);
        }
        under_way.search.learn(answer.unwrap_or(Answer::Boring));
        None
    }

    /// Restarts the repairs if the pass continues with another base.
    fn follow_base(&mut self, raw: &Candidate) {
        let Some(under_way) = &mut self.under_way else { return };
        if !under_way.standing.is_of(raw.base()) {
            under_way.standing = Standing::begin(raw.base(), &mut self.frames);
        }
    }

    /// Whether a proposal could be worth a trial. Its repair may make it smaller, or larger.
    fn may_improve(&self, raw: &Candidate) -> bool {
        self.frames.repairs().next().is_some() || self.best.is_improved_by(raw)
    }

    /// Returns what a proposal changes in the last accepted candidate, in plans that put off any.
    fn change_of(&self, raw: &Candidate) -> Option<Arc<ChangeId>> {
        let (_, reader) = self.frames.frugal()?;
        let of_pass = self.under_way.as_ref().and_then(|under_way| under_way.standing.raw());
        let accepted = of_pass.or(match &self.best {
            Best::Original(_) => None,
            Best::Accepted(accepted) => Some(accepted),
        });
        let best = of_pass.map_or_else(|| self.best.document(), Candidate::render);
        ChangeId::of(raw, best, accepted, &**reader).map(Arc::new)
    }

    fn was_boring(&mut self, change: &ChangeId) -> bool {
        let Some((since, _)) = self.frames.frugal() else { return false };
        let is_like = since < self.version && self.boring.knows_alike(change, self.best.document(), since);
        // Answers for exactly this document are known by content.
        is_like || self.boring.asked(change).is_some_and(|asked| since <= asked && asked < self.version)
    }

    fn end_pass(&mut self) {
        self.note_findings();
        let Some(ended) = self.under_way.take() else { return };
        let accepted = self.version - ended.begun_at;
        self.moved.push(Moved::Ended { pass: ended.name, accepted, proposed: ended.proposed });
        if accepted == 0 && ended.n_put_off == 0 {
            self.mark_exhausted(ended.pass_idx);
        }
    }

    fn mark_exhausted(&mut self, pass_idx: PassIdx) {
        let exhausted = Arc::make_mut(&mut self.exhausted);
        exhausted.retain(|(other, _)| *other != pass_idx);
        exhausted.push((pass_idx, self.version));
    }

    fn begin_pass(&mut self, pass: Pass, pass_idx: PassIdx) {
        if self.exhausted.contains(&(pass_idx, self.version)) {
            return;
        }
        match pass.asks() {
            Some(_) => self.waiting = Some((pass, pass_idx)),
            None => self.start(&pass, pass_idx, Pass::begin),
        }
    }

    fn start(
        &mut self,
        pass: &Pass,
        pass_idx: PassIdx,
        begin: impl FnOnce(&Pass, &Document) -> Option<CandidateSearch>,
    ) {
        match begin(pass, self.best.document()) {
            None => self.mark_exhausted(pass_idx),
            Some(search) => {
                self.moved.push(Moved::Began { pass: pass.name() });
                self.under_way = Some(UnderWay {
                    search,
                    pass_idx,
                    name: pass.name(),
                    begun_at: self.version,
                    proposed: 0,
                    n_put_off: 0,
                    n_findings: 0,
                    standing: Standing::begin(self.best.document(), &mut self.frames),
                });
            }
        }
    }
}

impl Search for PlanSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposal.as_ref().map(|proposal| proposal.candidate().clone())
    }

    fn learn(&mut self, answer: Answer) {
        let under_way = self.under_way.as_mut().expect("an answer is learned only while a pass is under way");
        let proposal = self.proposal.take().expect("an answer is learned only for a proposal");
        under_way.proposed += 1;
        match proposal {
            Proposal::Question(_) => under_way.search.learn(answer),
            Proposal::PutOff(_) => {
                under_way.n_put_off += 1;
                under_way.search.learn(answer);
            }
            Proposal::Change { variant, mut variants, change } => {
                variants.learn(&variant, answer, &mut self.frames);
                if answer.is_interesting() {
                    self.version += 1;
                    self.best = Best::Accepted(variant.candidate.clone());
                    if let (Some(change), Some((_, reader))) = (change, self.frames.frugal()) {
                        self.boring.accept(&change, reader, &variant.candidate, self.version);
                    }
                    under_way.standing.accept(variants.raw().clone(), variant);
                    under_way.search.learn(Answer::Interesting);
                } else if let Some(next) = self.next_variant(variants, change) {
                    self.proposal = Some(next);
                    return;
                }
            }
        }
        self.settle();
    }

    fn likelihood(&self) -> Option<f64> {
        self.under_way.as_ref()?.search.likelihood()
    }

    fn skip(&mut self) {
        if let Some(under_way) = &mut self.under_way {
            under_way.proposed += 1;
            under_way.search.skip();
        }
        self.settle();
    }
}
