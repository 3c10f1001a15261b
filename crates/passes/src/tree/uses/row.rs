//! How many steps are tried at once.

/// After this many successes in a row, more steps are tried at once.
const ROW: u32 = 4;
/// The most steps tried at once.
const MOST_AT_ONCE: usize = 64;
/// The row at which the most are.
const MOST_ROW: u32 = ROW + MOST_AT_ONCE.ilog2() - 1;

/// Counts successes in a row.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    n: u32,
}

impl Row {
    /// Learns the answer to a step tried alone, or that several succeeded.
    pub(super) fn learn(&mut self, paid: bool) {
        self.n = if paid { (self.n + 1).min(MOST_ROW) } else { 0 };
    }

    /// Learns that `n` steps tried together failed; half as many are next.
    pub(super) fn learn_together(&mut self, n: usize) {
        self.n = self.n.min(ROW + n.max(2).ilog2() - 1).saturating_sub(1);
    }

    /// Returns how many steps to try at once.
    pub(super) fn at_once(self) -> usize {
        match self.n.checked_sub(ROW) {
            None => 1,
            Some(more) => 2usize.checked_shl(more).map_or(MOST_AT_ONCE, |n| n.min(MOST_AT_ONCE)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_is_tried_at_once_after_a_row_of_successes() {
        let mut row = Row::default();
        let mut tried = Vec::new();
        for _ in 0..7 {
            tried.push(row.at_once());
            row.learn(true);
        }
        assert_eq!(tried, [1, 1, 1, 1, 2, 4, 8]);
        row.learn_together(16);
        assert_eq!(row.at_once(), 8);
        row.learn_together(3);
        assert_eq!(row.at_once(), 1, "there were only three");
        for _ in 0..100 {
            row.learn(true);
        }
        assert_eq!(row.at_once(), MOST_AT_ONCE);
        row.learn_together(MOST_AT_ONCE);
        assert_eq!(row.at_once(), MOST_AT_ONCE / 2);
        row.learn(false);
        assert_eq!(row.at_once(), 1);
    }
}
