//! Calibration of the likelihoods that searches state, by the answers that came.

use std::collections::HashMap;

/// Maps the likelihoods that searches state to how often such candidates were interesting lately.
///
/// A search may order its candidates well by likelihood and still state wrong figures: ProbDD
/// assumes for long that each unit is needed with probability `p0`. Look-ahead depends on the
/// figures themselves. Searches that state nothing have a figure of their own.
///
/// Each pass has its own figures. Those of the other passes correct the statements of a pass that
/// has few answers.
#[derive(Default)]
pub(super) struct Calibration {
    /// The sum of all passes.
    all: Tallies,
    by_pass: HashMap<&'static str, Tallies>,
}

/// The answers by what was stated.
#[derive(Default)]
struct Tallies {
    stated: [Tally; N_CLASSES],
    unstated: Tally,
}

/// Statements are grouped by their first decimal.
const N_CLASSES: usize = 10;
/// The decay of an answer's weight with each further answer of its class: about the last fifty
/// matter.
const DECAY: f64 = 0.98;
/// The weight of the statement itself, in answers.
const TRUST: f64 = 8.0;
/// The initial likelihood for a search that states nothing: most candidates are boring.
const UNSTATED: f64 = 0.25;

#[derive(Clone, Copy, Default)]
struct Tally {
    interesting: f64,
    all: f64,
}

impl Calibration {
    /// Learns the answer to a candidate of a pass for which its search stated this.
    pub(super) fn learn(&mut self, pass: &'static str, stated: Option<f64>, interesting: bool) {
        let own = self.by_pass.entry(pass).or_default().of(stated);
        let before = *own;
        own.learn(interesting);
        let all = self.all.of(stated);
        *all = all.without(before).with(*own);
    }

    /// Returns the calibrated likelihood of a candidate of a pass for which its search states this.
    pub(super) fn likelihood(&self, pass: &str, stated: Option<f64>) -> f64 {
        let own = self.by_pass.get(pass).map_or(Tally::default(), |tallies| tallies.get(stated));
        let others = self.all.get(stated).without(own);
        let stated = stated.filter(|stated| stated.is_finite());
        own.rate(others.rate(stated.unwrap_or(UNSTATED))).clamp(0.01, 0.99)
    }
}

impl Tallies {
    fn of(&mut self, stated: Option<f64>) -> &mut Tally {
        match stated {
            Some(stated) => &mut self.stated[class(stated)],
            None => &mut self.unstated,
        }
    }

    fn get(&self, stated: Option<f64>) -> Tally {
        stated.map_or(self.unstated, |stated| self.stated[class(stated)])
    }
}

impl Tally {
    fn learn(&mut self, interesting: bool) {
        self.interesting = self.interesting * DECAY + f64::from(u8::from(interesting));
        self.all = self.all * DECAY + 1.0;
    }

    fn with(self, other: Tally) -> Tally {
        Tally { interesting: self.interesting + other.interesting, all: self.all + other.all }
    }

    /// Returns the tally without another one that is part of it.
    fn without(self, part: Tally) -> Tally {
        // Rounding must not leave less than nothing.
        let less = |whole: f64, part: f64| (whole - part).max(0.0);
        Tally { interesting: less(self.interesting, part.interesting), all: less(self.all, part.all) }
    }

    /// Returns the rate of interesting answers, if `expected` is the rate without any answer.
    fn rate(self, expected: f64) -> f64 {
        (self.interesting + TRUST * expected) / (self.all + TRUST)
    }
}

fn class(stated: f64) -> usize {
    ((stated * N_CLASSES as f64) as usize).min(N_CLASSES - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_is_believed_until_it_proves_wrong() {
        let mut calibration = Calibration::default();
        assert!((calibration.likelihood("a", Some(0.37)) - 0.37).abs() < 1e-9);
        for at in 0..300 {
            calibration.learn("a", Some(0.37), at % 3 != 0);
        }
        assert!((calibration.likelihood("a", Some(0.37)) - 0.65).abs() < 0.05);
        assert!(
            (calibration.likelihood("a", Some(0.81)) - 0.81).abs() < 1e-9,
            "other statements are not touched"
        );
    }

    #[test]
    fn what_is_not_stated_is_counted() {
        let mut calibration = Calibration::default();
        assert!(calibration.likelihood("a", None) < 0.5);
        (0..60).for_each(|_| calibration.learn("a", None, false));
        assert!(calibration.likelihood("a", None) < 0.06);
        (0..60).for_each(|_| calibration.learn("a", None, true));
        assert!(0.6 < calibration.likelihood("a", None));
    }

    #[test]
    fn nothing_is_ever_certain() {
        let mut calibration = Calibration::default();
        (0..500).for_each(|_| calibration.learn("a", Some(1.0), true));
        assert!(calibration.likelihood("a", Some(1.0)) <= 0.99);
        assert!(0.01 <= calibration.likelihood("a", Some(0.0)));
    }

    #[test]
    fn a_statement_weighs_as_much_as_eight_answers() {
        let mut calibration = Calibration::default();
        calibration.learn("a", Some(0.81), false);
        let after_one = calibration.likelihood("a", Some(0.81));
        assert!((after_one - 8.0 * 0.81 / 9.0).abs() < 1e-9, "{after_one}");
        let of_another = calibration.likelihood("b", Some(0.81));
        assert!((of_another - after_one).abs() < 1e-9, "the pass has no answers of its own");
        calibration.learn("b", Some(0.81), false);
        let of_both = calibration.likelihood("b", Some(0.81));
        assert!((of_both - 8.0 * of_another / 9.0).abs() < 1e-9, "{of_both}");
    }

    #[test]
    fn each_pass_has_its_own_rates() {
        let mut calibration = Calibration::default();
        for _ in 0..60 {
            calibration.learn("a", None, true);
            calibration.learn("b", None, false);
        }
        let [first, second, other] = ["a", "b", "c"].map(|pass| calibration.likelihood(pass, None));
        assert!(0.75 < first && second < 0.25 && 0.3 < other && other < 0.6, "{first} {second} {other}");
    }
}
