//! The sequential probability ratio test.

use dwindle_reduce::Verdict;

use super::tally::Tally;

/// Bound on the probability that a boring candidate gets the verdict *interesting*.
const FALSE_INTERESTING: f64 = 1e-5;
/// Bound on the probability that an interesting candidate gets the verdict *boring*.
const FALSE_BORING: f64 = 1e-2;
/// Least share of interesting runs of an interesting candidate, by default.
const INTERESTING: f64 = 0.8;
/// Largest share of interesting runs of a boring candidate.
const BORING: f64 = 0.05;
/// Most runs of the result, to see how often it is interesting.
const MAX_CONFIRMATIONS: u32 = 1_000;
/// Bound on the runs of a candidate, as a multiple of the fewest runs that give both verdicts.
const MAX_RUNS_FACTOR: f64 = 10.0;

/// How often the test answers *interesting*, for interesting and for boring candidates.
///
/// A verdict is the result of Wald's sequential probability ratio test between the two. The bounds
/// on its errors hold after any number of runs (Ville's inequality). Of candidates that are
/// interesting in at most [`boring`](Rates::boring) of their runs, at most one in 100,000 gets the
/// verdict *interesting*. Of candidates that are interesting in at least
/// [`interesting`](Rates::interesting) of their runs, at most one in 100 gets the verdict *boring*.
/// There is no bound for rates in between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    interesting: f64,
    boring: f64,
}

/// A rate that is not between 0 and 1.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("must be greater than 0 and less than 1")]
pub struct RatesError;

impl Default for Rates {
    fn default() -> Rates {
        Rates { interesting: INTERESTING, boring: BORING }
    }
}

impl Rates {
    /// Creates rates from the least share of interesting runs of an interesting candidate. Boring
    /// candidates may be interesting in a twentieth of their runs, but in no more than a quarter of
    /// that share.
    ///
    /// # Errors
    /// When the share is not between 0 and 1.
    pub fn at_least(interesting: f64) -> Result<Rates, RatesError> {
        let is_rate = 0.0 < interesting && interesting < 1.0;
        is_rate.then(|| Rates { interesting, boring: BORING.min(interesting / 4.0) }).ok_or(RatesError)
    }

    /// Returns the least share of interesting runs of an interesting candidate.
    pub fn interesting(&self) -> f64 {
        self.interesting
    }

    /// Returns the largest share of interesting runs of a boring candidate.
    pub fn boring(&self) -> f64 {
        self.boring
    }

    /// Returns the verdict from these runs; `None` if more runs are needed. If all runs were
    /// unresolved, one is enough: such runs take longest, and do not show that the test is flaky.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        if tally.is_unresolved() {
            return Some(Verdict::Unresolved);
        }
        let ratio = self.log_ratio(tally);
        if -FALSE_INTERESTING.ln() <= ratio {
            Some(Verdict::Interesting)
        } else if ratio <= FALSE_BORING.ln() || self.max_runs() <= tally.runs() {
            Some(tally.boring_or_unresolved())
        } else {
            None
        }
    }

    /// Returns the more likely verdict after these runs.
    pub fn likely(&self, tally: &Tally) -> Verdict {
        match 0.0 < self.log_ratio(tally) {
            true => Verdict::Interesting,
            false => tally.boring_or_unresolved(),
        }
    }

    /// Returns the log likelihood ratio of these runs: interesting against boring.
    fn log_ratio(&self, tally: &Tally) -> f64 {
        f64::from(tally.interesting()) * self.gain() - f64::from(tally.others()) * self.loss()
    }

    fn gain(&self) -> f64 {
        (self.interesting / self.boring).ln()
    }

    fn loss(&self) -> f64 {
        ((1.0 - self.boring) / (1.0 - self.interesting)).ln()
    }

    /// Returns the largest number of runs of one candidate.
    fn max_runs(&self) -> u32 {
        let fewest = -FALSE_INTERESTING.ln() / self.gain() - FALSE_BORING.ln() / self.loss();
        (MAX_RUNS_FACTOR * fewest).ceil() as u32
    }

    /// Whether the result is interesting as often as interesting candidates must be; `None` if more
    /// runs are needed. The runs must not have had a part in its acceptance. Of results that are
    /// interesting as often as that, and of results that are interesting two thirds as often, at
    /// most one in a hundred is misjudged.
    pub fn holds(&self, interesting: u32, others: u32) -> Option<bool> {
        let less = self.interesting * 2.0 / 3.0;
        let gain = (self.interesting / less).ln();
        let loss = ((1.0 - less) / (1.0 - self.interesting)).ln();
        let ratio = f64::from(interesting) * gain - f64::from(others) * loss;
        let bound = -FALSE_BORING.ln();
        let is_enough = bound <= ratio.abs() || MAX_CONFIRMATIONS <= interesting + others;
        is_enough.then_some(0.0 < ratio)
    }

    /// Whether runs of boring candidates were interesting too often. The rates are then wrong, and
    /// the error bounds do not hold.
    pub fn are_broken_by(&self, interesting: u64, runs: u64) -> bool {
        let (n, p) = (runs as f64, self.boring);
        let spread = (n * p * (1.0 - p)).sqrt();
        // 3.5 standard deviations: about one false alarm in some thousand sessions, and none after
        // few runs.
        3.0 + n * p + 3.5 * spread < interesting as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(interesting: u32, boring: u32) -> Tally {
        let mut tally = Tally::default();
        (0..interesting).for_each(|_| tally.add(Verdict::Interesting));
        (0..boring).for_each(|_| tally.add(Verdict::Boring));
        tally
    }

    #[test]
    fn five_yes_in_a_row_are_interesting_and_three_no_are_boring() {
        let rates = Rates::default();
        assert_eq!(rates.verdict(&tally(4, 0)), None);
        assert_eq!(rates.verdict(&tally(5, 0)), Some(Verdict::Interesting));
        assert_eq!(rates.verdict(&tally(0, 2)), None);
        assert_eq!(rates.verdict(&tally(0, 3)), Some(Verdict::Boring));
        assert_eq!(rates.verdict(&tally(5, 2)), None);
        assert_eq!(rates.verdict(&tally(6, 2)), Some(Verdict::Interesting));
    }

    #[test]
    fn one_unresolved_run_is_enough() {
        let mut tally = Tally::default();
        tally.add(Verdict::Unresolved);
        assert_eq!(Rates::default().verdict(&tally), Some(Verdict::Unresolved));
        tally.add(Verdict::Interesting);
        assert_eq!(Rates::default().verdict(&tally), None);
    }

    /// Returns the probabilities that a candidate with this rate gets the verdict interesting, and
    /// boring, summed over all sequences of answers.
    fn outcomes(rates: Rates, rate: f64) -> (f64, f64) {
        let (mut interesting, mut boring) = (0.0, 0.0);
        let mut open = std::collections::BTreeMap::from([((0, 0), 1.0)]);
        while let Some(((n_yes, n_no), weight)) = open.pop_first() {
            match rates.verdict(&tally(n_yes, n_no)) {
                Some(Verdict::Interesting) => interesting += weight,
                Some(_) => boring += weight,
                None => {
                    *open.entry((n_yes + 1, n_no)).or_insert(0.0) += weight * rate;
                    *open.entry((n_yes, n_no + 1)).or_insert(0.0) += weight * (1.0 - rate);
                }
            }
        }
        (interesting, boring)
    }

    #[test]
    fn the_error_bounds_hold_at_the_stated_rates() {
        for rates in [Rates::default(), Rates::at_least(0.9).unwrap(), Rates::at_least(0.6).unwrap()] {
            let (false_interesting, _) = outcomes(rates, rates.boring());
            assert!(false_interesting <= FALSE_INTERESTING, "{rates:?}: {false_interesting}");
            let (_, false_boring) = outcomes(rates, rates.interesting());
            assert!(false_boring <= FALSE_BORING, "{rates:?}: {false_boring}");
        }
    }

    #[test]
    fn a_result_that_is_interesting_too_seldom_is_noticed() {
        let rates = Rates::default();
        assert_eq!(rates.holds(11, 0), None);
        assert_eq!(rates.holds(12, 0), Some(true));
        assert_eq!(rates.holds(27, 3), Some(true));
        assert_eq!(rates.holds(30, 30), Some(false));
    }

    #[test]
    fn wrong_rates_are_noticed() {
        let rates = Rates::default();
        assert!(!rates.are_broken_by(0, 1000));
        assert!(!rates.are_broken_by(55, 1000), "a twentieth is allowed");
        assert!(!rates.are_broken_by(2, 6));
        assert!(rates.are_broken_by(120, 1000));
    }

    #[test]
    fn a_rate_is_between_0_and_1() {
        assert_eq!(Rates::at_least(0.1).map(|rates| rates.boring()), Ok(0.025));
        assert_eq!(Rates::at_least(1.0), Err(RatesError));
        assert_eq!(Rates::at_least(f64::NAN), Err(RatesError));
    }
}
