//! Spearman's rank correlation: C. Spearman, *The Proof and Measurement of Association between Two
//! Things*, 1904.

use super::beta::regularized_beta;
use super::means::mean;
use super::ranks::midranks;

/// A rank correlation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spearman {
    /// The number of pairs.
    pub n: usize,
    /// The coefficient, in [-1, 1].
    pub rho: f64,
    /// The p-value: two-sided, by Student's t with n - 2 degrees of freedom, which is rough below
    /// ten pairs.
    pub p: f64,
}

/// Returns the rank correlation of paired values. `None` with fewer than three pairs, and if one
/// side is constant. O(n log n).
///
/// # Panics
/// When the sides have different lengths.
pub fn spearman(left: &[f64], right: &[f64]) -> Option<Spearman> {
    assert_eq!(left.len(), right.len(), "values come in pairs");
    let n = left.len();
    if n < 3 {
        return None;
    }
    let rho = pearson(&midranks(left), &midranks(right))?;
    let freedom = (n - 2) as f64;
    // P(|T| >= t) is the regularized incomplete beta function at freedom / (freedom + t²), which
    // is 1 - rho².
    let p = regularized_beta(freedom / 2.0, 0.5, (1.0 - rho * rho).clamp(0.0, 1.0));
    Some(Spearman { n, rho, p })
}

fn pearson(left: &[f64], right: &[f64]) -> Option<f64> {
    let (mean_left, mean_right) = (mean(left)?, mean(right)?);
    let (mut product, mut square_left, mut square_right) = (0.0, 0.0, 0.0);
    for (a, b) in left.iter().zip(right) {
        let (a, b) = (a - mean_left, b - mean_right);
        product += a * b;
        square_left += a * a;
        square_right += b * b;
    }
    let scale = (square_left * square_right).sqrt();
    (0.0 < scale).then(|| (product / scale).clamp(-1.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_correlation_agrees_with_the_manual_of_scipy() {
        let found = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5.0, 6.0, 7.0, 8.0, 7.0]).unwrap();
        assert!((found.rho - 0.820_782_681_668_123_3).abs() < 1e-12);
        assert!((found.p - 0.088_587_005_313_543_8).abs() < 1e-12, "{}", found.p);
    }

    #[test]
    fn ties_on_both_sides_agree_with_scipy() {
        let left: Vec<f64> = (0..30).map(|i| f64::from(i * 17 % 23)).collect();
        let right: Vec<f64> = (0..30).map(|i| f64::from(i * 7 % 11)).collect();
        let found = spearman(&left, &right).unwrap();
        assert!((found.rho - 0.061_913_579_834_417_9).abs() < 1e-12);
        assert!((found.p - 0.745_168_108_620_289_3).abs() < 1e-10, "{}", found.p);
    }

    #[test]
    fn what_is_in_the_same_order_is_fully_correlated() {
        let found = spearman(&[1.0, 2.0, 3.0, 4.0], &[10.0, 200.0, 201.0, 1e9]).unwrap();
        assert_eq!((found.rho, found.p), (1.0, 0.0));
        let found = spearman(&[1.0, 2.0, 3.0, 4.0], &[4.0, 3.0, 2.0, 1.0]).unwrap();
        assert_eq!(found.rho, -1.0);
    }

    #[test]
    fn what_is_constant_or_short_has_no_correlation() {
        assert_eq!(spearman(&[1.0, 1.0, 1.0], &[1.0, 2.0, 3.0]), None);
        assert_eq!(spearman(&[1.0, 2.0], &[1.0, 2.0]), None);
    }
}
