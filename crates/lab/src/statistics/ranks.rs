//! Ranks.

/// Returns the rank of each value, from 1; equal values share the mean of their ranks. O(n log n).
pub fn midranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut ranks = vec![0.0; values.len()];
    let mut n_before = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        // The mean of n_before + 1 ..= n_before + len.
        let rank = n_before as f64 + (group.len() + 1) as f64 / 2.0;
        for &at in group {
            ranks[at] = rank;
        }
        n_before += group.len();
    }
    ranks
}

/// Returns Σ(t³ - t) over the groups of t equal values: the correction for ties in the variance of
/// rank statistics.
pub(super) fn tie_term(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let cubes = sorted.chunk_by(|a, b| a == b).map(|group| {
        let n_equal = group.len() as f64;
        n_equal.powi(3) - n_equal
    });
    cubes.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_share_the_mean_of_their_ranks() {
        assert_eq!(midranks(&[30.0, 10.0, 20.0, 20.0]), [4.0, 1.0, 2.5, 2.5]);
        assert_eq!(midranks(&[7.0, 7.0, 7.0]), [2.0, 2.0, 2.0]);
        assert_eq!(midranks(&[]), Vec::<f64>::new());
    }

    #[test]
    fn ties_are_counted_in_cubes() {
        assert_eq!(tie_term(&[1.0, 2.0, 3.0]), 0.0);
        assert_eq!(tie_term(&[1.0, 2.0, 1.0, 2.0, 2.0]), 6.0 + 24.0);
    }
}
