//! Which trial to start next, when the answers that decide it are not there yet.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap};

use super::answers::Answers;
use super::calibration::Calibration;
use super::guesses::{GuessIdx, Guesses};
use crate::candidate::Candidate;
use crate::document::ContentKey;
use crate::search::Search;
use crate::verdict::Answer;

/// How the reducer finds work for more than one worker. It changes only what is run ahead, never the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LookAhead {
    /// Nothing is run ahead.
    Off,
    /// Assumes that every trial under way is boring, which most are.
    Chain,
    /// Weighs both answers of every trial under way, and starts the trial that is most likely to be needed: the
    /// product of the likelihoods on its path; a trial on several paths counts with their sum.
    #[default]
    Tree,
}

/// How many places of the tree are looked at for each trial under way.
const VISITS_PER_TRIAL: usize = 6;
/// A path less likely than this is not followed.
const LEAST_LIKELY: f64 = 1e-4;

/// What the policy works on.
pub(super) struct Outlook<'a> {
    pub(super) guesses: &'a mut Guesses,
    pub(super) answers: &'a Answers,
    /// What the likelihoods that searches state are worth.
    pub(super) calibration: &'a Calibration,
    pub(super) refuses: &'a dyn Fn(&Candidate) -> bool,
}

/// What is known of the proposal at a place.
enum Standing {
    End,
    Certain(Answer),
    UnderWay,
    Open(ContentKey, Candidate),
}

impl LookAhead {
    /// Chooses the next trial to start.
    pub(super) fn choose(self, outlook: &mut Outlook<'_>) -> Option<(ContentKey, Candidate)> {
        match self {
            LookAhead::Off => match outlook.standing(outlook.guesses.root()) {
                Standing::Open(key, candidate) => Some((key, candidate)),
                _ => None,
            },
            LookAhead::Chain => outlook.first_if_all_are_boring(),
            LookAhead::Tree => outlook.most_likely_needed(),
        }
    }
}

impl Outlook<'_> {
    fn standing(&mut self, idx: GuessIdx) -> Standing {
        let Some(proposal) = self.guesses.guess(idx).proposal().cloned() else { return Standing::End };
        let refused = proposal.refused.unwrap_or_else(|| {
            let refused = (self.refuses)(&proposal.candidate);
            self.guesses.set_refused(idx, refused);
            refused
        });
        if refused {
            Standing::Certain(Answer::Refused)
        } else if let Some(verdict) = self.answers.verdict(proposal.key) {
            Standing::Certain(verdict.into())
        } else if self.answers.is_under_way(proposal.key) {
            Standing::UnderWay
        } else {
            Standing::Open(proposal.key, proposal.candidate)
        }
    }

    fn likelihood(&self, idx: GuessIdx) -> f64 {
        self.calibration.likelihood(self.guesses.guess(idx).plan.likelihood())
    }

    fn first_if_all_are_boring(&mut self) -> Option<(ContentKey, Candidate)> {
        let mut idx = self.guesses.root();
        for _ in 0..self.n_visits() {
            match self.standing(idx) {
                Standing::Certain(answer) => idx = self.guesses.child(idx, answer),
                Standing::UnderWay => idx = self.guesses.child(idx, Answer::Boring),
                Standing::Open(key, candidate) => return Some((key, candidate)),
                Standing::End => return None,
            }
        }
        None
    }

    /// Bounds how many places are looked at, so that thinking never outweighs the trials.
    fn n_visits(&self) -> usize {
        VISITS_PER_TRIAL * (1 + self.answers.n_under_way())
    }

    fn most_likely_needed(&mut self) -> Option<(ContentKey, Candidate)> {
        let mut paths = BinaryHeap::from([Path { likelihood: 1.0, idx: self.guesses.root() }]);
        let mut open: HashMap<ContentKey, Needed> = HashMap::new();
        for _ in 0..self.n_visits() {
            let Some(path) = paths.pop().filter(|path| LEAST_LIKELY <= path.likelihood) else { break };
            match self.standing(path.idx) {
                Standing::Certain(answer) => {
                    let idx = self.guesses.child(path.idx, answer);
                    paths.push(Path { likelihood: path.likelihood, idx });
                }
                Standing::UnderWay => {
                    let interesting = self.likelihood(path.idx);
                    for (answer, likelihood) in
                        [(Answer::Boring, 1.0 - interesting), (Answer::Interesting, interesting)]
                    {
                        let idx = self.guesses.child(path.idx, answer);
                        paths.push(Path { likelihood: path.likelihood * likelihood, idx });
                    }
                }
                Standing::Open(key, candidate) => {
                    let found = open.len();
                    let needed = open.entry(key).or_insert(Needed { likelihood: 0.0, found, candidate });
                    needed.likelihood += path.likelihood;
                }
                Standing::End => {}
            }
        }
        let best = open
            .into_iter()
            .max_by(|(_, a), (_, b)| a.likelihood.total_cmp(&b.likelihood).then(b.found.cmp(&a.found)));
        best.map(|(key, needed)| (key, needed.candidate))
    }
}

struct Needed {
    likelihood: f64,
    /// How many other trials were found before it.
    found: usize,
    candidate: Candidate,
}

struct Path {
    likelihood: f64,
    idx: GuessIdx,
}

impl Ord for Path {
    fn cmp(&self, other: &Path) -> Ordering {
        self.likelihood.total_cmp(&other.likelihood).then(other.idx.cmp(&self.idx))
    }
}

impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Path) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Path {}
