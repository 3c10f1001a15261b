//! The arithmetic of expected gains: the best number of units to leave out at once, and when two
//! gains are equal.

/// Gains that differ by less than this, relatively, are equal.
const EPSILON: f64 = 1e-9;

/// Which of two numbers of units is better when the expected gains are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EqualGains {
    /// The larger, as in ProbDD and CDD.
    Larger,
    /// The smaller, as in W_ProbDD.
    Smaller,
}

/// Returns the best number of units to leave out at once if each is needed with probability `p`:
/// the `s` that maximizes the expected gain `s·(1-p)^s`; at least 1. O(1).
///
/// With p = 1/4, leaving out 3 or 4 units is expected to gain the same. More generally, if `m`
/// units with smaller probabilities are left out, leaving out one more with probability `p`
/// increases the gain exactly if `m` is smaller than the returned number.
pub(super) fn best_size(p: f64, equal: EqualGains) -> u32 {
    if p <= EPSILON {
        return u32::MAX;
    }
    let free = (1.0 - p).max(0.0);
    match equal {
        // (m + 1)·(1 - p) ≥ m·(1 - ε)  ⇔  m·(p - ε) ≤ 1 - p
        EqualGains::Larger => (free / (p - EPSILON)).floor() as u32 + 1,
        // (m + 1)·(1 - p) > m·(1 + ε)  ⇔  m·(p + ε) < 1 - p
        EqualGains::Smaller => ((free / (p + EPSILON)).ceil() as u32).max(1),
    }
}

/// Whether two probabilities are equal except for rounding.
pub(super) fn same(p: f64, q: f64) -> bool {
    (p - q).abs() <= EPSILON * p.max(q)
}

/// Whether a gain is greater than another by more than rounding.
pub(super) fn exceeds(gain: f64, other: f64) -> bool {
    other * (1.0 + EPSILON) < gain
}

/// Clamps the probability that a unit is needed to the open interval (0, 1), which the models
/// require.
pub(super) fn undecided(p: f64) -> f64 {
    const LEAST: f64 = 1e-12;
    const MOST: f64 = 1.0 - 1e-9;
    if p.is_nan() { MOST } else { p.clamp(LEAST, MOST) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_size_is_one_with_the_greatest_gain() {
        for p in (1..1000).map(|p| f64::from(p) / 1000.0) {
            let gain = |s: u32| f64::from(s) * (1.0 - p).powi(s as i32);
            let greatest = (1..=2000).map(gain).fold(0.0, f64::max);
            let mut best = (1..=2000).filter(|&s| greatest * (1.0 - 1e-9) <= gain(s));
            assert_eq!(best.next(), Some(best_size(p, EqualGains::Smaller)), "p = {p}");
            let larger = best.next_back().unwrap_or(best_size(p, EqualGains::Smaller));
            assert_eq!(larger, best_size(p, EqualGains::Larger), "p = {p}");
        }
    }

    #[test]
    fn extreme_probabilities_have_a_best_size() {
        for equal in [EqualGains::Larger, EqualGains::Smaller] {
            assert_eq!(best_size(1.0, equal), 1);
            assert_eq!(best_size(7.0, equal), 1);
            assert_eq!(best_size(0.0, equal), u32::MAX);
        }
        assert!(0.0 < undecided(-1.0) && undecided(2.0) < 1.0 && undecided(f64::NAN) < 1.0);
    }
}
