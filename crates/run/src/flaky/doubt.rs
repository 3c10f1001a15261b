//! When the best document is asked about again.

use dwindle_reduce::{Event, Source};

/// Questions between two repeats until there were enough of them.
const SPACING: u64 = 40;
/// After so many repeats that agreed, the test is taken to be steady: of tests that fail in nine of
/// ten runs, one in two hundred gets so far.
const ENOUGH: u64 = 50;
/// After so many misses in a row the best document is asked about again, and after each doubling.
const MOST_MISSES: u64 = 64;

/// Decides by learned answers, never by a clock, when the best document is asked about again: its
/// places are the same at any number of workers.
///
/// After a false *interesting* every question is a miss. So the best document is doubted after
/// 64, 128, 256 … misses in a row, and at the end of a pass that found nothing
/// if 64 questions were asked since the last repeat; and every 40 questions, until 50 repeats
/// agreed. That is at most one repeat in forty questions.
#[derive(Clone, Debug)]
pub struct Doubt {
    /// Misses since the best document became the best.
    n_misses: u64,
    /// Questions since the last repeat.
    since_repeat: u64,
    n_repeats: u64,
    /// The next number of misses that is too many.
    most_misses: u64,
}

impl Default for Doubt {
    fn default() -> Doubt {
        Doubt { n_misses: 0, since_repeat: 0, n_repeats: 0, most_misses: MOST_MISSES }
    }
}

impl Doubt {
    /// Takes what happened. Returns whether the best document is to be asked about once more.
    pub fn see(&mut self, event: &Event) -> bool {
        match event {
            Event::Learned { source: Source::Trial, .. } => {
                self.n_misses += 1;
                self.since_repeat += 1;
                if self.most_misses <= self.n_misses && SPACING <= self.since_repeat {
                    self.most_misses = 2 * self.n_misses;
                    return self.repeat();
                }
                SPACING <= self.since_repeat && self.n_repeats < ENOUGH && self.repeat()
            }
            Event::Accepted { .. } => {
                (self.n_misses, self.most_misses) = (0, MOST_MISSES);
                false
            }
            Event::PassEnded { accepted: 0, .. } => MOST_MISSES <= self.since_repeat && self.repeat(),
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

    /// Counts the repeats among so many questions, with a success after every `success` of them.
    fn repeats(n_questions: u64, success: u64) -> Vec<u64> {
        let mut doubt = Doubt::default();
        let mut at = Vec::new();
        for question in 1..=n_questions {
            if doubt.see(&learned(Source::Trial)) {
                at.push(question);
            }
            if question % success == 0 {
                assert!(!doubt.see(&accepted()));
            }
        }
        at
    }

    #[test]
    fn a_steady_test_pays_at_most_one_repeat_in_forty_questions() {
        for success in [1, 7, 65, 100, u64::MAX] {
            for n_questions in [39, 100, 1_000, 20_000] {
                let n_repeats = repeats(n_questions, success).len() as u64;
                assert!(n_repeats * 40 <= n_questions, "{n_repeats} of {n_questions}");
            }
        }
    }

    #[test]
    fn once_steady_it_is_doubted_after_each_doubling_of_misses() {
        let late: Vec<u64> = repeats(40_000, u64::MAX).into_iter().filter(|at| 2_500 < *at).collect();
        assert!((3..=5).contains(&late.len()), "{late:?}");
        assert!(repeats(10_000, 30).iter().all(|at| *at <= 2_000), "what goes on well is not doubted");
    }

    #[test]
    fn what_cost_no_trial_does_not_count() {
        let mut doubt = Doubt::default();
        assert!((0..500).all(|_| !doubt.see(&learned(Source::Memory)) && !doubt.see(&learned(Source::Gate))));
    }

    #[test]
    fn a_pass_that_found_nothing_is_a_reason() {
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
