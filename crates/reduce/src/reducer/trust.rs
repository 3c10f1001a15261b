//! How far the map that scouts make is believed.

use std::collections::HashMap;

use super::foretold::Foretold;
use super::ground::{Belief, Label};
use crate::document::ContentKey;

/// How well the map and the search alone predicted the answers so far.
pub(super) struct Trust {
    clean: Hits,
    dirty: Hits,
    /// By candidate: what was known when its trial began.
    foretold: HashMap<ContentKey, (Label, Foretold)>,
    /// The probability that the map is the better predictor.
    weight: f64,
    /// What scouts are owed, in trials.
    owed: f64,
}

struct Hits {
    right: f64,
    all: f64,
}

/// The decay of an answer's weight with each further one.
const DECAY: f64 = 0.93;
/// The prior for right predictions: this many of this many answers.
const PRIOR: (f64, f64) = (3.8, 4.0);
/// The first weight of the map beside the search alone.
const FIRST_WEIGHT: f64 = 0.6;
/// How far each answer moves the weight back to the first one: a map may be right again.
const FORGOTTEN: f64 = 0.02;

impl Default for Trust {
    fn default() -> Trust {
        let hits = || Hits { right: 0.0, all: 0.0 };
        let foretold = HashMap::new();
        Trust { clean: hits(), dirty: hits(), foretold, weight: FIRST_WEIGHT, owed: 0.0 }
    }
}

impl Hits {
    fn learn(&mut self, is_right: bool) {
        self.right = self.right * DECAY + f64::from(u8::from(is_right));
        self.all = self.all * DECAY + 1.0;
    }

    fn share(&self) -> f64 {
        (self.right + PRIOR.0) / (self.all + PRIOR.1)
    }
}

impl Trust {
    /// Remembers what was known of a candidate when its trial began.
    pub(super) fn foretell(&mut self, key: ContentKey, label: Label, foretold: Foretold) {
        if label != Label::Open || foretold.differ() {
            self.foretold.insert(key, (label, foretold));
        }
    }

    /// Learns the answer to a candidate, if it was foretold.
    pub(super) fn learn(&mut self, key: ContentKey, is_interesting: bool) {
        let Some((label, foretold)) = self.foretold.remove(&key) else { return };
        match label {
            Label::Clean => self.clean.learn(is_interesting),
            Label::Dirty => self.dirty.learn(!is_interesting),
            Label::Open => {}
        }
        let each = self.root().times(foretold.of(is_interesting));
        let weight = each.by_map / each.sum().max(f64::MIN_POSITIVE);
        self.weight = FORGOTTEN * FIRST_WEIGHT + (1.0 - FORGOTTEN) * weight;
    }

    /// Forgets what was foretold of a trial that ended without an answer.
    pub(super) fn forget(&mut self, key: ContentKey) {
        self.foretold.remove(&key);
    }

    /// Returns the probability of each predictor to be the right one.
    pub(super) fn root(&self) -> Foretold {
        Foretold { stated: 1.0 - self.weight, by_map: self.weight }
    }

    /// Returns how reliable the map is if it is the right predictor; `byte` is the probability that
    /// an unknown byte can be removed.
    pub(super) fn belief(&self, byte: f64) -> Belief {
        Belief { clean: self.clean.share(), dirty: self.dirty.share(), byte }
    }

    /// Whether the next trial should be a scout rather than an unlikely one: scouts get a share of
    /// these workers that is the weight of the map.
    pub(super) fn is_turn_of_scouts(&mut self) -> bool {
        self.owed += self.weight;
        let is_turn = 1.0 <= self.owed;
        self.owed -= f64::from(u8::from(is_turn));
        is_turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Document;

    /// Learns answers that the map foretold with nine in ten, and the search with even odds.
    fn learn(trust: &mut Trust, is_right: bool, n: usize) {
        let key = Document::single("input", "text").key();
        for _ in 0..n {
            trust.foretell(key, Label::Dirty, Foretold { stated: 0.5, by_map: 0.1 });
            trust.learn(key, !is_right);
        }
    }

    #[test]
    fn a_map_loses_its_weight_after_few_wrong_predictions_however_long_it_was_right() {
        let wrong_until_lost = |n_right| {
            let mut trust = Trust::default();
            learn(&mut trust, true, n_right);
            let mut is_lost = || {
                learn(&mut trust, false, 1);
                trust.root().by_map < 0.25
            };
            1 + (0..100).take_while(|_| !is_lost()).count()
        };
        assert_eq!([0, 5, 100, 1_000].map(wrong_until_lost), [1, 3, 4, 4]);
    }

    #[test]
    fn a_map_that_is_right_again_is_believed_again() {
        let mut trust = Trust::default();
        learn(&mut trust, false, 100);
        assert!(trust.root().by_map < 0.05 && trust.belief(0.5).dirty < 0.25);
        learn(&mut trust, true, 20);
        assert!(0.9 < trust.root().by_map && 0.7 < trust.belief(0.5).dirty);
    }

    #[test]
    fn scouts_get_the_share_of_workers_that_is_the_weight_of_the_map() {
        let mut trust = Trust::default();
        let n_scouts = |trust: &mut Trust| (0..100).filter(|_| trust.is_turn_of_scouts()).count();
        assert!((59..=61).contains(&n_scouts(&mut trust)));
        learn(&mut trust, true, 50);
        assert!(90 < n_scouts(&mut trust));
        learn(&mut trust, false, 50);
        assert!(n_scouts(&mut trust) < 10);
    }

    #[test]
    fn what_was_not_foretold_changes_nothing() {
        let mut trust = Trust::default();
        trust.learn(Document::single("input", "text").key(), true);
        assert!((trust.root().by_map - FIRST_WEIGHT).abs() < 1e-9);
    }
}
