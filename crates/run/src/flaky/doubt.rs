//! When the best document is tested again.

use dwindle_reduce::{Event, Source};

/// Least trials between two repeats.
const SPACING: u64 = 40;
/// Repeats after which the test counts as steady. Of tests that are interesting in nine of ten
/// runs, one in two hundred gets that far without a contradiction.
const ENOUGH: u64 = 50;
/// Misses in a row after which the best document is tested again; then after each doubling.
const MAX_MISSES: u64 = 64;

/// Decides when the best document is tested again. It counts learned answers and uses no clock, so
/// the repeats do not depend on the number of workers.
///
/// After a false *interesting* every trial is a miss. So the best document is tested again
///
/// - every 40 trials, until there were 50 repeats;
/// - after 64, 128, 256 … misses in a row;
/// - at the end of a pass that accepted nothing, if there were 64 trials since the last repeat.
///
/// That is at most one repeat in forty trials.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// Misses since the best document was accepted.
    n_misses: u64,
    /// Trials since the last repeat.
    since_repeat: u64,
    n_repeats: u64,
    /// Misses after which the next repeat is due.
    max_misses: u64,
}

impl Default for Doubt {
    fn default() -> Doubt {
        Doubt { n_misses: 0, since_repeat: 0, n_repeats: 0, max_misses: MAX_MISSES }
    }
}

impl Doubt {
    /// Handles an event. Returns whether the best document must be tested again now.
    pub fn see(&mut self, event: &Event) -> bool {
        match event {
            Event::Learned { source: Source::Trial, .. } => {
                self.n_misses += 1;
                self.since_repeat += 1;
                if self.max_misses <= self.n_misses && SPACING <= self.since_repeat {
                    self.max_misses = 2 * self.n_misses;
                    return self.repeat();
                }
                SPACING <= self.since_repeat && self.n_repeats < ENOUGH && self.repeat()
            }
            Event::Accepted { .. } => {
                (self.n_misses, self.max_misses) = (0, MAX_MISSES);
                false
            }
            Event::PassEnded { accepted: 0, .. } => MAX_MISSES <= self.since_repeat && self.repeat(),
            _ => false,
        }
    }

    fn repeat(&mut self) -> bool {
        self.since_repeat = 0;
        self.n_repeats += 1;
        true
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{ContentKey, Cost, Counts, Verdict};

    use super::*;

    const COST: Cost = Cost { tokens: 1, bytes: 1, files: 1 };

    fn learned(source: Source) -> Event {
        Event::Learned { pass: "p".into(), key: ContentKey(1), cost: COST, verdict: Verdict::Boring, source }
    }

    fn accepted() -> Event {
        let (pass, key, cost) = ("p".to_owned(), ContentKey(1), COST);
        Event::Accepted { step: 1, pass, key, cost, counts: Counts::default() }
    }

    /// Returns after which trials there are repeats, if every `success`-th trial is accepted.
    fn repeats(n_trials: u64, success: u64) -> Vec<u64> {
        let mut doubt = Doubt::default();
        let mut at = Vec::new();
        for trial in 1..=n_trials {
            if doubt.see(&learned(Source::Trial)) {
                at.push(trial);
            }
            if trial % success == 0 {
                assert!(!doubt.see(&accepted()));
            }
        }
        at
    }

    #[test]
    fn a_steady_test_costs_at_most_one_repeat_in_forty_trials() {
        for success in [1, 7, 65, 100, u64::MAX] {
            for n_trials in [39, 100, 1_000, 20_000] {
                let n_repeats = repeats(n_trials, success).len() as u64;
                assert!(n_repeats * 40 <= n_trials, "{n_repeats} of {n_trials}");
            }
        }
    }

    #[test]
    fn a_steady_test_is_repeated_after_each_doubling_of_misses() {
        let late: Vec<u64> = repeats(40_000, u64::MAX).into_iter().filter(|at| 2_500 < *at).collect();
        assert!((3..=5).contains(&late.len()), "{late:?}");
        assert!(repeats(10_000, 30).iter().all(|at| *at <= 2_000), "no repeats while trials succeed");
    }

    #[test]
    fn answers_without_a_trial_do_not_count() {
        let mut doubt = Doubt::default();
        assert!((0..500).all(|_| !doubt.see(&learned(Source::Memory)) && !doubt.see(&learned(Source::Gate))));
    }

    #[test]
    fn the_end_of_a_pass_that_accepted_nothing_causes_a_repeat() {
        let ended = Event::PassEnded { pass: "p".into(), cost: COST, accepted: 0, proposed: 70 };
        let mut doubt = Doubt { n_repeats: ENOUGH, ..Doubt::default() };
        (0..63).for_each(|_| assert!(!doubt.see(&learned(Source::Trial))));
        assert!(!doubt.see(&ended));
        doubt.see(&accepted());
        (0..63).for_each(|_| assert!(!doubt.see(&learned(Source::Trial))));
        assert!(doubt.see(&ended));
        assert!(!doubt.see(&ended));
    }
}
