//! ActiveCoarsen: P. Liang, O. Tripp, M. Naik, *Learning Minimal Abstractions*, POPL 2011; the
//! baseline of the ProbDD paper.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::gain::undecided;
use crate::list::{Algorithm, Guarantees, List, ListOptions, Positions, UnitSearch, orient};
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;

/// ActiveCoarsen: leaves out random units, as many as let about one test in e be interesting.
///
/// Each undecided unit stays with probability α. If a test is interesting, the units that were left
/// out are gone; if it is boring and left out a single unit, that unit is needed. α follows the
/// answers so that a test succeeds with probability 1/e. The result is 1-minimal if the property is
/// monotone. Without a seed, the seed is 0.
pub const ACTIVE_COARSEN: Algorithm = Algorithm {
    name: "active-coarsen",
    summary: "Random subsets at a rate that adapts until one test in e succeeds (Liang, Tripp, Naik 2011)",
    guarantees: Guarantees::NONE,
    start: &start,
};

fn start(list: &List, options: &ListOptions) -> UnitSearch {
    let seed = options.seed.unwrap_or(0);
    orient(list, options, |list| ActiveCoarsen::new(list.len(), options.p0, seed))
}

/// The share of tests that should be interesting.
const TARGET: f64 = 1.0 / std::f64::consts::E;

/// When fewer units than this are expected to be left out, exactly one is: the search ends on every
/// property.
const ONE_AT_A_TIME: f64 = 1e-3;

/// The state: α, and the units that are neither gone nor needed. O(runs) in size.
#[derive(Clone)]
struct ActiveCoarsen {
    seed: u64,
    n_trials: u64,
    /// The logit of α; α is where a stochastic approximation has brought the rate of success to
    /// the target.
    logit: f64,
    left_out: Units,
    n_kept: u32,
    undecided: Positions,
    n_units: u32,
    needed: Units,
    /// The units to leave out next.
    chosen: Option<Units>,
}

impl ActiveCoarsen {
    fn new(n_units: u32, p0: f64, seed: u64) -> ActiveCoarsen {
        // With this rate a test succeeds with the target probability if each unit is needed with
        // probability p0.
        let left_out_rate = (1.0 / (f64::from(n_units.max(1)) * undecided(p0))).min(0.5);
        let mut search = ActiveCoarsen {
            seed,
            n_trials: 0,
            logit: ((1.0 - left_out_rate) / left_out_rate).ln(),
            left_out: Units::none(),
            n_kept: n_units,
            undecided: Positions::all(n_units),
            n_units,
            needed: Units::none(),
            chosen: None,
        };
        search.choose();
        search
    }

    /// Chooses the units to leave out next: at least one, and not all that are kept.
    fn choose(&mut self) {
        self.chosen = None;
        if self.n_kept <= 1 || self.undecided.is_empty() {
            return;
        }
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(self.n_trials);
        let rate = 1.0 / (1.0 + self.logit.exp());
        let n = self.undecided.len();
        let n_most = n.min(self.n_kept - 1);
        let is_single = rate * f64::from(n) < ONE_AT_A_TIME;
        let positions = if is_single { vec![rng.random_range(0..n)] } else { pick(&mut rng, rate, n) };
        let chosen = positions.into_iter().take(n_most as usize).map(|at| self.undecided.unit(at)).collect();
        self.chosen = Some(chosen);
    }
}

/// Picks each number below `n` with probability `rate`, given that at least one is picked.
/// O(picked).
fn pick(rng: &mut ChaCha8Rng, rate: f64, n: u32) -> Vec<u32> {
    let log_stay = (-rate).ln_1p();
    // The gap before the next number is geometric; before the first it is cut off at n.
    let any = -(log_stay * f64::from(n)).exp_m1();
    let mut share = any * rng.random::<f64>();
    let mut picked: Vec<u32> = Vec::new();
    let mut from = 0;
    loop {
        let gap = (-share).ln_1p() / log_stay;
        let next = from + gap as u64;
        match u32::try_from(next).ok().filter(|&next| next < n) {
            Some(next) => picked.push(next),
            None if picked.is_empty() => return vec![n - 1],
            None => return picked,
        }
        from = next + 1;
        share = rng.random::<f64>();
    }
}

impl Search for ActiveCoarsen {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        Some(self.left_out.union(self.chosen.as_ref()?))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        let Some(chosen) = self.chosen.take() else { return };
        self.n_trials += 1;
        let success = if interesting { 1.0 } else { 0.0 };
        self.logit -= success - TARGET;
        let n_chosen = chosen.len() as u32;
        if interesting {
            self.n_kept -= n_chosen;
            self.left_out = self.left_out.union(&chosen);
        } else if n_chosen == 1 {
            self.needed = self.needed.union(&chosen);
        }
        if interesting || n_chosen == 1 {
            let decided = self.left_out.union(&self.needed);
            self.undecided = Positions::of(&decided.complement(self.n_units));
        }
        self.choose();
    }

    fn likelihood(&self) -> Option<f64> {
        self.chosen.as_ref().map(|_| TARGET)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_picked_at_the_rate_and_at_least_one() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for (rate, n) in [(0.5, 100u32), (0.01, 1000), (0.001, 10)] {
            let mut n_picked = 0;
            for _ in 0..2000 {
                let picked = pick(&mut rng, rate, n);
                assert!(!picked.is_empty() && picked.is_sorted_by(|a, b| a < b));
                assert!(picked.iter().all(|&at| at < n));
                n_picked += picked.len();
            }
            let any = 1.0 - (1.0 - rate).powi(n as i32);
            let expected = 2000.0 * rate * f64::from(n) / any;
            let deviation = (n_picked as f64 - expected).abs() / expected;
            assert!(deviation < 0.05, "rate {rate}: {n_picked} instead of {expected}");
        }
    }

    #[test]
    fn one_test_in_e_succeeds() {
        let mut search = ActiveCoarsen::new(100_000, 0.1, 1);
        let (mut n_tests, mut n_interesting) = (0, 0);
        while let Some(left_out) = search.propose() {
            let interesting = (0..40).all(|needed| !left_out.contains(needed * 2500));
            n_tests += 1;
            n_interesting += u32::from(interesting);
            search.learn(interesting.into());
            if search.n_kept < 1000 {
                break;
            }
        }
        let rate = f64::from(n_interesting) / f64::from(n_tests);
        assert!((0.25..0.5).contains(&rate), "{n_interesting} of {n_tests}");
    }

    #[test]
    fn seeds_differ_and_are_reproducible() {
        let chosen = |seed| ActiveCoarsen::new(1000, 0.1, seed).propose();
        assert_eq!(chosen(3), chosen(3));
        assert_ne!(chosen(3), chosen(4));
    }
}
