//! Where a search through lists of units has got to: all of a list, then halves.

use std::sync::Arc;

use super::model::Model;
use super::state::State;
use super::unit::{Unit, UnitList};
use super::units::{N_FINE, STAGES};

/// The place in the lists of units. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Cursor {
    turn: usize,
    stage: usize,
    lists: Arc<Vec<UnitList>>,
    list: usize,
    at: usize,
    size: usize,
    n_missed: usize,
    has_removed: bool,
    /// The atoms that lived when the turn began.
    n_begun: u64,
}

/// After so many single units in a row in vain, a list waits for the next turn.
const MOST_MISSED: [usize; 2] = [15, 60];
/// After so many until a repair was of use: what needs one may come later.
const MOST_MISSED_AT_FIRST: usize = 9;

impl Cursor {
    /// Begins with the first list that has units.
    pub(super) fn first(model: &Model, state: &State) -> Cursor {
        let mut cursor = Cursor {
            turn: 0,
            stage: 0,
            lists: Arc::new(STAGES[0](model, state)),
            list: 0,
            at: 0,
            size: 0,
            n_missed: 0,
            has_removed: false,
            n_begun: state.alive.count() as u64,
        };
        cursor.begin_list();
        cursor
    }

    /// Returns the units that come next, those that are dead left out; none at the end.
    pub(super) fn next(&mut self, model: &Model, state: &State) -> Option<Vec<Unit>> {
        loop {
            let Some(list) = self.lists.get(self.list) else {
                self.next_stage(model, state)?;
                continue;
            };
            if list.len() <= self.at {
                self.list += 1;
                self.begin_list();
                continue;
            }
            self.size = self.size.clamp(1, list.len() - self.at);
            let lives = |unit: &&Unit| {
                unit.spans.iter().any(|span| state.alive.any_in_without(span.clone(), &model.sheet.space))
            };
            let units: Vec<Unit> = list[self.at..self.at + self.size].iter().filter(lives).cloned().collect();
            if !units.is_empty() {
                return Some(units);
            }
            self.at += self.size;
            self.size *= 2;
        }
    }

    /// Learns whether the units could go. While nothing was repaired to any use, lists are left
    /// sooner.
    pub(super) fn learn(&mut self, could_go: bool, is_new: bool) {
        if could_go {
            self.at += self.size;
            self.size *= 2;
            self.n_missed = 0;
            self.has_removed = true;
        } else if 1 < self.size {
            self.size /= 2;
        } else {
            self.at += 1;
            self.n_missed += 1;
            let most = MOST_MISSED.get(self.turn).copied();
            let most = if is_new { Some(MOST_MISSED_AT_FIRST) } else { most };
            if most.is_some_and(|most| most <= self.n_missed) {
                self.list += 1;
                self.begin_list();
            }
        }
    }

    /// Whether the units are a single one.
    pub(super) fn is_single(&self) -> bool {
        self.size == 1
    }

    fn begin_list(&mut self) {
        (self.at, self.n_missed) = (0, 0);
        self.size = self.lists.get(self.list).map_or(0, Vec::len);
    }

    fn next_stage(&mut self, model: &Model, state: &State) -> Option<()> {
        self.stage += 1;
        let n_living = state.alive.count() as u64;
        if self.stage == STAGES.len() - N_FINE && n_living * 10 < self.n_begun * 9 {
            // What is coarse may go now.
            self.stage = STAGES.len();
            self.has_removed = true;
        }
        if self.stage == STAGES.len() {
            if !self.has_removed && MOST_MISSED.len() <= self.turn {
                self.stage -= 1;
                return None;
            }
            (self.stage, self.has_removed, self.n_begun) = (0, false, n_living);
            self.turn += 1;
        }
        self.lists = Arc::new(STAGES[self.stage](model, state));
        self.list = 0;
        self.begin_list();
        Some(())
    }
}
