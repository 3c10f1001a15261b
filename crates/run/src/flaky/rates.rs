//! The sequential probability ratio test.

use dwindle_reduce::Verdict;

use super::tally::Tally;

/// Probability with which a boring candidate is ever taken for an interesting one.
const FALSE_INTERESTING: f64 = 1e-5;
/// Probability with which an interesting candidate is ever taken for a boring one.
const FALSE_BORING: f64 = 1e-2;
/// How often interesting candidates are interesting at least, if nobody says so.
const INTERESTING: f64 = 0.8;
/// How often boring candidates are interesting at most.
const BORING: f64 = 0.05;
/// The result is run so often at most, to see how often it is interesting.
const MOST_CONFIRMATIONS: u32 = 1_000;
/// A candidate is asked about this many times as often as the clearest answers need, at most.
const PATIENCE: f64 = 10.0;

/// How often tests of interesting and of boring candidates say *interesting*.
///
/// A verdict is Wald's sequential probability ratio test between the two. Its bounds hold however
/// long it goes on (Ville's inequality): of candidates that are interesting in at most
/// [`boring`](Rates::boring) of their runs, one in 100,000 is ever believed to be interesting; of
/// those that are in at least [`interesting`](Rates::interesting), one in 100 is ever believed to
/// be boring. Nothing is promised in between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rates {
    interesting: f64,
    boring: f64,
}

/// A rate that is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("must be greater than 0 and less than 1")]
pub struct RatesError;

impl Default for Rates {
    fn default() -> Rates {
        Rates { interesting: INTERESTING, boring: BORING }
    }
}

impl Rates {
    /// Makes rates for tests of which at least this share of the runs is interesting where a
    /// candidate is. Boring candidates may be interesting in a twentieth of their runs, and in a
    /// quarter of that share.
    ///
    /// # Errors
    /// When the share is not between 0 and 1.
    pub fn at_least(interesting: f64) -> Result<Rates, RatesError> {
        let is_rate = 0.0 < interesting && interesting < 1.0;
        is_rate.then(|| Rates { interesting, boring: BORING.min(interesting / 4.0) }).ok_or(RatesError)
    }

    /// Returns in which share of their runs interesting candidates are interesting at least.
    pub fn interesting(&self) -> f64 {
        self.interesting
    }

    /// Returns in which share of their runs boring candidates are interesting at most.
    pub fn boring(&self) -> f64 {
        self.boring
    }

    /// Returns what these runs show; `None` where more of them are needed. What runs into its
    /// limits every time is believed at once: it costs the most, and is no sign of an unsteady
    /// test.
    pub fn verdict(&self, tally: &Tally) -> Option<Verdict> {
        if tally.is_unresolved() {
            return Some(Verdict::Unresolved);
        }
        let ratio = self.log_ratio(tally);
        if -FALSE_INTERESTING.ln() <= ratio {
            Some(Verdict::Interesting)
        } else if ratio <= FALSE_BORING.ln() || self.most_runs() <= tally.runs() {
            Some(tally.boring_or_unresolved())
        } else {
            None
        }
    }

    /// Returns what is more likely than not after these runs.
    pub fn likely(&self, tally: &Tally) -> Verdict {
        match 0.0 < self.log_ratio(tally) {
            true => Verdict::Interesting,
            false => tally.boring_or_unresolved(),
        }
    }

    /// Returns the logarithm of how much better these runs fit an interesting candidate than a
    /// boring one.
    fn log_ratio(&self, tally: &Tally) -> f64 {
        f64::from(tally.interesting()) * self.gain() - f64::from(tally.others()) * self.loss()
    }

    fn gain(&self) -> f64 {
        (self.interesting / self.boring).ln()
    }

    fn loss(&self) -> f64 {
        ((1.0 - self.boring) / (1.0 - self.interesting)).ln()
    }

    /// How many runs of one candidate there are at most.
    fn most_runs(&self) -> u32 {
        let fewest = -FALSE_INTERESTING.ln() / self.gain() - FALSE_BORING.ln() / self.loss();
        (PATIENCE * fewest).ceil() as u32
    }

    /// Whether the result is interesting as often as it should be, by runs that had no part in
    /// choosing it; `None` where more of them are needed. Of results that are, and of results that
    /// are interesting two thirds as often, one in a hundred is misjudged.
    pub fn holds(&self, interesting: u32, others: u32) -> Option<bool> {
        let less = self.interesting * 2.0 / 3.0;
        let gain = (self.interesting / less).ln();
        let loss = ((1.0 - less) / (1.0 - self.interesting)).ln();
        let ratio = f64::from(interesting) * gain - f64::from(others) * loss;
        let bound = -FALSE_BORING.ln();
        let is_enough = bound <= ratio.abs() || MOST_CONFIRMATIONS <= interesting + others;
        is_enough.then_some(0.0 < ratio)
    }

    /// Whether runs of candidates that were taken for boring were interesting too often for that:
    /// then the rates are wrong, and the bounds are not kept.
    pub fn are_broken_by(&self, interesting: u64, runs: u64) -> bool {
        let (n, p) = (runs as f64, self.boring);
        let spread = (n * p * (1.0 - p)).sqrt();
        // Three and a half standard deviations: one steady run in some thousands, and never of a
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
    fn five_yes_in_a_row_are_believed_and_three_no() {
        let rates = Rates::default();
        assert_eq!(rates.verdict(&tally(4, 0)), None);
        assert_eq!(rates.verdict(&tally(5, 0)), Some(Verdict::Interesting));
        assert_eq!(rates.verdict(&tally(0, 2)), None);
        assert_eq!(rates.verdict(&tally(0, 3)), Some(Verdict::Boring));
        assert_eq!(rates.verdict(&tally(5, 2)), None);
        assert_eq!(rates.verdict(&tally(6, 2)), Some(Verdict::Interesting));
    }

    #[test]
    fn what_runs_into_limits_each_time_is_not_asked_again() {
        let mut tally = Tally::default();
        tally.add(Verdict::Unresolved);
        assert_eq!(Rates::default().verdict(&tally), Some(Verdict::Unresolved));
        tally.add(Verdict::Interesting);
        assert_eq!(Rates::default().verdict(&tally), None);
    }

    /// The probability that a candidate with this rate is ever taken for interesting, and for
    /// boring, by all paths.
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
    fn the_stated_bounds_are_kept_at_the_stated_rates() {
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
    fn rates_that_are_not_so_are_noticed() {
        let rates = Rates::default();
        assert!(!rates.are_broken_by(0, 1000));
        assert!(!rates.are_broken_by(55, 1000), "a twentieth, as was said");
        assert!(!rates.are_broken_by(2, 6));
        assert!(rates.are_broken_by(120, 1000));
    }

    #[test]
    fn a_rate_is_between_never_and_always() {
        assert_eq!(Rates::at_least(0.1).map(|rates| rates.boring()), Ok(0.025));
        assert_eq!(Rates::at_least(1.0), Err(RatesError));
        assert_eq!(Rates::at_least(f64::NAN), Err(RatesError));
    }
}
