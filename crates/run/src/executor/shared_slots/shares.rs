//! The share of each session in the slots.

/// Returns how many of the slots each session gets. SharedSlots are dealt one by one in rounds, in
/// the order of falling gain.
pub(super) fn shares(n_slots: usize, gains: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..gains.len()).collect();
    order.sort_by(|a, b| gains[*b].total_cmp(&gains[*a]).then(a.cmp(b)));
    let mut shares = vec![0; gains.len()];
    let round = order.into_iter().cycle().take(if gains.is_empty() { 0 } else { n_slots });
    round.for_each(|session| shares[session] += 1);
    shares
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sessions_with_the_largest_gain_come_first() {
        assert_eq!(shares(2, &[1.0, 3.0, 2.0]), [0, 1, 1]);
        assert_eq!(shares(5, &[1.0, 3.0, 2.0]), [1, 2, 2]);
        assert_eq!(shares(4, &[f64::INFINITY]), [4]);
        assert_eq!(shares(1, &[2.0, 2.0]), [1, 0], "the first of equal ones");
        assert!(shares(3, &[]).is_empty());
    }

    #[test]
    fn every_slot_is_in_some_share() {
        for n_slots in 0..9 {
            assert_eq!(shares(n_slots, &[0.5, 0.0, 9.0]).iter().sum::<usize>(), n_slots);
        }
    }
}
