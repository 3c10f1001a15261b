//! How likely a token is needed.

/// Which share of the tokens counts as cleared before anything was tested.
const PRIOR_SHARE: f64 = 0.5;
/// How likely a token is needed.
#[derive(Clone, Copy)]
pub(super) struct Estimate {
    pub(super) found: f64,
    pub(super) cleared: f64,
    prior: f64,
}

impl Estimate {
    pub(super) fn new(n_alive: u32) -> Estimate {
        Estimate { found: 0.0, cleared: 0.0, prior: (PRIOR_SHARE * f64::from(n_alive)).max(2.0) }
    }

    /// Returns the probability that none of `n_tokens` is needed.
    pub(super) fn free(self, n_tokens: f64) -> f64 {
        let needed = (self.found + 1.0) / (self.found + self.cleared + self.prior);
        (1.0 - needed.min(0.99)).powf(n_tokens)
    }
}
