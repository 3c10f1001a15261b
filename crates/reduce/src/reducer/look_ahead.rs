//! Which trial to start next while the answers that decide it are still outstanding.

use std::cmp::Ordering;
use std::collections::{BinaryHeap, HashMap, VecDeque};

use super::answers::Answers;
use super::calibration::Calibration;
use super::foretold::Foretold;
use super::guesses::{GuessIdx, Guesses, Proposed};
use super::region::Region;
use super::scouts::Scouts;
use crate::candidate::Candidate;
use crate::document::ContentKey;
use crate::verdict::Answer;

/// How the reducer finds work for more than one worker. It only affects which trials are run ahead,
/// never the result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum LookAhead {
    /// No trial is run ahead.
    Off,
    /// Assumes that every trial under way is boring, which most are.
    Chain,
    /// Considers both answers of every trial under way, and starts the trial that is most likely to
    /// be needed: the product of the likelihoods on its path, summed over its paths.
    #[default]
    Tree,
    /// As the tree, but of workers that would guess blindly, some run scouts: candidates that leave
    /// out of the best document now what the search will propose later. Their verdicts only correct
    /// the likelihoods.
    Scouts,
}

/// How many nodes of the tree are visited for each trial under way, and the most beyond one for
/// each.
const VISITS_PER_TRIAL: usize = 6;
const MOST_VISITS: usize = 600;
/// A path less likely than this shares its workers with scouts.
const WORTH_A_WORKER: f64 = 0.4;
/// A path less likely than this is not followed.
const LEAST_LIKELY: f64 = 1e-4;

/// The input of the policy.
pub(super) struct Outlook<'a> {
    pub(super) guesses: &'a mut Guesses,
    pub(super) answers: &'a Answers,
    /// The calibration of the likelihoods that searches state.
    pub(super) calibration: &'a Calibration,
    pub(super) scouts: &'a mut Scouts,
    pub(super) refuses: &'a dyn Fn(&Candidate) -> bool,
}

/// What is known of the proposal at a node.
enum Standing {
    End,
    Certain(Answer),
    UnderWay,
    Open(ContentKey),
}

/// The next trial to start.
pub(super) struct Choice {
    pub(super) key: ContentKey,
    pub(super) candidate: Candidate,
    /// The node of the tree that proposes it; `None` for a scout.
    pub(super) place: Option<GuessIdx>,
}

/// Trials to start next, the best one first, chosen by one search of the tree.
///
/// With a thousand trials under way, searching the tree for each trial would cost more than most
/// trials. The plan is valid as long as the root of the tree does not move.
#[derive(Default)]
pub(super) struct Planned {
    likely: VecDeque<Choice>,
    unlikely: VecDeque<Choice>,
    /// How often the root had moved at that time.
    n_moves: u64,
}

/// One search plans one trial, and one more for each so many under way.
const UNDER_WAY_PER_PLANNED: usize = 32;

impl Planned {
    /// Drops what was planned before the root moved.
    fn renew(&mut self, n_moves: u64) {
        if self.n_moves != n_moves {
            *self = Planned { n_moves, ..Planned::default() };
        }
    }
}

impl LookAhead {
    /// Chooses the next trial to start.
    pub(super) fn choose(self, outlook: &mut Outlook<'_>, planned: &mut Planned) -> Option<Choice> {
        let root = outlook.guesses.root();
        planned.renew(outlook.guesses.n_moves());
        match self {
            LookAhead::Off => match outlook.standing(root) {
                Standing::Open(_) => outlook.choice(root),
                _ => None,
            },
            LookAhead::Chain => outlook.first_if_all_are_boring(),
            LookAhead::Tree => outlook.unlikely(planned),
            LookAhead::Scouts => outlook.likely(planned).or_else(|| {
                if outlook.scouts.trust.is_turn_of_scouts() {
                    outlook.scout().or_else(|| outlook.unlikely(planned))
                } else {
                    outlook.unlikely(planned).or_else(|| outlook.scout())
                }
            }),
        }
    }
}

impl Outlook<'_> {
    fn standing(&mut self, idx: GuessIdx) -> Standing {
        let Some(proposal) = self.guesses.guess(idx).proposal() else { return Standing::End };
        let key = proposal.key;
        let refused = proposal.refused.unwrap_or_else(|| (self.refuses)(&proposal.candidate));
        if proposal.refused.is_none() {
            self.guesses.set_refused(idx, refused);
        }
        if refused {
            Standing::Certain(Answer::Refused)
        } else if let Some(verdict) = self.answers.verdict(key) {
            Standing::Certain(verdict.into())
        } else if self.answers.is_under_way(key) {
            Standing::UnderWay
        } else {
            Standing::Open(key)
        }
    }

    /// Chooses the trial that a node proposes.
    fn choice(&self, idx: GuessIdx) -> Option<Choice> {
        let Proposed { candidate, key, .. } = self.guesses.guess(idx).proposal()?;
        Some(Choice { key: *key, candidate: candidate.clone(), place: Some(idx) })
    }

    /// Returns how likely the proposal at a node is interesting, by each predictor.
    fn likelihood(&mut self, idx: GuessIdx) -> Foretold {
        let guess = self.guesses.guess(idx);
        let Some(Proposed { candidate, .. }) = guess.proposal() else { return Foretold::both(0.0) };
        let (pass, base) = (candidate.pass(), candidate.base().key());
        let stated = self.calibration.likelihood(pass, guess.stated());
        if !self.scouts.knows(base) {
            return Foretold::both(stated);
        }
        let Some(scope) = self.guesses.scope(idx) else { return Foretold::both(stated) };
        let rate = self.calibration.likelihood(pass, scope.rate.1);
        Foretold { stated, by_map: self.scouts.likelihood(base, scope, stated, rate) }
    }

    /// Returns the path to the root of the tree.
    fn root(&self) -> Path {
        Path { odds: self.scouts.trust.root(), from: self.guesses.root(), answer: None }
    }

    fn first_if_all_are_boring(&mut self) -> Option<Choice> {
        let mut idx = self.guesses.root();
        for _ in 0..self.n_visits() {
            match self.standing(idx) {
                Standing::Certain(answer) => idx = self.guesses.child(idx, answer),
                Standing::UnderWay => idx = self.guesses.child(idx, Answer::Boring),
                Standing::Open(_) => return self.choice(idx),
                Standing::End => return None,
            }
        }
        None
    }

    /// Returns how many nodes may be visited, so that planning never costs more than the trials.
    fn n_visits(&self) -> usize {
        let n_under_way = self.answers.n_under_way();
        (VISITS_PER_TRIAL * (1 + n_under_way)).min(n_under_way + MOST_VISITS)
    }

    /// Returns the trial at the most likely open node, if that is likely enough.
    fn likely(&mut self, planned: &mut Planned) -> Option<Choice> {
        self.next_of(&mut planned.likely).or_else(|| {
            planned.likely = self.likely_needed();
            self.next_of(&mut planned.likely)
        })
    }

    /// Returns the trial that is most likely to be needed.
    fn unlikely(&mut self, planned: &mut Planned) -> Option<Choice> {
        self.next_of(&mut planned.unlikely).or_else(|| {
            planned.unlikely = self.most_likely_needed();
            self.next_of(&mut planned.unlikely)
        })
    }

    /// Returns the next planned trial whose answer is still unknown.
    fn next_of(&self, choices: &mut VecDeque<Choice>) -> Option<Choice> {
        let is_open = |choice: &Choice| {
            !self.answers.is_under_way(choice.key) && self.answers.verdict(choice.key).is_none()
        };
        while let Some(choice) = choices.pop_front() {
            if is_open(&choice) {
                return Some(choice);
            }
        }
        None
    }

    fn n_planned(&self) -> usize {
        1 + self.answers.n_under_way() / UNDER_WAY_PER_PLANNED
    }

    /// Returns the trials at the most likely open nodes that are likely enough.
    fn likely_needed(&mut self) -> VecDeque<Choice> {
        let mut paths = BinaryHeap::from([self.root()]);
        let mut chosen: VecDeque<Choice> = VecDeque::new();
        let n_planned = self.n_planned();
        for _ in 0..self.n_visits() {
            let path = paths.pop().filter(|path| WORTH_A_WORKER <= path.likelihood());
            let Some(path) = path.filter(|_| chosen.len() < n_planned) else { break };
            let idx = path.place(self.guesses);
            match self.standing(idx) {
                Standing::Certain(answer) => paths.push(Path { from: idx, answer: Some(answer), ..path }),
                Standing::UnderWay => paths.extend(path.branches(idx, self.likelihood(idx))),
                Standing::Open(_) => {
                    chosen.extend(self.choice(idx));
                    if chosen.len() < n_planned {
                        // It will be under way.
                        paths.extend(path.branches(idx, self.likelihood(idx)));
                    }
                }
                Standing::End => {}
            }
        }
        chosen
    }

    fn scout(&mut self) -> Option<Choice> {
        let (key, candidate) = self.scouts.next(self.guesses.root_plan(), self.answers, self.refuses)?;
        Some(Choice { key, candidate, place: None })
    }

    /// Returns how likely a chosen trial is interesting; `None` for a scout.
    pub(super) fn foretold(&mut self, choice: &Choice) -> Option<Foretold> {
        choice.place.map(|place| self.likelihood(place))
    }

    /// Returns the trials that are most likely to be needed.
    fn most_likely_needed(&mut self) -> VecDeque<Choice> {
        let mut paths = BinaryHeap::from([self.root()]);
        let mut open: HashMap<ContentKey, Needed> = HashMap::new();
        for _ in 0..self.n_visits() {
            let Some(path) = paths.pop().filter(|path| LEAST_LIKELY <= path.likelihood()) else { break };
            let idx = path.place(self.guesses);
            match self.standing(idx) {
                Standing::Certain(answer) => paths.push(Path { from: idx, answer: Some(answer), ..path }),
                Standing::UnderWay => paths.extend(path.branches(idx, self.likelihood(idx))),
                Standing::Open(key) => {
                    let found = open.len();
                    let needed =
                        open.entry(key).or_insert_with(|| Needed { likelihood: 0.0, found, place: idx });
                    needed.likelihood += path.likelihood();
                }
                Standing::End => {}
            }
        }
        let mut needed: Vec<Needed> = open.into_values().collect();
        needed.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood).then(a.found.cmp(&b.found)));
        needed.into_iter().take(self.n_planned()).filter_map(|needed| self.choice(needed.place)).collect()
    }
}

impl Choice {
    /// Returns which part the trial changes.
    pub(super) fn region(&self, guesses: &mut Guesses) -> Region {
        match self.place {
            Some(place) => guesses.scope(place).map(|scope| scope.region.clone()).unwrap_or_default(),
            None => Region::beside(guesses.root_plan().accepted(), &self.candidate),
        }
    }
}

struct Needed {
    likelihood: f64,
    /// The number of trials found before it.
    found: usize,
    place: GuessIdx,
}

/// A path to a node, which is created only when the path is the most likely one.
struct Path {
    /// The probability of the answers on it by each predictor, times the probability that this
    /// predictor is the right one: a path on which the map proves right makes the map more likely.
    odds: Foretold,
    from: GuessIdx,
    /// The answer at `from` that leads there; `None` leads to `from` itself.
    answer: Option<Answer>,
}

impl Path {
    fn place(&self, guesses: &mut Guesses) -> GuessIdx {
        self.answer.map_or(self.from, |answer| guesses.child(self.from, answer))
    }

    /// Returns the paths that continue from a node with this likelihood.
    fn branches(&self, from: GuessIdx, interesting: Foretold) -> [Path; 2] {
        [Answer::Boring, Answer::Interesting].map(|answer| Path {
            odds: self.odds.times(interesting.of(answer.is_interesting())),
            from,
            answer: Some(answer),
        })
    }

    fn likelihood(&self) -> f64 {
        self.odds.sum()
    }
}

impl Ord for Path {
    fn cmp(&self, other: &Path) -> Ordering {
        let order = |path: &Path| (path.from, path.answer.map(|answer| answer as usize));
        self.likelihood().total_cmp(&other.likelihood()).then_with(|| order(other).cmp(&order(self)))
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
