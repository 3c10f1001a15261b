//! The median and other quantiles.

/// Returns the quantile of a fraction in [0, 1], linear between the two values next to it (type 7
/// of Hyndman and Fan 1996, the default of NumPy and R); `None` if there are no values. O(n log n).
///
/// # Panics
/// When the fraction lies outside of [0, 1].
pub fn quantile(values: &[f64], fraction: f64) -> Option<f64> {
    assert!((0.0..=1.0).contains(&fraction), "a quantile is asked for by a fraction");
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let position = fraction * last as f64;
    let (below, above) = (position.floor() as usize, position.ceil() as usize);
    let share = position - position.floor();
    Some(sorted[below] * (1.0 - share) + sorted[above] * share)
}

/// Returns the median; `None` if there are no values.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_numpy() {
        let of = |values: &[f64], fractions: [f64; 3]| {
            fractions.map(|fraction| (quantile(values, fraction).unwrap() * 1e9).round() / 1e9)
        };
        assert_eq!(of(&[1.0, 2.0, 3.0, 4.0, 10.0], [0.25, 0.5, 0.9]), [2.0, 3.0, 7.6]);
        assert_eq!(of(&[3.0, 1.0, 2.0, 7.0], [0.25, 0.5, 0.75]), [1.75, 2.5, 4.0]);
        assert_eq!(of(&[5.0], [0.0, 0.5, 1.0]), [5.0, 5.0, 5.0]);
    }

    #[test]
    fn nothing_has_no_median() {
        assert_eq!(median(&[]), None);
    }
}
