//! The tree of guessed answers: what the plan would propose if the trials under way answered this or that.

use std::collections::HashSet;

use crate::candidate::{Candidate, Edits};
use crate::document::ContentKey;
use crate::plan::PlanSearch;
use crate::search::Search;
use crate::verdict::Answer;

/// A place in the tree.
pub(super) type GuessIdx = usize;

/// The tree; its root is the plan as it really stands.
pub(super) struct Guesses {
    nodes: Vec<Option<Guess>>,
    free: Vec<GuessIdx>,
    root: GuessIdx,
}

/// The plan after a sequence of guessed answers.
pub(super) struct Guess {
    pub(super) plan: PlanSearch,
    proposal: Option<Proposed>,
    /// By the answer that leads there.
    children: [Option<GuessIdx>; 3],
}

/// What the plan proposes at a place.
#[derive(Clone)]
pub(super) struct Proposed {
    pub(super) candidate: Candidate,
    pub(super) key: ContentKey,
    /// Whether a gate refuses it, once that was asked.
    pub(super) refused: Option<bool>,
}

impl Guess {
    fn new(plan: PlanSearch) -> Guess {
        let proposal =
            plan.propose().map(|candidate| Proposed { key: candidate.key(), candidate, refused: None });
        Guess { plan, proposal, children: [None; 3] }
    }

    pub(super) fn proposal(&self) -> Option<&Proposed> {
        self.proposal.as_ref()
    }
}

impl Guesses {
    pub(super) fn new(plan: PlanSearch) -> Guesses {
        Guesses { nodes: vec![Some(Guess::new(plan))], free: Vec::new(), root: 0 }
    }

    pub(super) fn root(&self) -> GuessIdx {
        self.root
    }

    pub(super) fn guess(&self, idx: GuessIdx) -> &Guess {
        self.nodes[idx].as_ref().expect("an index names a live node")
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

    /// Lets the plan go on with the hints that it waits for.
    pub(super) fn hint_root(&mut self, hints: &[Edits]) {
        let mut guess = self.nodes[self.root].take().expect("the root is a live node");
        guess.plan.hint(hints);
        self.nodes[self.root] = Some(Guess::new(guess.plan));
    }

    pub(super) fn set_refused(&mut self, idx: GuessIdx, refused: bool) {
        if let Some(proposal) = &mut self.guess_mut(idx).proposal {
            proposal.refused = Some(refused);
        }
    }

    /// Returns the place that a guessed answer leads to, grown if it is new.
    pub(super) fn child(&mut self, idx: GuessIdx, answer: Answer) -> GuessIdx {
        if let Some(child) = self.guess(idx).children[answer as usize] {
            return child;
        }
        let mut plan = self.guess(idx).plan.fork_plan();
        plan.learn(answer);
        let child = self.insert(Guess::new(plan));
        self.guess_mut(idx).children[answer as usize] = Some(child);
        child
    }

    /// Moves the root to the place that its answer leads to. Only the root moves: what other places learn from
    /// answers that are certain has yet to be learned, counted and reported by the plan itself.
    pub(super) fn move_root(&mut self, answer: Answer) {
        let idx = self.root;
        let mut children = std::mem::take(&mut self.guess_mut(idx).children);
        let child = children[answer as usize].take();
        for other in children.into_iter().flatten() {
            self.remove(other);
        }
        let settled = match child {
            Some(child) => {
                let settled = self.nodes[child].take().expect("a child is a live node");
                self.free.push(child);
                settled
            }
            None => {
                let mut guess = self.nodes[idx].take().expect("an index names a live node");
                guess.plan.learn(answer);
                Guess::new(guess.plan)
            }
        };
        self.nodes[idx] = Some(settled);
    }

    /// Returns the keys of all proposals in the tree.
    pub(super) fn keys(&self) -> HashSet<ContentKey> {
        self.nodes.iter().flatten().filter_map(|guess| Some(guess.proposal.as_ref()?.key)).collect()
    }

    fn insert(&mut self, guess: Guess) -> GuessIdx {
        match self.free.pop() {
            Some(idx) => {
                self.nodes[idx] = Some(guess);
                idx
            }
            None => {
                self.nodes.push(Some(guess));
                self.nodes.len() - 1
            }
        }
    }

    fn remove(&mut self, idx: GuessIdx) {
        let mut rest = vec![idx];
        while let Some(idx) = rest.pop() {
            if let Some(guess) = self.nodes[idx].take() {
                rest.extend(guess.children.into_iter().flatten());
                self.free.push(idx);
            }
        }
    }
}
