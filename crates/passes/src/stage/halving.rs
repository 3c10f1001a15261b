//! A walk through lists of units: first a whole list, then halves of what could not be removed.

use std::sync::Arc;

/// The position in the lists. Cloning is O(1).
#[derive(Clone)]
pub(crate) struct Halving<Unit> {
    lists: Arc<Vec<Vec<Unit>>>,
    list: usize,
    at: usize,
    size: usize,
    n_misses: usize,
    /// How many of the next units are known to contain a needed one.
    needed: usize,
    /// Whether the rest of the list was asked for as a whole since the last success.
    has_jumped: bool,
}

impl<Unit: Clone> Halving<Unit> {
    /// Begins with the first list.
    pub(crate) fn new(lists: Vec<Vec<Unit>>) -> Halving<Unit> {
        let lists = Arc::new(lists);
        let mut halving =
            Halving { lists, list: 0, at: 0, size: 0, n_misses: 0, needed: usize::MAX, has_jumped: false };
        halving.begin_list();
        halving
    }

    /// Returns the next units that are still alive; `None` at the end.
    pub(crate) fn next(&mut self, lives: impl Fn(&Unit) -> bool) -> Option<Vec<Unit>> {
        loop {
            let list = self.lists.get(self.list)?;
            if list.len() <= self.at {
                self.list += 1;
                self.begin_list();
                continue;
            }
            self.size = self.size.clamp(1, list.len() - self.at);
            let units = list[self.at..self.at + self.size].iter().filter(|unit| lives(unit));
            let units: Vec<Unit> = units.cloned().collect();
            if !units.is_empty() {
                return Some(units);
            }
            self.at += self.size;
            self.size *= 2;
            self.needed = usize::MAX;
        }
    }

    /// Adds a unit to the next ones, if they are no gain alone; beyond [`MOST_WIDENED`] units, or
    /// if there is no further one, they count as refused.
    pub(crate) fn widen(&mut self, most_misses: Option<usize>) {
        let n_left = self.lists.get(self.list).map_or(0, |list| list.len() - self.at);
        if self.size < self.needed.saturating_sub(1).min(n_left).min(MOST_WIDENED) {
            self.size += 1;
        } else {
            self.size = 1;
            self.learn(false, most_misses);
        }
    }

    /// Learns whether the units could be removed. A list ends after `most_misses` misses in a row
    /// of single units.
    pub(crate) fn learn(&mut self, could_go: bool, most_misses: Option<usize>) {
        self.has_jumped |= !could_go;
        self.learn_or_jump(could_go, most_misses);
    }

    /// Learns whether the units could be removed. After `most_misses` misses in a row of single
    /// units, which may all be needed for the same reason, the rest of the list is asked for as a
    /// whole; after [`MISSES_BEHIND`] more, the list ends.
    pub(crate) fn learn_or_jump(&mut self, could_go: bool, most_misses: Option<usize>) {
        if could_go {
            self.at += self.size;
            self.size *= 2;
            (self.n_misses, self.has_jumped) = (0, false);
            self.needed = usize::MAX;
        } else if 1 < self.size {
            self.needed = self.size;
            self.size /= 2;
        } else {
            self.at += 1;
            self.n_misses += 1;
            self.needed = usize::MAX;
            if let Some(most) = most_misses.filter(|&most| most <= self.n_misses) {
                let n_left = self.lists[self.list].len().saturating_sub(self.at);
                if self.has_jumped || n_left < FEWEST_BEHIND {
                    self.list += 1;
                    self.begin_list();
                } else {
                    self.has_jumped = true;
                    self.n_misses = most.saturating_sub(MISSES_BEHIND);
                    self.size = n_left;
                }
            }
        }
    }

    /// Whether the next units are a single one.
    pub(crate) fn is_single(&self) -> bool {
        self.size == 1
    }

    fn begin_list(&mut self) {
        (self.at, self.n_misses, self.needed, self.has_jumped) = (0, 0, usize::MAX, false);
        self.size = self.lists.get(self.list).map_or(0, Vec::len);
    }
}

/// Fewer units behind those that are needed are left alone.
const FEWEST_BEHIND: usize = 4;
/// Misses of single units after the rest of a list could not be removed as a whole.
const MISSES_BEHIND: usize = 2;
/// The most units that are combined because they are no gain alone.
const MOST_WIDENED: usize = 32;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_gain_alone_is_asked_with_what_follows_it() {
        let mut halving = Halving::new(vec![vec![1, 2, 3, 4, 5, 6]]);
        let mut asked = Vec::new();
        while let Some(units) = halving.next(|_| true) {
            if units.len() < 2 {
                halving.widen(None);
            } else {
                halving.learn(!units.contains(&3), None);
                asked.push(units);
            }
        }
        assert_eq!(
            asked,
            [vec![1, 2, 3, 4, 5, 6], vec![1, 2, 3], vec![1, 2], vec![3, 4, 5, 6], vec![3, 4], vec![4, 5]]
        );
    }

    #[test]
    fn what_is_behind_needed_units_is_asked_for_as_a_whole() {
        let mut halving = Halving::new(vec![(0..32).collect()]);
        let mut asked = Vec::new();
        while let Some(units) = halving.next(|_| true) {
            halving.learn_or_jump(units.iter().all(|unit| 32 <= *unit), Some(3));
            asked.push(units.len());
        }
        assert_eq!(asked, [32, 16, 8, 4, 2, 1, 1, 1, 29, 14, 7, 3, 1, 1]);
        let mut halving = Halving::new(vec![(0..32).collect()]);
        let mut n_removed = 0;
        while let Some(units) = halving.next(|_| true) {
            let could_go = units.iter().all(|unit| 3 <= *unit);
            halving.learn_or_jump(could_go, Some(3));
            n_removed += if could_go { units.len() } else { 0 };
        }
        assert_eq!(n_removed, 29);
    }

    #[test]
    fn what_cannot_go_is_halved_and_a_list_is_left_after_its_misses() {
        let mut halving = Halving::new(vec![vec![1, 2, 3, 4], vec![], vec![5]]);
        let mut asked = Vec::new();
        while let Some(units) = halving.next(|unit| *unit != 2) {
            let could_go = units == [1];
            halving.learn(could_go, Some(1));
            asked.push(units);
        }
        assert_eq!(asked, [vec![1, 3, 4], vec![1], vec![3, 4], vec![3], vec![5]]);
    }
}
