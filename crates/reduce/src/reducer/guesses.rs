//! The tree of guessed answers: what the plan would propose after each answer to the trials under
//! way.

use std::cell::OnceCell;
use std::collections::HashMap;

use super::region::Region;
use crate::candidate::{Candidate, Edits};
use crate::document::ContentKey;
use crate::plan::PlanSearch;
use crate::search::Search;
use crate::verdict::Answer;

/// A node of the tree.
pub(super) type GuessIdx = usize;

/// The tree; its root is the plan as it is now.
pub(super) struct Guesses {
    nodes: Vec<Option<Guess>>,
    free: Vec<GuessIdx>,
    root: GuessIdx,
    /// How often the root has moved.
    n_moves: u64,
    /// How many nodes propose each candidate.
    keys: HashMap<ContentKey, u32>,
    /// Candidates of removed nodes.
    dropped: Vec<ContentKey>,
}

/// The plan after a sequence of guessed answers.
pub(super) struct Guess {
    pub(super) plan: PlanSearch,
    proposal: Option<Proposed>,
    /// The likelihood that the plan states for its proposal, cached.
    stated: OnceCell<Option<f64>>,
    scope: Option<Scope>,
    /// The child after each answer.
    children: [Option<GuessIdx>; 3],
}

/// The proposal of the plan at a node.
#[derive(Clone)]
pub(super) struct Proposed {
    pub(super) candidate: Candidate,
    pub(super) key: ContentKey,
    /// Whether a gate refuses it, cached.
    pub(super) refused: Option<bool>,
}

/// Which part of the document a proposal changes.
#[derive(Clone)]
pub(super) struct Scope {
    /// What it changes besides what is accepted at its node.
    pub(super) region: Region,
    /// A larger region that holds something needed, by the answers on the path.
    pub(super) within: Option<Region>,
    /// The mass of the last question on the path that was not about a part of such a region, and
    /// the likelihood that its search stated.
    pub(super) rate: (f64, Option<f64>),
}

impl Scope {
    /// Determines which part a plan's proposal changes; `before` is the proposal before it, with
    /// its answer.
    fn of(plan: &PlanSearch, candidate: &Candidate, before: Option<(&Scope, Answer)>) -> Scope {
        let region = Region::beside(plan.accepted(), candidate);
        let within = before.and_then(|(before, answer)| {
            let left = match answer {
                Answer::Boring => before.region.clone(),
                Answer::Interesting => before.within.as_ref()?.minus(&before.region),
                Answer::Refused => before.within.clone()?,
            };
            (region != left && region.is_within(&left)).then_some(left)
        });
        let rate = match (&within, before) {
            (Some(_), Some((before, _))) => before.rate,
            _ => (region.mass() as f64, plan.likelihood()),
        };
        Scope { region, within, rate }
    }
}

impl Guess {
    fn new(plan: PlanSearch, before: Option<(&Scope, Answer)>) -> Guess {
        let proposal =
            plan.propose().map(|candidate| Proposed { key: candidate.key(), candidate, refused: None });
        let scope = match (&proposal, before) {
            (Some(proposal), Some(_)) => Some(Scope::of(&plan, &proposal.candidate, before)),
            _ => None,
        };
        Guess { plan, proposal, stated: OnceCell::new(), scope, children: [None; 3] }
    }

    pub(super) fn proposal(&self) -> Option<&Proposed> {
        self.proposal.as_ref()
    }

    /// Returns the likelihood that the plan states for its proposal.
    pub(super) fn stated(&self) -> Option<f64> {
        *self.stated.get_or_init(|| self.plan.likelihood())
    }
}

impl Guesses {
    pub(super) fn new(plan: PlanSearch) -> Guesses {
        let mut guesses = Guesses {
            nodes: Vec::new(),
            free: Vec::new(),
            root: 0,
            n_moves: 0,
            keys: HashMap::new(),
            dropped: Vec::new(),
        };
        guesses.root = guesses.insert(Guess::new(plan, None));
        guesses
    }

    pub(super) fn root(&self) -> GuessIdx {
        self.root
    }

    pub(super) fn guess(&self, idx: GuessIdx) -> &Guess {
        self.nodes[idx].as_ref().expect("an index names a live node")
    }

    /// Returns how often the root has moved: nodes that were found before are invalid then.
    pub(super) fn n_moves(&self) -> u64 {
        self.n_moves
    }

    fn guess_mut(&mut self, idx: GuessIdx) -> &mut Guess {
        self.nodes[idx].as_mut().expect("an index names a live node")
    }

    pub(super) fn root_plan(&self) -> &PlanSearch {
        &self.guess(self.root).plan
    }

    pub(super) fn root_plan_mut(&mut self) -> &mut PlanSearch {
        &mut self.guess_mut(self.root).plan
    }

    /// Continues the plan at the root with the hints that it waits for.
    pub(super) fn hint_root(&mut self, hints: &[Edits]) {
        let mut guess = self.take(self.root);
        guess.plan.hint(hints);
        self.put_root(Guess::new(guess.plan, None));
    }

    pub(super) fn set_refused(&mut self, idx: GuessIdx, refused: bool) {
        if let Some(proposal) = &mut self.guess_mut(idx).proposal {
            proposal.refused = Some(refused);
        }
    }

    /// Returns which part the proposal at a node changes; `None` if there is no proposal.
    pub(super) fn scope(&mut self, idx: GuessIdx) -> Option<&Scope> {
        let guess = self.guess_mut(idx);
        if guess.scope.is_none() {
            let proposal = guess.proposal.as_ref()?;
            guess.scope = Some(Scope::of(&guess.plan, &proposal.candidate, None));
        }
        guess.scope.as_ref()
    }

    /// Returns the node that a guessed answer leads to, and creates it if it is new.
    pub(super) fn child(&mut self, idx: GuessIdx, answer: Answer) -> GuessIdx {
        if let Some(child) = self.guess(idx).children[answer as usize] {
            return child;
        }
        let mut plan = self.guess(idx).plan.fork_plan();
        plan.learn(answer);
        let guess = Guess::new(plan, self.scope(idx).map(|scope| (scope, answer)));
        let child = self.insert(guess);
        self.guess_mut(idx).children[answer as usize] = Some(child);
        child
    }

    /// Moves the root to the node that its answer leads to. Only the root moves: answers that are
    /// certain at other nodes have yet to be learned, counted and reported by the plan itself.
    pub(super) fn move_root(&mut self, answer: Answer) {
        let mut guess = self.take(self.root);
        let child = guess.children[answer as usize].take();
        for other in guess.children.into_iter().flatten() {
            self.remove(other);
        }
        let settled = match child {
            Some(child) => {
                self.free.push(child);
                self.take(child)
            }
            None => {
                guess.plan.learn(answer);
                Guess::new(guess.plan, guess.scope.as_ref().map(|scope| (scope, answer)))
            }
        };
        self.put_root(settled);
    }

    /// Returns the candidates that no node proposes any more since the last call.
    pub(super) fn take_dropped(&mut self) -> Vec<ContentKey> {
        let mut dropped = std::mem::take(&mut self.dropped);
        dropped.retain(|key| !self.keys.contains_key(key));
        dropped
    }

    fn insert(&mut self, guess: Guess) -> GuessIdx {
        let idx = self.free.pop().unwrap_or_else(|| {
            self.nodes.push(None);
            self.nodes.len() - 1
        });
        self.put(idx, guess);
        idx
    }

    fn put_root(&mut self, guess: Guess) {
        self.n_moves += 1;
        self.put(self.root, guess);
    }

    fn put(&mut self, idx: GuessIdx, guess: Guess) {
        if let Some(proposal) = &guess.proposal {
            *self.keys.entry(proposal.key).or_default() += 1;
        }
        self.nodes[idx] = Some(guess);
    }

    fn take(&mut self, idx: GuessIdx) -> Guess {
        let guess = self.nodes[idx].take().expect("an index names a live node");
        if let Some(Proposed { key, .. }) = &guess.proposal
            && let Some(n_places) = self.keys.get_mut(key)
        {
            *n_places -= 1;
            if *n_places == 0 {
                self.keys.remove(key);
                self.dropped.push(*key);
            }
        }
        guess
    }

    fn remove(&mut self, idx: GuessIdx) {
        let mut rest = vec![idx];
        while let Some(idx) = rest.pop() {
            rest.extend(self.take(idx).children.into_iter().flatten());
            self.free.push(idx);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;

    use super::*;
    use crate::candidate::Edit;
    use crate::document::Document;
    use crate::pass::Pass;
    use crate::plan::Plan;

    /// Tries to delete each range in turn, whatever it learns.
    #[derive(Clone)]
    struct InTurn {
        base: Document,
        next: usize,
    }

    const RANGES: [Range<usize>; 3] = [0..8, 0..4, 4..8];

    impl Search for InTurn {
        type Proposal = Candidate;

        fn propose(&self) -> Option<Candidate> {
            let edits = Edits::new([Edit::delete(0, RANGES.get(self.next)?.clone())]);
            Some(Candidate::new("in-turn", &self.base, edits))
        }

        fn learn(&mut self, _: Answer) {
            self.next += 1;
        }
    }

    #[test]
    fn a_refusal_leaves_what_holds_something_needed_as_it_was() {
        let pass =
            Pass::new("in-turn", |document| Some(Box::new(InTurn { base: document.clone(), next: 0 })));
        let plan = PlanSearch::new(&Plan::pass(pass), &Document::single("input", ".".repeat(16)));
        let within_after = |answers: [Answer; 2]| {
            let mut guesses = Guesses::new(plan.clone());
            let idx = answers.into_iter().fold(guesses.root(), |idx, answer| guesses.child(idx, answer));
            guesses.scope(idx).unwrap().within.clone()
        };
        let whole = Some(Region::new(std::iter::once(0..8).collect()));
        assert_eq!(within_after([Answer::Boring, Answer::Refused]), whole);
        assert_eq!(within_after([Answer::Boring, Answer::Boring]), None, "the first half holds it");
        assert_eq!(within_after([Answer::Refused, Answer::Refused]), None, "nothing is known");
    }
}
