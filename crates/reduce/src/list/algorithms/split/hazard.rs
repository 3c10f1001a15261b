//! The posterior of one rate of needed units.

use std::cell::RefCell;

/// The number of rates: each is half of the one before, from 8 down to one in 270 million.
pub(crate) const N_RATES: usize = 32;
const HIGHEST: f64 = 8.0;
/// The smallest weight of a rate: lists change their character half-way.
const FLOOR: f64 = 1e-6;
/// The prior weight of rates at which most units are needed, relative to the others: such lists
/// show it within three tests.
const DENSE: f64 = 0.3;

/// A distribution over the hazard λ of needed units: a stretch of mass m is free of them with
/// probability e^(-λm).
///
/// For units of mass 1 and rate q, λ = -ln(1-q). Rates on a scale of halves are enough, because a
/// distribution over them stands for those between. Every operation takes the same short time.
#[derive(Clone)]
pub(crate) struct Hazard {
    weights: [f64; N_RATES],
}

impl Hazard {
    /// Creates a uniform prior over the rates, down to one needed unit in the mass.
    pub(super) fn unknown(mass: f64) -> Hazard {
        let mut weights = [0.0; N_RATES];
        let mut rate = HIGHEST;
        for weight in &mut weights {
            let scale = (rate * 2.0 * mass).min(1.0);
            let dense = if 2.0 <= rate { DENSE } else { 1.0 };
            *weight = scale * scale * dense;
            rate /= 2.0;
        }
        Hazard::normal(weights)
    }

    /// Creates the prior for units that were kept before: nine in ten are needed.
    pub(super) fn survivors() -> Hazard {
        Hazard::unknown(4.0).told(4.0, 0.5)
    }

    /// Returns the probability that a stretch of this mass is clear.
    #[cfg(test)]
    pub(super) fn clear(&self, mass: f64) -> f64 {
        self.clear_of(&each_clear(mass))
    }

    /// Returns the probability that a stretch is clear, given that probability for each rate.
    pub(super) fn clear_of(&self, each_clear: &[f64; N_RATES]) -> f64 {
        each_clear.iter().zip(&self.weights).map(|(clear, weight)| clear * weight).sum()
    }

    /// Learns that a stretch of this mass is clear.
    #[cfg(test)]
    pub(super) fn cleared(&mut self, mass: f64) {
        self.cleared_of(&each_clear(mass));
    }

    /// Learns that a stretch is clear, given the probability of that for each rate.
    pub(super) fn cleared_of(&mut self, each_clear: &[f64; N_RATES]) {
        self.reweigh(each_clear);
    }

    /// Learns that a unit of this mass is needed.
    pub(super) fn needed(&mut self, mass: f64) {
        self.reweigh(&each_clear(mass).map(|clear| 1.0 - clear));
    }

    /// Learns that some units of mass 1 are needed and others clear; the counts may be fractions.
    pub(crate) fn told(mut self, n_needed: f64, n_cleared: f64) -> Hazard {
        let logs = each_clear(1.0).map(|clear| n_needed * (1.0 - clear).ln() + n_cleared * clear.ln());
        let highest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        self.reweigh(&logs.map(|log| (log - highest).exp()));
        self
    }

    fn reweigh(&mut self, likelihoods: &[f64; N_RATES]) {
        for (weight, likelihood) in self.weights.iter_mut().zip(likelihoods) {
            *weight *= likelihood;
        }
        *self = Hazard::normal(self.weights);
    }

    fn normal(mut weights: [f64; N_RATES]) -> Hazard {
        let total: f64 = weights.iter().sum();
        // If no rate explains the observation, all rates are equally likely.
        let total = if total < f64::MIN_POSITIVE { 1.0 } else { total };
        for weight in &mut weights {
            *weight = (*weight / total).max(FLOOR);
        }
        Hazard { weights }
    }
}

/// A cache: for each mass, the probability of a clear stretch at each rate. Experts ask for the
/// same few masses.
#[derive(Default)]
pub(super) struct Stretches {
    known: RefCell<Vec<(u64, [f64; N_RATES])>>,
}

impl Stretches {
    /// Passes the probabilities for a mass to a function.
    pub(super) fn of<T>(&self, mass: f64, see: impl FnOnce(&[f64; N_RATES]) -> T) -> T {
        let mut known = self.known.borrow_mut();
        let bits = mass.to_bits();
        let idx = known.iter().position(|(other, _)| *other == bits).unwrap_or_else(|| {
            known.push((bits, each_clear(mass)));
            known.len() - 1
        });
        see(&known[idx].1)
    }
}

/// Returns the probability of a clear stretch at each rate: the square of the one at the next lower
/// rate.
fn each_clear(mass: f64) -> [f64; N_RATES] {
    let mut clear = [0.0; N_RATES];
    let mut rate = HIGHEST / (1u64 << (N_RATES - 1)) as f64;
    let mut last = 0.0;
    for (idx, clear) in clear.iter_mut().rev().enumerate() {
        // Squaring doubles the error, so it starts anew every few steps.
        last = if idx % 8 == 0 { (-rate * mass).exp() } else { last * last };
        *clear = last;
        rate *= 2.0;
    }
    clear
}

#[cfg(test)]
mod tests {
    use super::*;

    fn even_mass(hazard: &Hazard, longest: f64) -> f64 {
        let mut mass = 1.0;
        while 0.5 <= hazard.clear(mass) && mass < longest {
            mass *= 1.1;
        }
        mass
    }

    #[test]
    fn groups_double_while_nothing_is_needed() {
        let mut hazard = Hazard::unknown(1e8);
        let (mut cleared, mut n_groups) = (0.0, 0);
        while cleared < 1e8 {
            let mass = even_mass(&hazard, 1e8);
            hazard.cleared(mass);
            cleared += mass;
            n_groups += 1;
        }
        assert!(n_groups < 20, "{n_groups}");
    }

    #[test]
    fn the_rate_is_learned_from_what_is_decided() {
        for one_in in [3u32, 10, 100, 1000] {
            let mut hazard = Hazard::unknown(1e5);
            for _ in 0..100 {
                hazard.cleared(f64::from(one_in - 1));
                hazard.needed(1.0);
            }
            let expected = 2.0f64.ln() * f64::from(one_in);
            let even = even_mass(&hazard, 1e5);
            assert!((even / expected).ln().abs() < 0.4, "one in {one_in}: {even} for {expected}");
        }
    }

    #[test]
    fn counts_of_any_size_are_learned_at_once() {
        let told = Hazard::unknown(1e8).told(1e5, 1e8);
        let even = even_mass(&told, 1e8);
        assert!((even / 693.0).ln().abs() < 0.4, "{even}");
    }

    #[test]
    fn no_rate_is_ruled_out() {
        let mut hazard = Hazard::unknown(1e8);
        hazard.cleared(1e8);
        for _ in 0..12 {
            hazard.needed(1.0);
        }
        assert!(hazard.clear(1.0) < 0.2, "{}", hazard.clear(1.0));
    }
}
