//! A tree pass under way: one list or one choice after the other, all relative to one tree.

use std::sync::Arc;

use dwindle_reduce::{
    Answer, Candidate, CandidateSearch, Document, EmptyList, List, ListMethod, Search, UnitSearch, Units,
};

use dwindle_syntax::bindings::Bindings;

use super::cut::{Change, Cut};
use super::standing::{Standing, Wish};
use super::subject::Subject;
use crate::options::PassOptions;
use crate::stage::per_file::PerFile;

/// What a tree pass decides next.
pub(crate) enum Round {
    /// Which of these can go, in any combination; the list algorithm of the pass finds out.
    List(Vec<Unit>),
    /// Which of these is possible: they are tried in order, and the first that is ends the round.
    Choice(Vec<Change>),
    /// Whether all of these are possible together.
    Batch(Vec<Change>),
}

/// One unit of a list round.
pub(crate) struct Unit {
    /// What is done together.
    pub(crate) changes: Vec<Change>,
    /// Its weight in tokens.
    pub(crate) weight: u32,
}

/// A framework: which round comes after what was decided so far.
pub(crate) trait Rounds: Clone + Send + 'static {
    /// Returns the next round, or `None` at the end. `cut` is what was accepted so far.
    fn next(&mut self, subject: &Subject, cut: &Cut) -> Option<Round>;

    /// Takes the answer for a proposal of the round under way.
    fn learn(&mut self, _answer: Answer) {}
}

/// Searches a tree round by round.
#[derive(Clone)]
pub(crate) struct TreeSearch<R> {
    subject: Arc<Subject>,
    method: Arc<ListMethod>,
    rounds: R,
    /// What was accepted in the rounds before this one.
    cut: Cut,
    standing: Standing,
    under_way: UnderWay,
    /// What the current proposal would make of the cut; `None` at the end.
    proposed: Option<(Cut, Candidate)>,
}

#[derive(Clone)]
enum UnderWay {
    None,
    List { units: Arc<[Vec<Change>]>, search: UnitSearch, accepted: Option<Accepted> },
    Choice { choices: Arc<[Vec<Change>]>, next: usize },
}

/// What a list algorithm achieved so far.
#[derive(Clone)]
struct Accepted {
    left_out: Units,
    cut: Cut,
}

impl<R: Rounds> TreeSearch<R> {
    /// Starts a pass; `None` if it has nothing to propose.
    pub(crate) fn begin(subject: Arc<Subject>, method: &ListMethod, rounds: R) -> Option<CandidateSearch> {
        let mut method = method.clone();
        method.options.empty = EmptyList::Never;
        let mut search = TreeSearch {
            standing: Standing::new(subject.clone()),
            subject,
            method: Arc::new(method),
            rounds,
            cut: Cut::default(),
            under_way: UnderWay::None,
            proposed: None,
        };
        search.settle();
        search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    /// Starts a pass over one file after the other; `rounds` says of each file what is decided
    /// there, if anything is.
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

    /// Starts a pass as [`TreeSearch::begin_in_files`] does that needs to know definitions and
    /// uses. Files whose definitions nobody knows are left alone.
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

    /// Goes on until there is a proposal or no further round.
    fn settle(&mut self) {
        loop {
            if let Some(cut) = self.wanted() {
                match self.standing.judge(&cut, self.accepted()) {
                    Wish::Granted => self.answer(true, cut),
                    Wish::Pointless => self.answer(false, cut),
                    Wish::Proposed(candidate) => {
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

    /// Takes over what a list algorithm accepted. A list algorithm never leaves out everything, so
    /// a last unit that is left alone is tried here: a list of nodes may well be empty.
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

    /// Returns the cut that the round under way wants next.
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

    /// Returns all that was accepted so far, in the round under way too.
    fn accepted(&self) -> &Cut {
        match &self.under_way {
            UnderWay::List { accepted: Some(accepted), .. } => &accepted.cut,
            _ => &self.cut,
        }
    }

    /// Tells the round under way whether the cut that it wanted is possible.
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
            self.standing.accept(&candidate);
        }
        self.rounds.learn(answer);
        self.answer(interesting, cut);
        self.settle();
    }

    fn skip(&mut self) {
        match &mut self.under_way {
            UnderWay::List { search, .. } => {
                self.proposed = None;
                search.skip();
                self.settle();
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
