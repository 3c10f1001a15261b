//! Windows over the kept units: adjacent units may only be removable together.

use std::ops::Range;

/// How wide the windows are, in the order in which they are tried.
const WIDTHS: [u32; 8] = [2, 3, 4, 6, 8, 12, 16, 24];
/// The budget of misses in a row for a width; in short lists, one miss for so many kept units.
const MOST_MISSES: u32 = 16;
const MISSES_SHARE: u32 = 4;

/// A window that slides over a list of kept units, for each width in turn, until nothing more
/// succeeds.
///
/// A list that is 1-minimal may still hold pairs that need each other: brackets, a definition and
/// its only use, the first and the last line of a function. Single removals never find them, and a
/// group rarely begins and ends at the right positions by chance. After a success the window moves
/// back by its width, because the units around the removed ones are adjacent now. The budget of
/// misses is halved with each width until one succeeds.
#[derive(Clone, Default)]
pub(super) struct Windows {
    start: u32,
    width_idx: usize,
    n_misses: u32,
    /// Windows of this round that were tried, and that were interesting.
    n_tried: u32,
    n_won: u32,
    /// The list has not changed since the end of the last round.
    settled: bool,
}

impl Windows {
    /// Starts a round over `n_units` kept units. Returns whether there is a window to try.
    pub(super) fn begin(&mut self, n_units: u32) -> bool {
        let again = !self.settled;
        *self = Windows { settled: true, ..Windows::default() };
        again && self.find(n_units)
    }

    /// Returns the positions that the window covers.
    pub(super) fn place(&self) -> Range<u32> {
        self.start..self.start + self.width()
    }

    pub(super) fn width(&self) -> u32 {
        WIDTHS[self.width_idx]
    }

    /// Learns the answer; `n_units` are still kept. Returns whether there is a window to try.
    pub(super) fn learn(&mut self, interesting: bool, n_units: u32) -> bool {
        self.n_tried += 1;
        if interesting {
            self.n_won += 1;
            self.n_misses = 0;
            self.settled = false;
            self.start = self.start.saturating_sub(self.width() - 1);
        } else {
            self.n_misses += 1;
            self.start += (self.width() / 4).max(1);
        }
        self.find(n_units)
    }

    pub(super) fn likelihood(&self) -> f64 {
        f64::from(self.n_won + 1) / f64::from(self.n_tried + 8)
    }

    /// Advances to a window to try, perhaps the current one. All that is left is never tried.
    fn find(&mut self, n_units: u32) -> bool {
        loop {
            let halvings = if self.n_won == 0 { self.width_idx as u32 } else { 0 };
            let budget = (n_units / MISSES_SHARE).min(MOST_MISSES) >> halvings.min(31);
            if n_units <= self.width() || budget == 0 {
                return false;
            }
            if self.n_misses < budget && self.place().end <= n_units {
                return true;
            }
            if self.width_idx + 1 == WIDTHS.len() {
                return false;
            }
            self.width_idx += 1;
            self.n_misses = 0;
            self.start = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Slides over brackets; a pair goes when its two stand together. Returns what is left and the
    /// number of tests.
    fn slide(text: &str) -> (String, u32) {
        let mut kept: Vec<char> = text.chars().collect();
        let (mut windows, mut n_tests) = (Windows::default(), 0);
        let mut more = windows.begin(kept.len() as u32);
        while more {
            let place = windows.place().start as usize..windows.place().end as usize;
            assert!(place.len() < kept.len(), "all that is left is never tried");
            let interesting = kept[place.clone()] == ['(', ')'];
            if interesting {
                kept.drain(place);
            }
            n_tests += 1;
            more = windows.learn(interesting, kept.len() as u32);
        }
        (kept.into_iter().collect(), n_tests)
    }

    #[test]
    fn what_stands_together_after_a_success_is_tried_at_once() {
        let rest = "y".repeat(30);
        let (left, n_tests) = slide(&format!("x((((()))))){rest}"));
        assert_eq!(left, format!("x){rest}"));
        // Pairs are found with the next window but one, once the innermost is; then all widths are
        // given up.
        assert!(n_tests <= 5 + 2 * 5 + 8 * 8, "{n_tests}");
    }

    #[test]
    fn windows_that_bring_nothing_are_given_up_soon() {
        assert_eq!(slide(&"x".repeat(1000)).1, 16 + 8 + 4 + 2 + 1);
        assert_eq!(slide("xxxxxxxx").1, 2 + 1);
        assert_eq!(slide("xxx").1, 0);
    }

    #[test]
    fn windows_are_as_likely_as_they_were_before() {
        let mut windows = Windows::default();
        assert!(windows.begin(100));
        let after = |windows: &mut Windows, interesting| {
            windows.learn(interesting, 100);
            windows.likelihood()
        };
        assert_eq!(windows.likelihood(), 1.0 / 8.0);
        assert_eq!(
            [false, true, false].map(|answer| after(&mut windows, answer)),
            [1.0 / 9.0, 2.0 / 10.0, 2.0 / 11.0]
        );
    }

    #[test]
    fn a_list_that_did_not_change_is_not_gone_over_again() {
        let mut windows = Windows::default();
        assert!(windows.begin(100));
        while windows.learn(false, 100) {}
        assert!(!windows.begin(100));
    }
}
