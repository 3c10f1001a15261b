//! Helpers for tests of passes: a small list algorithm and a driver without look-ahead.

use std::collections::HashMap;

use dwindle_reduce::{
    Algorithm, Answer, CandidateSearch, ContentKey, Document, EmptyList, Guarantees, ListMethod, ListOptions,
    Pass, Search, UnitSearch, Units,
};

use crate::options::PassOptions;

/// Creates options with a list algorithm of this file.
pub(crate) fn options() -> PassOptions {
    PassOptions::new(ListMethod { algorithm: &HALVING, options: ListOptions::default() })
}

/// The tested candidates and their answers.
pub(crate) type Answers = HashMap<ContentKey, bool>;

/// Runs a search to its end, checking the contract of passes. Returns the last interesting
/// document.
pub(crate) fn drive(
    search: CandidateSearch,
    base: &Document,
    answers: &mut Answers,
    mut property: impl FnMut(&Document) -> bool,
) -> Document {
    let mut search = search;
    let mut best = base.clone();
    while let Some(candidate) = search.propose() {
        let is_question = candidate.is_question();
        assert!(is_question || candidate.is_simpler(&best), "{candidate:?} is not simpler than {best:?}");
        assert_eq!(candidate.base(), base);
        assert_eq!(search.propose().map(|again| again.key()), Some(candidate.key()));
        let answer = if candidate.gate().is_none_or(|gate| gate.admits(&candidate)) {
            (*answers.entry(candidate.key()).or_insert_with(|| property(candidate.render()))).into()
        } else {
            Answer::Refused
        };
        if answer.is_interesting() && !is_question {
            best = candidate.render().clone();
        }
        search.learn(answer);
    }
    best
}

/// Repeats a pass to a fixpoint. Returns the result and the answers.
pub(crate) fn reduce(
    pass: &Pass,
    document: &Document,
    property: impl Fn(&Document) -> bool,
) -> (Document, Answers) {
    let mut answers = Answers::new();
    let mut best = document.clone();
    while let Some(search) = pass.begin(&best) {
        let next = drive(search, &best, &mut answers, &property);
        if next == best {
            break;
        }
        best = next;
    }
    (best, answers)
}

/// Answers all proposals with boring. Returns how many no gate refused, which may have the same
/// content.
pub(crate) fn n_misses(pass: &Pass, document: &Document) -> usize {
    let Some(mut search) = pass.begin(document) else { return 0 };
    let mut n_misses = 0;
    while let Some(candidate) = search.propose() {
        let is_admitted = candidate.gate().is_none_or(|gate| gate.admits(&candidate));
        n_misses += usize::from(is_admitted);
        search.learn(if is_admitted { Answer::Boring } else { Answer::Refused });
    }
    n_misses
}

/// Creates the default options.
pub(crate) fn best_options() -> PassOptions {
    crate::plan::options::PlanOptions::measured_best(&ListOptions::default()).pass
}

/// Reduces one text; it is interesting if it contains every needed string.
pub(crate) fn reduce_text(pass: &Pass, before: &str, needed: &[&str]) -> String {
    reduce_file(pass, "input.txt", before, contains(needed)).0
}

/// Reduces one file. Returns the result and the number of tested candidates.
pub(crate) fn reduce_file(
    pass: &Pass,
    path: &str,
    before: &str,
    interesting: impl Fn(&str) -> bool,
) -> (String, usize) {
    let text_of = |document: &Document| String::from_utf8_lossy(document.files()[0].bytes()).into_owned();
    let (left, answers) =
        reduce(pass, &Document::single(path, before), |document| interesting(&text_of(document)));
    (text_of(&left), answers.len())
}

/// Whether a text contains every needed string.
pub(crate) fn contains(needed: &[&str]) -> impl Fn(&str) -> bool {
    move |text| needed.iter().all(|needed| text.contains(needed))
}

static HALVING: Algorithm = Algorithm {
    name: "halving",
    summary: "tries to remove parts of half the size until single units are tried without success",
    guarantees: Guarantees::NONE,
    start: &|list, options| -> UnitSearch {
        let empty = options.empty == EmptyList::First;
        let size = if empty { list.len() } else { (list.len() / 2).max(1) };
        Box::new(
            Halving { n_units: list.len(), gone: Units::none(), size, at: 0, helped: false, empty }
                .advanced(),
        )
    },
};

#[derive(Clone)]
struct Halving {
    n_units: u32,
    gone: Units,
    size: u32,
    at: u32,
    helped: bool,
    empty: bool,
}

impl Halving {
    fn part(&self) -> Option<Units> {
        let end = self.at.saturating_add(self.size).min(self.n_units);
        let part = Units::range(self.at..end).difference(&self.gone);
        let all = self.gone.len() + part.len() == self.n_units as usize;
        (!part.is_empty() && (self.empty || !all)).then(|| self.gone.union(&part))
    }

    fn advanced(mut self) -> Halving {
        while 0 < self.size && self.part().is_none() {
            self.step();
        }
        self
    }

    fn step(&mut self) {
        self.at = self.at.saturating_add(self.size);
        if self.n_units <= self.at {
            self.at = 0;
            if 1 < self.size || !self.helped {
                self.size /= 2;
            }
            self.helped = false;
        }
    }
}

impl Search for Halving {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        if self.size == 0 { None } else { self.part() }
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        if interesting {
            self.gone = self.part().expect("there was a proposal");
            self.helped = true;
        }
        self.step();
        *self = self.clone().advanced();
    }
}
