//! The search of the pass: it removes units with everything that depends on them, and repairs
//! values.

mod doubts;

use std::sync::Arc;

use dwindle_reduce::{Answer, Candidate, CandidateSearch, Cost, Edits, Finding, Search};

use super::attempt::{Attempt, Credits, WAYS};
use super::closure::Cascade;
use super::cursor::Cursor;
use super::findings;
use super::keyed::Keyed;
use super::model::{Choices, Model};
use super::patience::{looks, patience};
use super::probe::Probing;
use super::relation::Keys;
use super::state::State;
use super::unit::Removal;

/// Removes units from a document whose values agree.
#[derive(Clone)]
pub(super) struct AgreeSearch {
    name: &'static str,
    keyed: Keyed,
    model: Arc<Model>,
    state: Arc<State>,
    cost: Cost,
    /// The number of tokens when relations were inferred.
    n_inferred: u64,
    /// The number of tokens when relations were looked for because these may mislead.
    n_looked: u64,
    /// Misses since the last success.
    n_missed: u32,
    /// The removals with dependents that a gate refused.
    n_refused: u32,
    choices: Arc<Choices>,
    /// The questions to ask before anything is removed.
    probing: Option<Probing>,
    cursor: Cursor,
    /// Budget of misses until a repair helps.
    patience: Option<u32>,
    /// Whether a repair has helped before relations were inferred again.
    has_helped: bool,
    /// Whether a repair has helped since.
    is_proven: bool,
    /// Whether only names were found, and it is unknown whether they matter.
    doubts_names: bool,
    /// By relation: how often another rule was tried instead.
    tries: Arc<Vec<u8>>,
    /// By relation: how often its rules disagreed in a row of boring candidates.
    n_disagreed: Arc<Vec<u8>>,
    /// By relation: whether an interesting candidate had a value of it changed.
    is_confirmed: Arc<Vec<bool>>,
    credits: Credits,
    /// What a removal takes along.
    usual: Cascade,
    /// The current attempt on the current units, and the next attempts.
    proposal: Option<Proposal>,
    later: Vec<Attempt>,
    /// The findings to report.
    findings: Arc<Vec<Finding>>,
}

#[derive(Clone)]
struct Proposal {
    candidate: Candidate,
    state: Arc<State>,
    attempt: Attempt,
    removal: Arc<Removal>,
}

/// The share of the budget that is lost when a unit can be removed alone: one part in so many.
const ALONE_SHARE: u32 = 8;
/// How many candidates that a gate refuses cost as much patience as a trial.
const REFUSED_OF_A_MISS: u32 = 8;
/// Misses in a row after which relations are inferred again, if the document was halved.
const MOST_STALE: u32 = 32;
impl AgreeSearch {
    /// Begins on the model's document.
    pub(super) fn begin(name: &'static str, model: Arc<Model>, keyed: Keyed) -> Option<CandidateSearch> {
        let mut search = AgreeSearch::new(name, model, keyed);
        search.advance();
        search.proposal.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    fn new(name: &'static str, model: Arc<Model>, keyed: Keyed) -> AgreeSearch {
        let state = Arc::new(model.original());
        let cursor = Cursor::first(&model, &state);
        let n_relations = model.relations.len();
        AgreeSearch {
            name,
            cost: model.facts.atoms.document().cost(),
            n_inferred: model.facts.atoms.document().cost().tokens,
            n_looked: model.facts.atoms.document().cost().tokens,
            n_missed: 0,
            n_refused: 0,
            choices: Arc::new(Choices::only(&model.relations, &[])),
            probing: Some(Probing::begin(&model)),
            cursor,
            patience: Some(0),
            has_helped: false,
            is_proven: false,
            doubts_names: false,
            keyed,
            tries: Arc::new(vec![0; n_relations]),
            n_disagreed: Arc::new(vec![0; n_relations]),
            is_confirmed: Arc::new(vec![false; n_relations]),
            credits: Credits::new(),
            usual: if model.keys.iter().any(Keys::are_all_used) { Cascade::Both } else { Cascade::On },
            proposal: None,
            later: Vec::new(),
            findings: Arc::new(findings::found(&model)),
            state,
            model,
        }
    }

    /// Infers relations again if much was removed and nothing more is: a smaller document may have
    /// other relations. Before any repair has helped, less has to be gone, such as comments between
    /// the rows of a table: then only the values of more relations are a reason to begin anew.
    fn infer_again(&mut self) {
        let is_halved = self.cursor.is_fine() && 2 * self.cost.tokens <= self.n_inferred;
        let is_misled =
            self.patience.is_some() && self.n_missed == MOST_STALE && self.cost.tokens < self.n_looked;
        if self.n_missed < MOST_STALE || !(is_halved || is_misled) {
            return;
        }
        if is_halved {
            self.n_inferred = 0;
        }
        self.n_looked = self.cost.tokens;
        let document = self.model.facts.atoms.document();
        let best = Candidate::new(self.name, document, self.model.edits(&self.state));
        let known = self.model.known(&self.state, &self.choices, &self.is_confirmed);
        let model = Model::with(best.render(), &known);
        if model.relations.is_empty()
            || !is_halved && !model.explains_more_than(&self.model, &self.state, &self.choices)
        {
            return;
        }
        let mut findings = self.findings.clone();
        let (usual, credits) = (self.usual, self.credits.clone());
        let has_helped = self.has_helped || self.patience.is_none();
        let new = AgreeSearch::new(self.name, Arc::new(model), self.keyed);
        *self = AgreeSearch { usual, credits, has_helped, ..new };
        Arc::make_mut(&mut findings).extend(self.findings.iter().cloned());
        self.findings = findings;
    }

    /// Advances until there is a proposal, or no unit is left.
    fn advance(&mut self) {
        self.infer_again();
        if let Some(probing) = &self.probing {
            if let Some(edits) = probing.question(&self.model) {
                self.ask(edits);
                return;
            }
            let matter = probing.matter();
            self.doubts_names = matter.is_empty();
            let choices = Choices::only(&self.model.relations, matter).with_renamed(probing.renamed());
            self.choices = Arc::new(choices);
            Arc::make_mut(&mut self.findings).extend(findings::probed(&self.model, &self.choices));
            self.patience = Some(patience(probing, &self.model, self.keyed, self.cost.tokens));
            if self.has_helped && self.patience != Some(0) {
                self.patience = None;
            }
            if self.patience.is_some() && looks(probing, &self.model, self.keyed) {
                self.cursor.look_first();
            }
            self.probing = None;
            if let Some(state) = self.model.without_padding(&self.state, &self.choices) {
                self.ask(self.model.edits(&state));
                return;
            }
        }
        while self.proposal.is_none() && self.patience != Some(0) {
            let stage = self.cursor.stage();
            let Some(units) = self.cursor.next(&self.model, &self.state) else { return };
            if self.cursor.stage() != stage {
                self.credits.renew();
            }
            let removal = Arc::new(Removal::of(&units));
            self.later = match self.doubts_names && self.has_dependents(&removal) {
                true => vec![Attempt::Cascade, Attempt::Alone],
                false => vec![Attempt::Alone, Attempt::Cascade],
            };
            let others = WAYS.into_iter().filter(|&way| way != self.usual).map(Attempt::Otherwise);
            let place =
                self.later.iter().position(|attempt| matches!(attempt, Attempt::Cascade)).unwrap_or(0);
            self.later.splice(place..place, others);
            self.next_attempt(&removal);
        }
    }

    /// Proposes edits as a question.
    fn ask(&mut self, edits: Edits) {
        let candidate = Candidate::question(self.name, self.model.facts.atoms.document(), edits);
        let (state, removal) = (self.state.clone(), Arc::default());
        self.proposal = Some(Proposal { candidate, state, attempt: Attempt::Question, removal });
    }

    /// Whether something else than white space is alive in one of two states.
    fn differ_in_ink(&self, one: &State, other: &State) -> bool {
        let facts = &self.model.facts;
        let has_more = |one: &State, other: &State| {
            one.alive.without(&other.alive).any_in_without(0..facts.atoms.len(), &facts.space)
        };
        has_more(one, other) || has_more(other, one)
    }

    /// Whether anything is removed together with the units.
    fn has_dependents(&self, removal: &Removal) -> bool {
        let without = |cascade| self.model.killed(&self.state, removal, cascade, &self.choices);
        !removal.splices.is_empty() || self.differ_in_ink(&without(Cascade::Off), &without(self.usual))
    }

    /// Prepares the next attempt on the current units that makes the document smaller. If there is
    /// none, learns that they cannot be removed.
    fn next_attempt(&mut self, removal: &Arc<Removal>) {
        while let Some(attempt) = self.later.pop() {
            if !self.credits.allow(&attempt) {
                continue;
            }
            let (cascade, choices) = match &attempt {
                Attempt::Cascade => (self.usual, self.choices.clone()),
                Attempt::Otherwise(way) => (*way, self.choices.clone()),
                Attempt::Alone => (Cascade::Off, self.choices.clone()),
                Attempt::Question => continue,
                Attempt::Other { relation, rule } => {
                    (self.usual, Arc::new(self.choices.with(*relation, *rule)))
                }
                Attempt::Without(relations) => (self.usual, Arc::new(self.choices.without(relations))),
                Attempt::Bare(relations) => (Cascade::Off, Arc::new(self.choices.without(relations))),
            };
            let only_spans = Removal { spans: removal.spans.clone(), ..Removal::default() };
            let is_bare = match attempt {
                Attempt::Bare(_) => true,
                Attempt::Alone => self.doubts_names,
                _ => false,
            };
            let removed = if is_bare { &only_spans } else { &**removal };
            let state = self.model.without(&self.state, removed, cascade, &choices);
            if matches!(attempt, Attempt::Without(_)) {
                // If less is removed, an interesting candidate says nothing about the values.
                let with = self.model.killed(&self.state, removal, self.usual, &self.choices);
                if with.alive != state.alive {
                    continue;
                }
            }
            if matches!(attempt, Attempt::Cascade) {
                let as_before = |cascade| {
                    self.model.killed(&self.state, removal, cascade, &self.choices).alive == state.alive
                };
                self.later.retain(|attempt| match attempt {
                    Attempt::Alone => !as_before(Cascade::Off),
                    Attempt::Otherwise(way) => !as_before(*way),
                    _ => true,
                });
            }
            let candidate =
                Candidate::new(self.name, self.model.facts.atoms.document(), self.model.edits(&state));
            if candidate.cost() < self.cost {
                let (state, removal) = (Arc::new(state), removal.clone());
                self.proposal = Some(Proposal { candidate, state, attempt, removal });
                return;
            }
        }
        self.cursor.learn(false, self.patience.is_some(), 0);
    }

    fn choose(&mut self, choices: Choices) {
        let dropped = findings::dropped(&self.model, &self.choices, &choices);
        if !dropped.is_empty() {
            Arc::make_mut(&mut self.findings).extend(dropped);
        }
        self.choices = Arc::new(choices);
    }

    /// Whether the proposal changed a value or removed dependents.
    fn is_repaired(&self, proposal: &Proposal) -> bool {
        let alone = self.model.killed(&self.state, &proposal.removal, Cascade::Off, &self.choices);
        !proposal.removal.splices.is_empty()
            || alone.differs_in_texts(&proposal.state)
            || self.differ_in_ink(&alone, &proposal.state)
            || !self.model.changed(&self.state, &proposal.state, &self.choices).is_empty()
    }
}

impl Search for AgreeSearch {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposal.as_ref().map(|proposal| proposal.candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let proposal = self.proposal.take().expect("an answer is learned only for a proposal");
        if matches!(proposal.attempt, Attempt::Question) {
            match &mut self.probing {
                Some(probing) => probing.learn(answer.is_interesting()),
                // Nobody minds a line that is shorter.
                None => Arc::make_mut(&mut self.state).pads &= !answer.is_interesting(),
            }
            self.advance();
            return;
        }
        if answer.is_interesting() {
            let is_repaired = matches!(
                proposal.attempt,
                Attempt::Cascade | Attempt::Otherwise(_) | Attempt::Other { .. } | Attempt::Without(_)
            ) && self.is_repaired(&proposal);
            if is_repaired {
                (self.patience, self.is_proven) = (None, true);
                self.doubts_names = false;
            } else if self.doubts_names && proposal.removal.values.is_empty() {
                // Units that can be removed alone do not need names.
                self.patience =
                    self.patience.map(|patience| patience.saturating_sub(1 + patience / ALONE_SHARE));
            }
            self.credits.learn(&proposal.attempt, true);
            match proposal.attempt {
                Attempt::Otherwise(way) => self.usual = way,
                Attempt::Other { relation, rule } => self.choose(self.choices.with(relation, rule)),
                Attempt::Without(relations) | Attempt::Bare(relations) => {
                    self.choose(self.choices.without(&relations));
                }
                Attempt::Cascade | Attempt::Alone | Attempt::Question => {}
            }
            for relation in self.model.changed(&self.state, &proposal.state, &self.choices) {
                Arc::make_mut(&mut self.is_confirmed)[relation] = true;
                Arc::make_mut(&mut self.n_disagreed)[relation] = 0;
            }
            let n_tokens = proposal.candidate.cost().tokens;
            let gone = 1_000 * self.cost.tokens.saturating_sub(n_tokens) / self.cost.tokens.max(1);
            self.cost = proposal.candidate.cost();
            self.n_missed = 0;
            self.state = proposal.state;
            self.choose(self.model.refute(&self.state, &self.choices));
            self.later.clear();
            self.cursor.learn(true, self.patience.is_some(), gone);
            if !proposal.removal.values.is_empty() {
                self.cursor.begin_anew();
            }
        } else {
            // What a gate refuses says nothing about relations.
            let is_tested = answer == Answer::Boring;
            self.n_missed += u32::from(is_tested);
            let is_cascade = matches!(proposal.attempt, Attempt::Cascade);
            self.n_refused += u32::from(is_cascade && !is_tested);
            let is_due = is_tested || self.n_refused.is_multiple_of(REFUSED_OF_A_MISS);
            if is_cascade && is_due && !self.cursor.is_looking() {
                self.patience = self.patience.map(|patience| patience.saturating_sub(1));
            }
            if is_tested && is_cascade {
                if self.cursor.is_single() {
                    self.doubt(&proposal);
                }
                self.change_rules(&proposal);
                self.doubt_chance(&proposal);
            }
            let was_alone = match proposal.attempt {
                Attempt::Alone => true,
                // Without dependents, the units were removed alone.
                Attempt::Cascade => !self.later.iter().any(|later| matches!(later, Attempt::Alone)),
                _ => false,
            };
            if is_tested && was_alone {
                self.doubt_all(&proposal);
            }
            if is_tested {
                self.credits.learn(&proposal.attempt, false);
            }
            if self.patience != Some(0) {
                self.next_attempt(&proposal.removal);
            }
        }
        self.advance();
    }

    fn findings(&self) -> &[Finding] {
        &self.findings
    }
}
