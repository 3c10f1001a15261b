//! The position of a search in the lists of units.

use super::layout::Layout;
use super::state::State;
use super::units::{STAGES, Unit};
use crate::stage::halving::Halving;

/// The position in the lists of units. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Cursor {
    turn: usize,
    stage: usize,
    lists: Halving<Unit>,
    has_removed: bool,
}

/// Budget of misses in a row on single units: in the first round, the second, and later ones.
const MOST_MISSES: [usize; 3] = [15, 60, 512];

impl Cursor {
    /// Returns the position at the first list.
    pub(super) fn first(layout: &Layout, state: &State) -> Cursor {
        Cursor { turn: 0, stage: 0, lists: Halving::new(STAGES[0](layout, state)), has_removed: false }
    }

    /// Returns the next units that are still there; `None` at the end.
    pub(super) fn next(&mut self, layout: &Layout, state: &State) -> Option<Vec<Unit>> {
        loop {
            if let Some(units) = self.lists.next(|unit| unit.lives(state)) {
                return Some(units);
            }
            self.next_stage(layout, state)?;
        }
    }

    /// Learns whether the units could be removed.
    pub(super) fn learn(&mut self, could_go: bool) {
        self.has_removed |= could_go;
        self.lists.learn(could_go, Some(MOST_MISSES[self.turn.min(MOST_MISSES.len() - 1)]));
    }

    /// Learns that removing the next units gains nothing; of items, more are combined then.
    pub(super) fn widen(&mut self) {
        match self.stage {
            0 => self.lists.widen(Some(MOST_MISSES[self.turn.min(MOST_MISSES.len() - 1)])),
            _ => self.learn(false),
        }
    }

    fn next_stage(&mut self, layout: &Layout, state: &State) -> Option<()> {
        self.stage += 1;
        if self.stage == STAGES.len() {
            if !self.has_removed && MOST_MISSES.len() <= self.turn + 1 {
                self.stage -= 1;
                return None;
            }
            (self.stage, self.has_removed) = (0, false);
            self.turn += 1;
        }
        self.lists = Halving::new(STAGES[self.stage](layout, state));
        Some(())
    }
}
