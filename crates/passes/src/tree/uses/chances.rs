//! The expected gain of a step, learned from the answers.

use super::aim::{Aim, Share};
use super::pick::Pick;
use super::ways::{N_WAYS, is_clean};

/// The success rate at first …
const EVEN: f64 = 0.5;
/// … and that of ways that remove uses, or leave them without their definition. In eleven programs
/// in ten languages such trials succeeded in 7 % of cases, others in 20 %.
const DOUBTFUL: f64 = 0.125;

/// How many tokens steps may remove, by their kind, their value, and the way in which they are
/// tried.
#[derive(Clone, Debug)]
pub(super) struct Chances {
    /// By kind.
    aims: Vec<Aim>,
    /// By value.
    values: Vec<Share>,
    /// By way.
    ways: [Share; N_WAYS],
    /// All ways together.
    all: Share,
}

impl Chances {
    /// Starts with a target of one part in `shares` of the text for each kind.
    pub(super) fn new(shares: &[f64], n_tokens: u32, n_values: usize) -> Chances {
        let way = |way: usize| Share::likely(if is_clean(way) { EVEN } else { DOUBTFUL });
        Chances {
            aims: shares.iter().map(|share| Aim::new(f64::from(n_tokens) / share)).collect(),
            values: vec![Share::likely(EVEN); n_values],
            ways: std::array::from_fn(way),
            all: Share::likely(EVEN),
        }
    }

    /// Learns the answer to a step tried alone, or the success of several.
    pub(super) fn learn(&mut self, pick: &Pick, paid: bool) {
        self.aims[pick.kind].learn(paid);
        self.ways[pick.way].learn(paid);
        self.all.learn(paid);
        if let Some(value) = pick.value {
            self.values[value].learn(paid);
        }
    }

    /// Learns that several steps tried together failed.
    pub(super) fn learn_together(&mut self, pick: &Pick) {
        self.aims[pick.kind].learn_together(pick.steps.len());
    }

    /// Ends a row of successes.
    pub(super) fn end_row(&mut self, kind: usize) {
        self.aims[kind].end_row();
    }

    /// Returns how many steps of a kind to try at once.
    pub(super) fn at_once(&self, kind: usize) -> usize {
        self.aims[kind].at_once()
    }

    /// Returns the probability that a step succeeds, from its expected gain. The gain compares ways
    /// with each other, so it is relative to the success rate of all ways together.
    pub(super) fn likelihood(&self, gain: f64, tokens: u32) -> f64 {
        (gain / f64::from(tokens.max(1)) * self.all.chance()).min(1.0)
    }

    /// Returns the expected number of tokens that a step removes in a way.
    pub(super) fn gain(&self, kind: usize, value: Option<usize>, way: usize, tokens: u32) -> f64 {
        // An untried value is as likely to fit as no value.
        let value = value.map_or(1.0, |value| self.values[value].chance() / EVEN);
        value * self.ways[way].chance() / self.all.chance() * self.aims[kind].gain(tokens)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(way: usize) -> Pick {
        Pick { kind: 0, index: 0, value: None, way, steps: [].into(), likelihood: EVEN }
    }

    #[test]
    fn a_way_that_fails_gives_way_to_one_that_succeeds() {
        let mut chances = Chances::new(&[8.0], 800, 0);
        let gain = |chances: &Chances, way| chances.gain(0, None, way, 50);
        assert!(gain(&chances, 1) < gain(&chances, 3), "removing uses is doubtful");
        for _ in 0..5 {
            chances.learn(&pick(1), true);
            chances.learn(&pick(3), false);
        }
        assert!(2.0 * gain(&chances, 3) < gain(&chances, 1));
    }

    #[test]
    fn a_step_is_likely_as_its_way_and_its_size() {
        let mut chances = Chances::new(&[8.0], 800, 0);
        let likelihood =
            |chances: &Chances, way, tokens| chances.likelihood(chances.gain(0, None, way, tokens), tokens);
        // The target is 100 tokens, and half of the trials of this way succeed.
        assert!((likelihood(&chances, 3, 100) - EVEN / 4.0).abs() < 1e-9);
        assert!(likelihood(&chances, 3, 100) < likelihood(&chances, 3, 10));
        (0..9).for_each(|_| chances.learn(&pick(3), false));
        assert!(likelihood(&chances, 3, 10) < likelihood(&chances, 4, 10));
        assert!(likelihood(&chances, 3, 0) < 1e-9, "what removes nothing does not succeed");
    }
}
