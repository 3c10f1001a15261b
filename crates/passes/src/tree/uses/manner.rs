//! Learns whether things can be removed alone, or only with their dependents.

use dwindle_reduce::Answer;
use dwindle_syntax::uses::CompanionKind;

/// How something is removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// With its uses, and everything that becomes unused.
    WithDependents,
    /// With everything that becomes unused.
    WithUnused,
    /// Alone.
    Alone,
}

impl Way {
    /// Returns what is removed together with it.
    pub(super) fn along(self) -> Option<CompanionKind> {
        match self {
            Way::WithDependents => Some(CompanionKind::Readers),
            Way::WithUnused => Some(CompanionKind::Unused),
            Way::Alone => None,
        }
    }
}

/// The success rates of the ways to remove something. Only removals with dependents count.
///
/// If dependents never help, the cost is at most [`MOST_MISSES`] trials, and one in [`ONE_IN`].
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Manner {
    /// By way: how often it succeeded after all previous ways had failed.
    paid: [u32; 3],
    /// By way: how often it failed.
    misses: [u32; 3],
    /// The number of answers.
    n_learned: u32,
    /// The number of proposals.
    n_asked: u32,
}

/// Budget of misses before the first success …
const MOST_MISSES: u32 = 8;
/// … with one more miss for this many answers, and this many for each success.
const ONE_IN: u32 = 64;
const FOR_PAID: u32 = 4;
/// If removals succeed at least this often with dependents, and less than half as often alone, the
/// former is tried first.
const PAID: u32 = 3;
/// A way with less than one success in [`TIMES`] is tried at one in [`OCCASIONS`] occasions only.
const TIMES: u32 = 6;
const OCCASIONS: u32 = 8;

impl Manner {
    /// Whether dependents ever helped where the removal alone had failed.
    pub(super) fn has_paid(&self) -> bool {
        0 < self.n_paid()
    }

    fn n_paid(&self) -> u32 {
        self.paid[Way::WithDependents as usize] + self.paid[Way::WithUnused as usize]
    }

    fn is_strict(&self) -> bool {
        (2 * self.paid[Way::Alone as usize]).max(PAID) <= self.n_paid()
    }

    /// Returns the ways to try, in order.
    pub(super) fn ways(&mut self) -> Vec<Way> {
        self.n_asked = self.n_asked.wrapping_add(1);
        let is_occasion = self.n_asked.is_multiple_of(OCCASIONS);
        let pays = |way: Way| self.misses[way as usize] < TIMES * (self.paid[way as usize] + 1);
        let all = [Way::WithDependents, Way::WithUnused, Way::Alone];
        if self.is_strict() {
            let first = all.into_iter().filter(|&way| pays(way) || is_occasion);
            return first.collect();
        }
        let n_misses: u32 = all[..2].iter().map(|&way| self.misses[way as usize]).sum();
        let most_misses = MOST_MISSES + self.n_learned / ONE_IN + FOR_PAID * self.n_paid();
        let may_pay = n_misses < most_misses;
        let along = all[..2].iter().copied().filter(|&way| may_pay && pays(way));
        [Way::Alone].into_iter().chain(along.take(1)).collect()
    }

    /// Learns the answer to one of the ways.
    pub(super) fn learn(&mut self, asked: &[Way], variant: usize, answer: Answer) {
        if answer != Answer::Refused {
            self.n_learned = self.n_learned.saturating_add(1);
        }
        let is_pair = 1 < asked.len() || self.is_strict() && asked != [Way::Alone];
        let Some(&way) = asked.get(variant).filter(|_| is_pair) else { return };
        match answer {
            Answer::Interesting => self.paid[way as usize] += 1,
            Answer::Boring => self.misses[way as usize] += 1,
            Answer::Refused => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks until the end. Returns how many trials were spent besides the removals alone.
    fn n_spent(n_proposals: usize, goes: impl Fn(Way) -> bool) -> (usize, Manner) {
        let mut manner = Manner::default();
        let mut n_spent = 0;
        for _ in 0..n_proposals {
            let ways = manner.ways();
            for (variant, way) in ways.iter().enumerate() {
                n_spent += usize::from(*way != Way::Alone);
                manner.learn(&ways, variant, goes(*way).into());
                if goes(*way) {
                    break;
                }
            }
        }
        (n_spent, manner)
    }

    #[test]
    fn where_nothing_goes_along_few_trials_are_spent() {
        let (n_spent, manner) = n_spent(1000, |_| false);
        assert!(n_spent <= 8 + 1000 / 60, "{n_spent}");
        assert!(!manner.is_strict());
    }

    #[test]
    fn where_things_go_alone_nothing_is_spent() {
        assert_eq!(n_spent(1000, |way| way == Way::Alone).0, 0);
    }

    #[test]
    fn where_nothing_goes_alone_that_is_hardly_asked() {
        let (_, manner) = n_spent(1000, |way| way == Way::WithDependents);
        assert!(manner.is_strict());
        assert!(manner.misses[Way::Alone as usize] <= 10, "{manner:?}");
    }

    #[test]
    fn where_only_what_is_unused_goes_along_that_is_found() {
        let (_, manner) = n_spent(1000, |way| way == Way::WithUnused);
        assert!(manner.is_strict());
        assert!(manner.misses[Way::WithDependents as usize] <= 200, "{manner:?}");
    }
}
