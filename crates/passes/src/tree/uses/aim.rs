//! Adaptive step sizes: how many tokens one kind of steps should try to remove.

/// After a success, the target grows by this factor …
const RISE: f64 = 1.5;
/// … and after a miss it shrinks by this one; they balance at one success in four.
const FALL: f64 = 1.15;
/// After this many successes in a row, more steps are tried at once.
const ROW: u32 = 4;
/// The most steps tried at once.
const MOST_AT_ONCE: usize = 64;
/// The row at which the most are.
const MOST_ROW: u32 = ROW + MOST_AT_ONCE.ilog2() - 1;

/// The target size of one kind of steps, learned from the answers.
///
/// The larger a step, the likelier it contains something needed. A step of `tokens` tokens is
/// assumed to succeed once in four times, and one of *w* tokens with probability (1 + *w* /
/// `tokens`)^-2; so the expected gain is largest near `tokens`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    tokens: f64,
    /// The number of successes in a row.
    row: u32,
}

impl Aim {
    /// Creates a target of this many tokens.
    pub(super) fn new(tokens: f64) -> Aim {
        Aim { tokens, row: 0 }
    }

    /// Learns the answer to a step tried alone.
    pub(super) fn learn(&mut self, paid: bool) {
        self.tokens = if paid { self.tokens * RISE } else { self.tokens / FALL };
        self.row = if paid { (self.row + 1).min(MOST_ROW) } else { 0 };
    }

    /// Learns that `n` steps tried together failed; half as many are next.
    pub(super) fn learn_together(&mut self, n: usize) {
        self.row = self.row.min(ROW + n.max(2).ilog2() - 1).saturating_sub(1);
    }

    /// Ends a row of successes.
    pub(super) fn end_row(&mut self) {
        self.row = 0;
    }

    /// Returns the expected number of tokens removed by a step of this weight.
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

/// How many trials a prior probability counts for.
const PRIOR_TRIALS: f64 = 2.0;

/// The success rate of one of several choices.
#[derive(Clone, Copy, Debug)]
pub(super) struct Share {
    paid: u32,
    tried: u32,
    prior: f64,
}

impl Share {
    /// Creates the rate of a choice that succeeds with this probability as far as is known.
    pub(super) fn likely(prior: f64) -> Share {
        Share { paid: 0, tried: 0, prior }
    }

    pub(super) fn learn(&mut self, paid: bool) {
        self.paid += u32::from(paid);
        self.tried += 1;
    }

    /// Returns the estimated probability of success; the prior one at first.
    pub(super) fn chance(&self) -> f64 {
        (f64::from(self.paid) + self.prior * PRIOR_TRIALS) / (f64::from(self.tried) + PRIOR_TRIALS)
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
        // Steps of more than 50 tokens never succeed.
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
        aim.learn_together(16);
        assert_eq!(aim.at_once(), 8);
        aim.learn_together(3);
        assert_eq!(aim.at_once(), 1, "there were only three");
        for _ in 0..100 {
            aim.learn(true);
        }
        assert_eq!(aim.at_once(), MOST_AT_ONCE);
        aim.learn_together(MOST_AT_ONCE);
        assert_eq!(aim.at_once(), MOST_AT_ONCE / 2);
        aim.end_row();
        assert_eq!(aim.at_once(), 1);
    }

    #[test]
    fn a_doubtful_choice_is_given_up_sooner_than_an_even_one() {
        let (mut doubtful, mut even) = (Share::likely(0.125), Share::likely(0.5));
        assert!(doubtful.chance() < even.chance());
        for _ in 0..4 {
            doubtful.learn(false);
            even.learn(false);
        }
        assert!(doubtful.chance() * 3.0 < even.chance());
        doubtful.learn(true);
        assert!(even.chance() < doubtful.chance());
    }
}
