//! Means.

/// Returns the arithmetic mean; `None` if there are no values.
pub fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

/// Returns the geometric mean, for averaging ratios. `None` if there are no values, or one is not
/// positive.
pub fn geometric_mean(values: &[f64]) -> Option<f64> {
    let logarithms: Vec<f64> = values.iter().map(|value| value.ln()).collect();
    let positive = values.iter().all(|value| 0.0 < *value);
    mean(&logarithms).filter(|_| positive).map(f64::exp)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_that_cancel_out_have_the_geometric_mean_one() {
        assert!((geometric_mean(&[2.0, 0.5]).unwrap() - 1.0).abs() < 1e-15);
        assert!((geometric_mean(&[1.0, 4.0]).unwrap() - 2.0).abs() < 1e-15);
    }

    #[test]
    fn the_geometric_mean_is_that_of_scipy() {
        // The example in the manual of scipy.stats.gmean.
        let values = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        assert!((geometric_mean(&values).unwrap() - 3.380_015_159_141_296_4).abs() < 1e-12);
    }

    #[test]
    fn means_of_nothing_and_geometric_means_of_zero_do_not_exist() {
        assert_eq!(mean(&[]), None);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
        assert_eq!(geometric_mean(&[1.0, -1.0]), None);
    }
}
