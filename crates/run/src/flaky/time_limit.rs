//! The time limit of trials, which rises where answers take nearly as long.

use std::time::Duration;

/// The limit rises to this many times what was stated, at most.
const MOST: u32 = 4;
/// An answer is near the limit if it took more than one part in so many of it.
const NEAR: u32 = 2;

/// How long one trial may take. It is always more than twice as long as any answer that was
/// learned, up to four times what was stated: what runs out of time then is no answer that was
/// nearly there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLimit {
    now: Duration,
    most: Duration,
}

impl TimeLimit {
    /// Begins with what was stated, or is the default.
    pub fn new(stated: Duration) -> TimeLimit {
        TimeLimit { now: stated, most: TimeLimit::most(stated) }
    }

    /// Stays as it is: running out of time is what is looked for.
    pub fn fixed(stated: Duration) -> TimeLimit {
        TimeLimit { now: stated, most: stated }
    }

    /// Returns how far a limit may rise.
    pub fn most(stated: Duration) -> Duration {
        stated.saturating_mul(MOST)
    }

    /// Returns how long a trial may take now.
    pub fn now(&self) -> Duration {
        self.now
    }

    /// Whether the limit rises when an answer that took so long is learned.
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
    fn a_limit_far_from_all_answers_stays() {
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
    fn a_limit_that_is_looked_for_stays() {
        let mut limit = TimeLimit::fixed(ms(500));
        assert!(!limit.learn(ms(499)));
        assert_eq!(limit.now(), ms(500));
    }

    #[test]
    fn limits_without_bounds_end() {
        assert!(!TimeLimit::new(Duration::MAX).learn(Duration::MAX));
        assert!(!TimeLimit::new(Duration::ZERO).learn(ms(3)));
    }
}
