//! Adaptive step sizes: how many tokens one kind of steps should try to remove.

/// After a success, the target grows by this factor …
const RISE: f64 = 1.5;
/// … and after a miss it shrinks by this one; they balance at one success in four.
const FALL: f64 = 1.15;
/// The target size of one kind of steps, learned from the answers.
///
/// The larger a step, the likelier it contains something needed. A step of `tokens` tokens is
/// assumed to succeed once in four times, and one of *w* tokens with probability (1 + *w* /
/// `tokens`)^-2; so the expected gain is largest near `tokens`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    tokens: f64,
}

impl Aim {
    /// Creates a target of this many tokens.
    pub(super) fn new(tokens: f64) -> Aim {
        Aim { tokens }
    }

    /// Learns the answer to a step tried alone.
    pub(super) fn learn(&mut self, paid: bool) {
        self.tokens = if paid { self.tokens * RISE } else { self.tokens / FALL };
    }

    /// Returns the expected number of tokens removed by a step of this weight.
    pub(super) fn gain(&self, weight: u32) -> f64 {
        let weight = f64::from(weight);
        let root = 1.0 + weight / self.tokens;
        weight / (root * root)
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
}
