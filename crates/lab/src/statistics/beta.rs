//! The regularized incomplete beta function, used for the tails of Student's t-distribution.

use libm::lgamma;

/// The relative precision of the continued fraction.
const PRECISION: f64 = 1e-15;

/// More terms are never needed for parameters below a million.
const MOST_TERMS: u32 = 10_000;

/// Returns I_x(a, b): the cumulative distribution function of a beta distribution at `x`. Relative
/// precision about 1e-12.
///
/// By the continued fraction of the *Handbook of Mathematical Functions*, 26.5.8, evaluated by
/// Lentz's method.
///
/// # Panics
/// When `x` lies outside of [0, 1].
pub fn regularized_beta(a: f64, b: f64, x: f64) -> f64 {
    assert!((0.0..=1.0).contains(&x), "a share is asked for at a point in [0, 1]");
    if x == 0.0 || x == 1.0 {
        return x;
    }
    // On this side of the mean, the fraction converges fast for the complement.
    if (a + 1.0) / (a + b + 2.0) < x {
        return 1.0 - regularized_beta(b, a, 1.0 - x);
    }
    let front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * x.ln() + b * (1.0 - x).ln();
    front.exp() / a / fraction(a, b, x)
}

/// Returns 1 + d₁/(1 + d₂/(1 + …)).
fn fraction(a: f64, b: f64, x: f64) -> f64 {
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut value, mut above, mut below) = (1.0, 1.0, 0.0);
    for term in 1..=MOST_TERMS {
        let m = f64::from(term / 2);
        let numerator = if term % 2 == 0 {
            m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m))
        } else {
            -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0))
        };
        below = 1.0 / away_from_zero(1.0 + numerator * below);
        above = away_from_zero(1.0 + numerator / above);
        value *= above * below;
        if (above * below - 1.0).abs() < PRECISION {
            break;
        }
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn simple_shares_are_known() {
        assert_eq!(regularized_beta(2.0, 3.0, 0.0), 0.0);
        assert_eq!(regularized_beta(2.0, 3.0, 1.0), 1.0);
        for x in [0.1, 0.35, 0.9] {
            assert!((regularized_beta(1.0, 1.0, x) - x).abs() < 1e-14);
            assert!((regularized_beta(4.0, 1.0, x) - f64::powi(x, 4)).abs() < 1e-14);
            let arcsine = 2.0 / std::f64::consts::PI * x.sqrt().asin();
            assert!((regularized_beta(0.5, 0.5, x) - arcsine).abs() < 1e-13);
        }
    }

    #[test]
    fn both_sides_make_a_whole() {
        for (a, b, x) in [(0.5, 30.0, 0.02), (700.0, 0.5, 0.99), (14.0, 0.5, 0.5)] {
            let sum = regularized_beta(a, b, x) + regularized_beta(b, a, 1.0 - x);
            assert!((sum - 1.0).abs() < 1e-12, "{a} {b} {x}");
        }
    }
}
