//! The position of a search in the lists of units.

use super::model::Model;
use super::state::State;
use super::unit::Unit;
use super::units::{N_FINE, N_STAGES, lists};
use crate::stage::halving::Halving;

/// The position in the lists of units. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Cursor {
    turn: usize,
    stage: usize,
    lists: Halving<Unit>,
    has_removed: bool,
    /// The number of live atoms when the round began.
    n_begun: u64,
}

/// Budget of misses in a row on single units of a list, in the first round and in the second; later
/// rounds have none.
const MOST_MISSED: [usize; 2] = [15, 60];
/// The smaller budgets until the first useful repair, in the first round and in later ones.
const MOST_MISSED_AT_FIRST: [usize; 2] = [4, 9];

impl Cursor {
    /// Returns the position of the first list that has units.
    pub(super) fn first(model: &Model, state: &State) -> Cursor {
        let lists = Halving::new(lists(0, model, state));
        let n_begun = state.alive.count() as u64;
        Cursor { turn: 0, stage: 0, lists, has_removed: false, n_begun }
    }

    /// Returns the next live units; `None` at the end.
    pub(super) fn next(&mut self, model: &Model, state: &State) -> Option<Vec<Unit>> {
        loop {
            let lives = |unit: &Unit| {
                unit.spans.iter().any(|span| state.alive.any_in_without(span.clone(), &model.facts.space))
            };
            if let Some(units) = self.lists.next(lives) {
                return Some(units);
            }
            self.next_stage(model, state)?;
        }
    }

    /// Learns whether the units could be removed. Until a repair has been useful, lists are left
    /// sooner.
    pub(super) fn learn(&mut self, could_go: bool, is_new: bool) {
        self.has_removed |= could_go;
        match is_new {
            true => self.lists.learn(could_go, Some(MOST_MISSED_AT_FIRST[self.turn.min(1)])),
            false => self.lists.learn_or_jump(could_go, MOST_MISSED.get(self.turn).copied()),
        }
    }

    /// Whether the current units are small.
    pub(super) fn is_fine(&self) -> bool {
        N_STAGES - N_FINE <= self.stage
    }

    /// Whether the current units are a single one.
    pub(super) fn is_single(&self) -> bool {
        self.lists.is_single()
    }

    fn next_stage(&mut self, model: &Model, state: &State) -> Option<()> {
        self.stage += 1;
        let n_living = state.alive.count() as u64;
        if self.stage == N_STAGES - N_FINE && n_living * 10 < self.n_begun * 9 {
            // Coarse units may be removable now.
            self.stage = N_STAGES;
            self.has_removed = true;
        }
        if self.stage == N_STAGES {
            if !self.has_removed && MOST_MISSED.len() <= self.turn {
                self.stage -= 1;
                return None;
            }
            (self.stage, self.has_removed, self.n_begun) = (0, false, n_living);
            self.turn += 1;
        }
        self.lists = Halving::new(lists(self.stage, model, state));
        Some(())
    }
}
