//! The information bound: how few tests are possible.

use libm::lgamma;

/// Returns log₂ of the number of ways to choose `k` of `n`. Finding the needed elements takes at
/// least this many yes/no answers on average over all choices, even if `k` is known.
///
/// # Panics
/// When `k` is larger than `n`.
pub fn log2_choose(n: u32, k: u32) -> f64 {
    assert!(k <= n, "{k} of {n} cannot be chosen");
    let ln_factorial = |n: u32| lgamma(f64::from(n) + 1.0);
    ((ln_factorial(n) - ln_factorial(k) - ln_factorial(n - k)) / std::f64::consts::LN_2).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_counted_in_bits() {
        assert_eq!(log2_choose(10, 0), 0.0);
        assert!((log2_choose(4, 2) - 6f64.log2()).abs() < 1e-9);
        assert!((log2_choose(256, 1) - 8.0).abs() < 1e-9);
        // C(1000, 5) is 8,250,291,250,200.
        assert!((log2_choose(1000, 5) - 8_250_291_250_200f64.log2()).abs() < 1e-6);
    }
}
