//! The time limit of trials, which rises when answers take nearly as long.

use std::time::Duration;

/// Largest time limit, as a multiple of the stated one.
const MAX_FACTOR: u32 = 4;
/// An answer is near the limit if it took at least one part in this many of it.
const NEAR: u32 = 2;

/// How long one trial may take.
///
/// The limit is more than twice as long as any answer that was learned, but at most four times the
/// stated one. So a trial that hits it would hardly have answered soon after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    now: Duration,
    most: Duration,
}

impl TimeLimit {
    /// Creates a limit that begins at `stated` and may rise.
    pub fn new(stated: Duration) -> TimeLimit {
        TimeLimit { now: stated, most: TimeLimit::most(stated) }
    }

    /// Creates a limit that never rises, for a search for inputs that take too long.
    pub fn fixed(stated: Duration) -> TimeLimit {
        TimeLimit { now: stated, most: stated }
    }

    /// Returns the largest value to which a limit may rise.
    pub fn most(stated: Duration) -> Duration {
        stated.saturating_mul(MAX_FACTOR)
    }

    /// Returns the present limit.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// Whether the limit rises when an answer that took this long is learned.
    pub fn is_near(&self, took: Duration) -> bool {
        self.now < self.most && self.now <= took.saturating_mul(NEAR)
    }

    /// Learns how long an answer took. Returns whether the limit rose.
    pub fn learn(&mut self, took: Duration) -> bool {
        let before = self.now;
        while self.is_near(took) {
            self.now = self.now.saturating_mul(2).clamp(Duration::from_nanos(1), self.most);
        }
        before < self.now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn after(took: &[u64]) -> Duration {
        let mut limit = TimeLimit::new(ms(500));
        took.iter().for_each(|took| {
            limit.learn(ms(*took));
        });
        limit.now()
    }

    #[test]
    fn quick_answers_do_not_raise_the_limit() {
        assert_eq!(after(&[1, 30, 249]), ms(500));
    }

    #[test]
    fn a_limit_is_more_than_twice_what_any_answer_took() {
        assert_eq!(after(&[250]), ms(1000));
        assert_eq!(after(&[499]), ms(1000));
        assert_eq!(after(&[300, 650, 20]), ms(2000));
    }

    #[test]
    fn it_never_rises_above_four_times_what_was_stated() {
        assert_eq!(after(&[1900, 1999, 2000]), ms(2000));
    }

    #[test]
    fn a_fixed_limit_does_not_rise() {
        let mut limit = TimeLimit::fixed(ms(500));
        assert!(!limit.learn(ms(499)));
        assert_eq!(limit.now(), ms(500));
    }

    #[test]
    fn extreme_limits_do_not_loop() {
        assert!(!TimeLimit::new(Duration::MAX).learn(Duration::MAX));
        assert!(!TimeLimit::new(Duration::ZERO).learn(ms(3)));
    }
}
