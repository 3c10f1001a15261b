//! How many slots each session gets.

/// Returns the share of each session in so many slots. One goes to each, those with the largest
/// gain first; what is left over goes round again.
pub(super) fn shares(n_slots: usize, gains: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..gains.len()).collect();
    order.sort_by(|a, b| gains[*b].total_cmp(&gains[*a]).then(a.cmp(b)));
    let mut shares = vec![0; gains.len()];
    let round = order.into_iter().cycle().take(if gains.is_empty() { 0 } else { n_slots });
    round.for_each(|member| shares[member] += 1);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_gain_most_come_first() {
        assert_eq!(shares(2, &[1.0, 3.0, 2.0]), [0, 1, 1]);
        assert_eq!(shares(5, &[1.0, 3.0, 2.0]), [1, 2, 2]);
        assert_eq!(shares(4, &[f64::INFINITY]), [4]);
        assert_eq!(shares(1, &[2.0, 2.0]), [1, 0], "of equal ones the first");
        assert!(shares(3, &[]).is_empty());
    }

    #[test]
    fn every_slot_is_given_to_somebody() {
        for n_slots in 0..9 {
            assert_eq!(shares(n_slots, &[0.5, 0.0, 9.0]).iter().sum::<usize>(), n_slots);
        }
    }
}
