//! How much one kind of steps may take at once.

/// After a success, steps of so many times as many tokens are aimed at …
const RISE: f64 = 1.5;
/// … and of so many times fewer after a miss: at one success in four, neither wins.
const FALL: f64 = 1.15;
/// After so many successes in a row, more are tried at once.
const ROW: u32 = 4;
/// So many at most.
const MOST_AT_ONCE: usize = 64;

/// How many tokens one kind of steps may take at once, as far as the answers tell.
///
/// The more a step takes, the likelier something of it is needed. A step of `tokens` tokens is
/// taken to succeed once in four times, and one of *w* tokens with the probability (1 + *w* /
/// `tokens`)^-2; so what is closest to `tokens` is likely to take most.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    tokens: f64,
    /// How many times it paid in a row.
    row: u32,
}

impl Aim {
    /// Aims at so many tokens at first.
    pub(super) fn new(tokens: f64) -> Aim {
        Aim { tokens, row: 0 }
    }

    /// Learns whether a step paid that was tried alone.
    pub(super) fn learn(&mut self, paid: bool) {
        self.tokens = if paid { self.tokens * RISE } else { self.tokens / FALL };
        self.row = if paid { self.row + 1 } else { 0 };
    }

    /// Learns that several steps did not pay together.
    pub(super) fn learn_together(&mut self) {
        self.row -= 1;
    }

    /// Ends a row of successes.
    pub(super) fn end_row(&mut self) {
        self.row = 0;
    }

    /// Returns how many tokens a step of this weight is likely to take.
    pub(super) fn gain(&self, weight: u32) -> f64 {
        let weight = f64::from(weight);
        let root = 1.0 + weight / self.tokens;
        weight / (root * root)
    }

    /// Returns how many steps to try at once.
    pub(super) fn at_once(&self) -> usize {
        match self.row.checked_sub(ROW) {
            None => 1,
            Some(more) => 2usize.checked_shl(more).map_or(MOST_AT_ONCE, |n| n.min(MOST_AT_ONCE)),
        }
    }
}

/// How often one of several choices succeeds.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Share {
    paid: u32,
    tried: u32,
}

impl Share {
    pub(super) fn learn(&mut self, paid: bool) {
        self.paid += u32::from(paid);
        self.tried += 1;
    }

    /// Returns how likely it is to succeed; one half at first.
    pub(super) fn chance(&self) -> f64 {
        f64::from(self.paid + 1) / f64::from(self.tried + 2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(aim: &Aim) -> u32 {
        (1..10_000).max_by(|&a, &b| aim.gain(a).total_cmp(&aim.gain(b))).unwrap()
    }

    #[test]
    fn what_is_aimed_at_is_likely_to_take_most() {
        assert_eq!(best(&Aim::new(80.0)), 80);
        assert!(10.0 < Aim::new(80.0).gain(80) && Aim::new(80.0).gain(80) < 30.0);
    }

    #[test]
    fn the_aim_settles_where_one_step_in_four_succeeds() {
        let mut aim = Aim::new(1000.0);
        // What takes more than 50 tokens never goes.
        for _ in 0..200 {
            let weight = best(&aim);
            aim.learn(weight <= 50);
        }
        assert!((30..=90).contains(&best(&aim)), "{aim:?}");
    }

    #[test]
    fn more_is_tried_at_once_after_a_row_of_successes() {
        let mut aim = Aim::new(10.0);
        let mut tried = Vec::new();
        for _ in 0..7 {
            tried.push(aim.at_once());
            aim.learn(true);
        }
        assert_eq!(tried, [1, 1, 1, 1, 2, 4, 8]);
        aim.learn_together();
        assert_eq!(aim.at_once(), 8);
        aim.end_row();
        assert_eq!(aim.at_once(), 1);
    }
}
