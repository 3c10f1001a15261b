//! The choice between units with equal probabilities.

use std::collections::BTreeSet;
use std::sync::Arc;

use rand::RngExt;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::list::Positions;
use crate::units::Units;

/// How ties between units that are needed with equal probability are broken.
#[derive(Clone, Debug)]
pub enum Ties {
    /// The first units of the list are taken: `ProbDD-no-random` of the CDD paper.
    Index,
    /// Each selection takes random units, as in the paper; the same ones for the same seed. The
    /// selected units are soon as many runs as units, so ties by index are better for long lists.
    Seeded(u64),
    /// Each selection takes the first units in its permutation of the list; the last permutation
    /// holds for all later selections, too. It reproduces the examples of papers.
    Script(Arc<[Vec<u32>]>),
}

impl Ties {
    /// Chooses `n_wanted` of the units for the selection with the given number, in
    /// O(n_wanted · log + runs) but for scripts.
    pub(super) fn choose(&self, units: &Units, n_wanted: u32, selection_idx: u64) -> Units {
        let positions = Positions::of(units);
        match self {
            Ties::Index => positions.units(0..n_wanted),
            Ties::Seeded(seed) => {
                let mut rng = ChaCha8Rng::seed_from_u64(*seed);
                rng.set_stream(selection_idx);
                sample(&mut rng, positions.len(), n_wanted).into_iter().map(|at| positions.unit(at)).collect()
            }
            Ties::Script(script) => {
                let last = script.len().saturating_sub(1);
                let permutation =
                    script.get(usize::try_from(selection_idx).map_or(last, |idx| idx.min(last)));
                let listed = permutation.into_iter().flatten().copied();
                listed.filter(|&unit| units.contains(unit)).take(n_wanted as usize).collect()
            }
        }
    }
}

/// Draws `n_wanted` different numbers below `n` (R. Floyd's method).
fn sample(rng: &mut ChaCha8Rng, n: u32, n_wanted: u32) -> BTreeSet<u32> {
    let mut drawn = BTreeSet::new();
    for last in n - n_wanted..n {
        if !drawn.insert(rng.random_range(0..=last)) {
            drawn.insert(last);
        }
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_each_selection_its_own_choice_of_the_right_size() {
        let units = Units::from_ranges([3..50, 60..100]);
        let choices: BTreeSet<Vec<u32>> =
            (0..20).map(|idx| Ties::Seeded(7).choose(&units, 10, idx).iter().collect()).collect();
        assert!(15 < choices.len());
        for choice in choices {
            assert_eq!(choice.len(), 10);
            assert!(choice.iter().all(|&unit| units.contains(unit)));
        }
        let again = || Ties::Seeded(7).choose(&units, 10, 3);
        assert_eq!(again(), again());
    }

    #[test]
    fn a_script_is_read_selection_by_selection_and_its_last_line_stays() {
        let ties = Ties::Script(Arc::from([vec![4, 3, 2, 1, 0], vec![2, 0, 1, 3, 4]]));
        let units = Units::from_ranges([0..2, 3..5]);
        assert_eq!(ties.choose(&units, 2, 0), Units::range(3..5));
        assert_eq!(ties.choose(&units, 2, 1), Units::range(0..2));
        assert_eq!(ties.choose(&units, 3, 9), [0, 1, 3].into_iter().collect());
    }
}
