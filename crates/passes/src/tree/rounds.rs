//! The search of tree passes: a sequence of lists and choices, all relative to one tree.

use std::sync::Arc;

use dwindle_reduce::{
    Answer, Candidate, CandidateSearch, Document, EmptyList, List, ListMethod, Search, UnitSearch, Units,
};

use dwindle_syntax::bindings::Bindings;

use super::cut::{Change, Cut};
use super::progress::{Judgement, Progress};
use super::subject::Subject;
use crate::options::PassOptions;
use crate::stage::per_file::PerFile;

/// The next decision of a tree pass.
pub(crate) enum Round {
    /// Units any combination of which may be removable; the list algorithm of the pass decides.
    List(Vec<Unit>),
    /// Alternatives, tried in order; the first interesting one ends the round.
    Choice(Vec<Change>),
    /// Changes that are tried all together.
    Batch(Vec<Change>),
}

/// One unit of a list round.
pub(crate) struct Unit {
    /// The changes that are made together.
    pub(crate) changes: Vec<Change>,
    /// Its weight, in tokens.
    pub(crate) weight: u32,
}

/// A framework: determines the next round from what has been accepted.
pub(crate) trait Rounds: Clone + Send + 'static {
    /// Returns the next round; `None` at the end. `cut` is what has been accepted so far.
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round>;

    /// Learns the answer to a proposal of the current round.
    fn learn(&mut self, _answer: Answer) {}
}

/// Searches a tree round by round.
#[derive(Clone)]
pub(crate) struct TreeSearch<R> {
    subject: Arc<Subject>,
    method: Arc<ListMethod>,
    rounds: R,
    /// What was accepted in previous rounds.
    cut: Cut,
    progress: Progress,
    under_way: UnderWay,
    /// The current proposal, and the cut after accepting it; `None` at the end.
    proposed: Option<(Cut, Candidate)>,
}

#[derive(Clone)]
enum UnderWay {
    None,
    List { units: Arc<[Vec<Change>]>, search: UnitSearch, accepted: Option<Accepted> },
    Choice { choices: Arc<[Vec<Change>]>, next: usize },
}

/// What a list algorithm has achieved so far.
#[derive(Clone)]
struct Accepted {
    left_out: Units,
    cut: Cut,
}

impl<R: Rounds> TreeSearch<R> {
    /// Starts a pass; `None` if there is nothing to propose.
    pub(crate) fn begin(subject: Arc<Subject>, method: &ListMethod, rounds: R) -> Option<CandidateSearch> {
        let mut method = method.clone();
        method.options.empty = EmptyList::Never;
        let mut search = TreeSearch {
            progress: Progress::new(subject.clone()),
            subject,
            method: Arc::new(method),
            rounds,
            cut: Cut::default(),
            under_way: UnderWay::None,
            proposed: None,
        };
        search.advance();
        search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    /// Starts a pass over one file after the other; `rounds` returns the framework for a file, or
    /// `None` to skip it.
    pub(crate) fn begin_in_files(
        pass: &'static str,
        options: &PassOptions,
        document: &Document,
        rounds: impl Fn(&Arc<Subject>) -> Option<R> + Send + Sync + 'static,
    ) -> Option<CandidateSearch> {
        let options = options.clone();
        PerFile::start(document, move |document, file| {
            let subject = Arc::new(Subject::new(pass, &options, document, file)?);
            let rounds = rounds(&subject)?;
            TreeSearch::begin(subject, &options.method, rounds)
        })
    }

    /// As [`TreeSearch::begin_in_files`], for passes that need definitions and uses. Files whose
    /// bindings are not known are skipped.
    pub(crate) fn begin_with_bindings(
        pass: &'static str,
        options: &PassOptions,
        document: &Document,
        rounds: impl Fn(&Arc<Subject>, Bindings) -> Option<R> + Send + Sync + 'static,
    ) -> Option<CandidateSearch> {
        TreeSearch::begin_in_files(pass, options, document, move |subject| {
            let bindings = subject.file.bindings()?.clone();
            rounds(subject, bindings)
        })
    }

    /// Advances until there is a proposal or no further round.
    fn advance(&mut self) {
        loop {
            if let Some(cut) = self.wanted() {
                match self.progress.judge(&cut, self.accepted()) {
                    Judgement::NothingNew => self.answer(true, cut),
                    Judgement::NotSimpler => self.answer(false, cut),
                    Judgement::Proposed(candidate) => {
                        self.proposed = Some((cut, candidate));
                        return;
                    }
                }
                continue;
            }
            self.under_way = match std::mem::replace(&mut self.under_way, UnderWay::None) {
                UnderWay::List { units, accepted, .. } => self.end_list(&units, accepted),
                UnderWay::None | UnderWay::Choice { .. } => {
                    match self.rounds.next(&self.subject, &self.cut) {
                        None => return,
                        Some(round) => self.start(round),
                    }
                }
            };
        }
    }

    /// Takes over the result of a list algorithm. A list algorithm never removes everything, so a
    /// single remaining unit is tried here: a list of nodes may be empty.
    fn end_list(&mut self, units: &[Vec<Change>], accepted: Option<Accepted>) -> UnderWay {
        let left_out = accepted.as_ref().map_or(Units::none(), |accepted| accepted.left_out.clone());
        if let Some(accepted) = accepted {
            self.cut = accepted.cut;
        }
        let n_units = u32::try_from(units.len()).expect("a list has fewer than 2^32 units");
        match left_out.complement(n_units).runs() {
            [last] if last.len() == 1 => {
                UnderWay::Choice { choices: Arc::from([units[last.start as usize].clone()]), next: 0 }
            }
            _ => UnderWay::None,
        }
    }

    fn start(&self, round: Round) -> UnderWay {
        match round {
            Round::List(units) => {
                let list = List::weighted(units.iter().map(|unit| unit.weight));
                let search = self.method.start(&list);
                let units = units.into_iter().map(|unit| unit.changes).collect();
                UnderWay::List { units, search, accepted: None }
            }
            Round::Choice(choices) => {
                let choices = choices.into_iter().map(|change| vec![change]).collect();
                UnderWay::Choice { choices, next: 0 }
            }
            Round::Batch(changes) => UnderWay::Choice { choices: Arc::from([changes]), next: 0 },
        }
    }

    /// Returns the next cut that the current round wants.
    fn wanted(&self) -> Option<Cut> {
        match &self.under_way {
            UnderWay::None => None,
            UnderWay::List { units, search, .. } => {
                let left_out = search.propose()?;
                Some(self.subject.apply(&self.cut, left_out.iter().flat_map(|unit| &units[unit as usize])))
            }
            UnderWay::Choice { choices, next } => {
                Some(self.subject.apply(&self.cut, choices.get(*next)?.iter()))
            }
        }
    }

    /// Returns everything accepted so far, including the current round.
    fn accepted(&self) -> &Cut {
        match &self.under_way {
            UnderWay::List { accepted: Some(accepted), .. } => &accepted.cut,
            _ => &self.cut,
        }
    }

    /// Tells the current round whether the cut that it wanted is possible.
    fn answer(&mut self, possible: bool, cut: Cut) {
        match &mut self.under_way {
            UnderWay::None => {}
            UnderWay::List { search, accepted, .. } => {
                if possible {
                    *accepted = search.propose().map(|left_out| Accepted { left_out, cut });
                }
                search.learn(possible.into());
            }
            UnderWay::Choice { choices, next } => {
                if possible {
                    self.cut = cut;
                    *next = choices.len();
                } else {
                    *next += 1;
                }
            }
        }
    }
}

impl<R: Rounds> Search for TreeSearch<R> {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.as_ref().map(|(_, candidate)| candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let (cut, candidate) = self.proposed.take().expect("an answer is learned only for a proposal");
        if interesting {
            self.progress.accept(&candidate);
        }
        self.rounds.learn(answer);
        self.answer(interesting, cut);
        self.advance();
    }

    fn skip(&mut self) {
        match &mut self.under_way {
            UnderWay::List { search, .. } => {
                self.proposed = None;
                search.skip();
                self.advance();
            }
            UnderWay::None | UnderWay::Choice { .. } => self.learn(Answer::Boring),
        }
    }

    fn likelihood(&self) -> Option<f64> {
        match &self.under_way {
            UnderWay::List { search, .. } => search.likelihood(),
            UnderWay::None | UnderWay::Choice { .. } => None,
        }
    }
}
