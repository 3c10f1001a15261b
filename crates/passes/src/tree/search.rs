//! The search of tree passes: a sequence of lists and choices, all relative to one tree.

use std::sync::Arc;

use dwindle_reduce::{
    Answer, Candidate, CandidateSearch, Document, EmptyList, Finding, List, ListMethod, Search, UnitSearch,
    Units,
};

use dwindle_syntax::bindings::Bindings;

use super::progress::{Judgement, Progress};
use super::subject::Subject;
use super::token_edits::{Change, TokenEdits};
use crate::options::PassOptions;
use crate::stage::per_file::PerFile;

/// The next task of a tree pass.
pub(crate) enum Task {
    /// Units any combination of which may be removable; the list algorithm of the pass decides.
    List(Vec<Unit>),
    /// Alternatives, tried in order; the first interesting one ends the task.
    Choice(Vec<Change>),
    /// Changes that are tried all together.
    Batch(Vec<Change>),
}

/// One unit of a list.
pub(crate) struct Unit {
    /// The changes that are made together.
    pub(crate) changes: Vec<Change>,
    /// Its weight, in tokens.
    pub(crate) weight: u32,
}

/// A framework: determines the next task from what has been accepted.
pub(crate) trait Framework: Clone + Send + 'static {
    /// Returns the next task; `None` at the end. `edits` are those accepted so far.
    fn next(&mut self, subject: &Subject, edits: &TokenEdits) -> Option<Task>;

    /// Learns the answer to a proposal of the current task.
    fn learn(&mut self, _answer: Answer) {}

    /// Returns the probability that the current proposal of a choice or batch is interesting, if
    /// the framework has a model of it.
    fn likelihood(&self) -> Option<f64> {
        None
    }

    /// Returns what the framework found out or wrote so far, for display. The list only grows.
    fn findings(&self) -> &[Finding] {
        &[]
    }
}

/// Starts a pass over one file after the other. Files without a tree are skipped.
pub(crate) fn in_files(
    pass: &'static str,
    options: &PassOptions,
    document: &Document,
    begin: impl Fn(Arc<Subject>, &ListMethod) -> Option<CandidateSearch> + Send + Sync + 'static,
) -> Option<CandidateSearch> {
    let options = options.clone();
    PerFile::start(document, move |document, file| {
        begin(Arc::new(Subject::new(pass, &options, document, file)?), &options.method)
    })
}

/// Searches a tree task by task.
#[derive(Clone)]
pub(crate) struct TreeSearch<F> {
    subject: Arc<Subject>,
    method: Arc<ListMethod>,
    framework: F,
    /// What was accepted in previous tasks.
    edits: TokenEdits,
    progress: Progress,
    under_way: UnderWay,
    /// The current proposal, and the edits if it is accepted; `None` at the end.
    proposed: Option<(TokenEdits, Candidate)>,
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
    edits: TokenEdits,
}

impl<F: Framework> TreeSearch<F> {
    /// Starts a pass; `None` if there is nothing to propose.
    pub(crate) fn begin(subject: Arc<Subject>, method: &ListMethod, framework: F) -> Option<CandidateSearch> {
        let mut method = method.clone();
        method.options.empty = EmptyList::Never;
        let mut search = TreeSearch {
            progress: Progress::new(subject.clone()),
            subject,
            method: Arc::new(method),
            framework,
            edits: TokenEdits::default(),
            under_way: UnderWay::None,
            proposed: None,
        };
        search.advance();
        search.proposed.is_some().then(|| Box::new(search) as CandidateSearch)
    }

    /// Starts a pass over one file after the other; `framework` returns that of a file, or
    /// `None` to skip it.
    pub(crate) fn begin_in_files(
        pass: &'static str,
        options: &PassOptions,
        document: &Document,
        framework: impl Fn(&Arc<Subject>) -> Option<F> + Send + Sync + 'static,
    ) -> Option<CandidateSearch> {
        in_files(pass, options, document, move |subject, method| {
            let framework = framework(&subject)?;
            TreeSearch::begin(subject, method, framework)
        })
    }

    /// As [`TreeSearch::begin_in_files`], for passes that need definitions and uses. Files whose
    /// bindings are not known are skipped.
    pub(crate) fn begin_with_bindings(
        pass: &'static str,
        options: &PassOptions,
        document: &Document,
        framework: impl Fn(&Arc<Subject>, Bindings) -> Option<F> + Send + Sync + 'static,
    ) -> Option<CandidateSearch> {
        TreeSearch::begin_in_files(pass, options, document, move |subject| {
            let bindings = subject.file.bindings()?.clone();
            framework(subject, bindings)
        })
    }

    /// Advances until there is a proposal or no further task.
    fn advance(&mut self) {
        loop {
            if let Some(edits) = self.wanted() {
                match self.progress.judge(&edits, self.accepted()) {
                    Judgement::NothingNew => self.answer(true, edits),
                    Judgement::NotSimpler => self.answer(false, edits),
                    Judgement::Proposed(candidate) => {
                        self.proposed = Some((edits, candidate));
                        return;
                    }
                }
                continue;
            }
            self.under_way = match std::mem::replace(&mut self.under_way, UnderWay::None) {
                UnderWay::List { units, accepted, .. } => self.end_list(&units, accepted),
                UnderWay::None | UnderWay::Choice { .. } => {
                    match self.framework.next(&self.subject, &self.edits) {
                        None => return,
                        Some(task) => self.start(task),
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
            self.edits = accepted.edits;
        }
        let n_units = u32::try_from(units.len()).expect("a list has fewer than 2^32 units");
        match left_out.complement(n_units).runs() {
            [last] if last.len() == 1 => {
                UnderWay::Choice { choices: Arc::from([units[last.start as usize].clone()]), next: 0 }
            }
            _ => UnderWay::None,
        }
    }

    fn start(&self, task: Task) -> UnderWay {
        match task {
            Task::List(units) => {
                let list = List::weighted(units.iter().map(|unit| unit.weight));
                let search = self.method.start(&list);
                let units = units.into_iter().map(|unit| unit.changes).collect();
                UnderWay::List { units, search, accepted: None }
            }
            Task::Choice(choices) => {
                let choices = choices.into_iter().map(|change| vec![change]).collect();
                UnderWay::Choice { choices, next: 0 }
            }
            Task::Batch(changes) => UnderWay::Choice { choices: Arc::from([changes]), next: 0 },
        }
    }

    /// Returns the next edits that the current task wants.
    fn wanted(&self) -> Option<TokenEdits> {
        match &self.under_way {
            UnderWay::None => None,
            UnderWay::List { units, search, .. } => {
                let left_out = search.propose()?;
                Some(self.subject.apply(&self.edits, left_out.iter().flat_map(|unit| &units[unit as usize])))
            }
            UnderWay::Choice { choices, next } => {
                Some(self.subject.apply(&self.edits, choices.get(*next)?.iter()))
            }
        }
    }

    /// Returns everything accepted so far, including the current task.
    fn accepted(&self) -> &TokenEdits {
        match &self.under_way {
            UnderWay::List { accepted: Some(accepted), .. } => &accepted.edits,
            _ => &self.edits,
        }
    }

    /// Tells the current task whether the edits that it wanted are possible.
    fn answer(&mut self, possible: bool, edits: TokenEdits) {
        match &mut self.under_way {
            UnderWay::None => {}
            UnderWay::List { search, accepted, .. } => {
                if possible {
                    *accepted = search.propose().map(|left_out| Accepted { left_out, edits });
                }
                search.learn(possible.into());
            }
            UnderWay::Choice { choices, next } => {
                if possible {
                    self.edits = edits;
                    *next = choices.len();
                } else {
                    *next += 1;
                }
            }
        }
    }
}

impl<F: Framework> Search for TreeSearch<F> {
    type Proposal = Candidate;

    fn propose(&self) -> Option<Candidate> {
        self.proposed.as_ref().map(|(_, candidate)| candidate.clone())
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let (edits, candidate) = self.proposed.take().expect("an answer is learned only for a proposal");
        if interesting {
            self.progress.accept(&candidate);
        }
        self.framework.learn(answer);
        self.answer(interesting, edits);
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
            UnderWay::None | UnderWay::Choice { .. } => self.framework.likelihood(),
        }
    }

    fn findings(&self) -> &[Finding] {
        self.framework.findings()
    }
}
