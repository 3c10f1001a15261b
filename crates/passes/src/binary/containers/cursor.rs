//! Where a search through lists of units has got to: all of a list, then halves.

use std::sync::Arc;

use super::layout::Layout;
use super::state::State;
use super::units::{STAGES, Unit, UnitList};

/// The place in the lists of units. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Cursor {
    turn: usize,
    stage: usize,
    lists: Arc<Vec<UnitList>>,
    list: usize,
    at: usize,
    size: usize,
    n_missed: u32,
    has_removed: bool,
}

/// After so many single units in a row in vain, a list is left: in the first turn, the second one,
/// and those after them.
const MOST_MISSED: [u32; 3] = [15, 60, 512];

impl Cursor {
    /// Begins with the first list.
    pub(super) fn first(layout: &Layout, state: &State) -> Cursor {
        let lists = Arc::new(STAGES[0](layout, state));
        let mut cursor =
            Cursor { turn: 0, stage: 0, lists, list: 0, at: 0, size: 0, n_missed: 0, has_removed: false };
        cursor.begin_list();
        cursor
    }

    /// Returns the units that come next, without those that are gone; `None` at the end.
    pub(super) fn next(&mut self, layout: &Layout, state: &State) -> Option<Vec<Unit>> {
        loop {
            let Some(list) = self.lists.get(self.list) else {
                self.next_stage(layout, state)?;
                continue;
            };
            if list.len() <= self.at {
                self.list += 1;
                self.begin_list();
                continue;
            }
            self.size = self.size.clamp(1, list.len() - self.at);
            let units = &list[self.at..self.at + self.size];
            let units: Vec<Unit> = units.iter().filter(|unit| unit.lives(state)).cloned().collect();
            if !units.is_empty() {
                return Some(units);
            }
            self.at += self.size;
            self.size *= 2;
        }
    }

    /// Learns whether the units could go.
    pub(super) fn learn(&mut self, could_go: bool) {
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
            if MOST_MISSED[self.turn.min(MOST_MISSED.len() - 1)] <= self.n_missed {
                self.list += 1;
                self.begin_list();
            }
        }
    }

    fn begin_list(&mut self) {
        (self.at, self.n_missed) = (0, 0);
        self.size = self.lists.get(self.list).map_or(0, Vec::len);
    }

    fn next_stage(&mut self, layout: &Layout, state: &State) -> Option<()> {
        self.stage += 1;
        if self.stage == STAGES.len() {
            if !self.has_removed && MOST_MISSED.len() <= self.turn + 1 {
                self.stage -= 1;
                return None;
            }
            (self.stage, self.has_removed) = (0, false);
            self.turn += 1;
        }
        self.lists = Arc::new(STAGES[self.stage](layout, state));
        self.list = 0;
        self.begin_list();
        Some(())
    }
}
