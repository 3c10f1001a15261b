//! What the two predictors of answers say: the search alone, and the map that scouts make.

/// A probability by each predictor.
#[derive(Clone, Copy, Debug)]
pub(super) struct Foretold {
    /// As the search states it, calibrated.
    pub(super) stated: f64,
    /// As the map corrects it.
    pub(super) by_map: f64,
}

impl Foretold {
    pub(super) fn both(likelihood: f64) -> Foretold {
        Foretold { stated: likelihood, by_map: likelihood }
    }

    /// Returns the probabilities of an answer; these are those of *interesting*.
    pub(super) fn of(self, is_interesting: bool) -> Foretold {
        match is_interesting {
            true => self,
            false => Foretold { stated: 1.0 - self.stated, by_map: 1.0 - self.by_map },
        }
    }

    /// Whether an answer would tell which predictor is the better one.
    pub(super) fn differ(self) -> bool {
        self.stated.total_cmp(&self.by_map).is_ne()
    }

    pub(super) fn times(self, other: Foretold) -> Foretold {
        Foretold { stated: self.stated * other.stated, by_map: self.by_map * other.by_map }
    }

    pub(super) fn sum(self) -> f64 {
        self.stated + self.by_map
    }
}
