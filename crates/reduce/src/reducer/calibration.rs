//! Calibration of the likelihoods that searches state, by the answers that came.

/// Maps the likelihoods that searches state to how often such candidates were interesting lately.
///
/// A search may order its candidates well by likelihood and still state wrong figures: ProbDD
/// assumes for long that each unit is needed with probability `p0`. Look-ahead depends on the
/// figures themselves. Searches that state nothing have a figure of their own.
pub(super) struct Calibration {
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

impl Default for Calibration {
    fn default() -> Calibration {
        Calibration { stated: [Tally::default(); N_CLASSES], unstated: Tally::default() }
    }
}

impl Calibration {
    /// Learns the answer to a candidate for which a search stated this.
    pub(super) fn learn(&mut self, stated: Option<f64>, interesting: bool) {
        let tally = match stated {
            Some(stated) => &mut self.stated[class(stated)],
            None => &mut self.unstated,
        };
        tally.interesting = tally.interesting * DECAY + f64::from(u8::from(interesting));
        tally.all = tally.all * DECAY + 1.0;
    }

    /// Returns the calibrated likelihood of a candidate for which a search states this.
    pub(super) fn likelihood(&self, stated: Option<f64>) -> f64 {
        let (tally, expected) = match stated {
            Some(stated) => (self.stated[class(stated)], stated),
            None => (self.unstated, UNSTATED),
        };
        ((tally.interesting + TRUST * expected) / (tally.all + TRUST)).clamp(0.01, 0.99)
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
        assert!((calibration.likelihood(Some(0.37)) - 0.37).abs() < 1e-9);
        for at in 0..300 {
            calibration.learn(Some(0.37), at % 3 != 0);
        }
        assert!((calibration.likelihood(Some(0.37)) - 0.65).abs() < 0.05);
        assert!((calibration.likelihood(Some(0.81)) - 0.81).abs() < 1e-9, "other statements are not touched");
    }

    #[test]
    fn what_is_not_stated_is_counted() {
        let mut calibration = Calibration::default();
        assert!(calibration.likelihood(None) < 0.5);
        (0..60).for_each(|_| calibration.learn(None, false));
        assert!(calibration.likelihood(None) < 0.06);
        (0..60).for_each(|_| calibration.learn(None, true));
        assert!(0.6 < calibration.likelihood(None));
    }

    #[test]
    fn nothing_is_ever_certain() {
        let mut calibration = Calibration::default();
        (0..500).for_each(|_| calibration.learn(Some(1.0), true));
        assert!(calibration.likelihood(Some(1.0)) <= 0.99);
        assert!(0.01 <= calibration.likelihood(Some(0.0)));
    }

    #[test]
    fn a_statement_weighs_as_much_as_eight_answers() {
        let mut calibration = Calibration::default();
        calibration.learn(Some(0.81), false);
        let after_one = calibration.likelihood(Some(0.81));
        assert!((after_one - 8.0 * 0.81 / 9.0).abs() < 1e-9, "{after_one}");
    }
}
