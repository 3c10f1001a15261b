//! Learns which of several ways to make one change succeeds.

/// A way with less than one success in [`TIMES`] is tried at one in [`OCCASIONS`] occasions only.
const TIMES: u32 = 6;
const OCCASIONS: u32 = 8;

/// The success rate of one way.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Worth {
    paid: u32,
    misses: u32,
    passed_over: u32,
}

impl Worth {
    /// Whether it is worth a trial now. If not, counts an occasion.
    pub(super) fn is_worth(&mut self) -> bool {
        if self.misses < TIMES * (self.paid + 1) {
            return true;
        }
        self.passed_over += 1;
        self.passed_over.is_multiple_of(OCCASIONS)
    }

    pub(super) fn learn(&mut self, paid: bool) {
        match paid {
            true => self.paid += 1,
            false => self.misses += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_pays_is_tried_at_each_eighth_occasion() {
        let mut worth = Worth::default();
        for _ in 0..TIMES {
            assert!(worth.is_worth());
            worth.learn(false);
        }
        let tried = (0..2 * OCCASIONS).filter(|_| worth.is_worth()).count();
        assert_eq!(tried, 2);
        worth.learn(true);
        assert!(worth.is_worth(), "it paid");
    }
}
