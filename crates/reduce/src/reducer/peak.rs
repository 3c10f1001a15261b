//! How many trials run at once.

/// The most trials that were under way at once lately: about as many as there are workers.
///
/// When a farm shrinks, it falls after a few trials for each worker that there was.
#[derive(Default)]
pub(super) struct Peak {
    most: usize,
    /// The most since the period began.
    since: usize,
    /// How many trials still end in this period.
    n_left: usize,
}

/// A period ends when so many trials ended for each one of the peak.
const TRIALS_PER_WORKER: usize = 4;

impl Peak {
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// Learns how many trials are under way.
    pub(super) fn see(&mut self, n_under_way: usize) {
        self.since = self.since.max(n_under_way);
        self.most = self.most.max(n_under_way);
    }

    /// Learns that a trial ended, and how many are still under way.
    pub(super) fn end(&mut self, n_under_way: usize) {
        if self.n_left == 0 {
            self.most = self.since.max(n_under_way);
            self.since = n_under_way;
            self.n_left = TRIALS_PER_WORKER * self.most;
        }
        self.n_left = self.n_left.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// So many workers run this many trials.
    fn work(peak: &mut Peak, n_workers: usize, n_trials: usize) {
        for _ in 0..n_trials {
            peak.see(n_workers);
            peak.end(n_workers - 1);
        }
    }

    #[test]
    fn it_rises_at_once_and_falls_when_workers_are_gone_for_long() {
        let mut peak = Peak::default();
        work(&mut peak, 64, 1);
        assert_eq!(peak.most(), 64);
        work(&mut peak, 64, 1_000);
        work(&mut peak, 8, 64);
        assert_eq!(peak.most(), 64, "they may have waited");
        work(&mut peak, 8, 512);
        assert_eq!(peak.most(), 8);
        work(&mut peak, 64, 1);
        assert_eq!(peak.most(), 64);
    }

    #[test]
    fn trials_that_end_together_are_no_farm_that_shrinks() {
        let mut peak = Peak::default();
        for _ in 0..100 {
            (1..=16).for_each(|n| peak.see(n));
            (0..16).rev().for_each(|n| peak.end(n));
            assert_eq!(peak.most(), 16);
        }
    }
}
