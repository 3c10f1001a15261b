//! Wilcoxon's signed-rank test: F. Wilcoxon, *Individual Comparisons by Ranking Methods*, 1945.

use libm::erfc;

use super::ranks::{midranks, tie_term};

/// The largest number of differences for which the exact distribution is used; above it, the normal
/// approximation is accurate to three digits.
const MOST_EXACT: usize = 50;

/// The alternative to the hypothesis that the differences are centred at zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alternative {
    /// The centre is not zero.
    #[default]
    TwoSided,
    /// The centre is positive.
    Greater,
    /// The centre is negative.
    Less,
}

/// How pairs without a difference are treated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zeros {
    /// They are left out, as Wilcoxon does.
    #[default]
    LeftOut,
    /// They are ranked with the others and left out after that (Pratt 1959).
    Ranked,
}

/// The distribution of a p-value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// All 2ⁿ assignments of signs to the actual ranks, including ties.
    Exact,
    /// From the normal distribution, the variance corrected for ties; not corrected for continuity.
    Normal,
}

/// The result of the test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wilcoxon {
    /// Differences that are not zero.
    pub n: usize,
    /// The sum of the ranks of positive differences.
    pub positive: f64,
    /// The sum of the ranks of negative differences.
    pub negative: f64,
    /// The p-value.
    pub p: f64,
    /// The distribution that `p` is computed from.
    pub distribution: Distribution,
}

/// Tests whether paired differences are centred at zero: exactly for up to fifty, by the normal
/// approximation for more.
///
/// The exact p-value holds for the ranks as they are, with ties and, by [`Zeros::Ranked`], with
/// gaps. `None` when there is no difference at all. O(n³) for small samples, O(n log n) for large
/// ones.
pub fn wilcoxon(differences: &[f64], alternative: Alternative, zeros: Zeros) -> Option<Wilcoxon> {
    let kept: Vec<f64> = differences
        .iter()
        .copied()
        .filter(|difference| zeros == Zeros::Ranked || *difference != 0.0)
        .collect();
    let sizes: Vec<f64> = kept.iter().map(|difference| difference.abs()).collect();
    let ranked: Vec<(f64, f64)> =
        kept.iter().copied().zip(midranks(&sizes)).filter(|(difference, _)| *difference != 0.0).collect();
    if ranked.is_empty() {
        return None;
    }
    let sum = |wanted: fn(f64) -> bool| {
        ranked.iter().filter(|(difference, _)| wanted(*difference)).map(|(_, rank)| rank).sum::<f64>()
    };
    let (positive, negative) = (sum(|difference| 0.0 < difference), sum(|difference| difference < 0.0));
    let ranks: Vec<f64> = ranked.iter().map(|(_, rank)| *rank).collect();
    let (below, above, distribution) = if ranks.len() <= MOST_EXACT {
        let tails = exact_tails(&ranks, positive);
        (tails.0, tails.1, Distribution::Exact)
    } else {
        let z = (positive - negative) / 2.0 / variance(&ranks, &sizes).sqrt();
        (normal_below(z), normal_below(-z), Distribution::Normal)
    };
    let p = match alternative {
        Alternative::TwoSided => (2.0 * below.min(above)).min(1.0),
        Alternative::Greater => above,
        Alternative::Less => below,
    };
    Some(Wilcoxon { n: ranks.len(), positive, negative, p, distribution })
}

/// Returns the probabilities that the sum of positive ranks is at most, and at least, `positive`,
/// if each sign is a fair coin.
fn exact_tails(ranks: &[f64], positive: f64) -> (f64, f64) {
    // Midranks are multiples of one half: twice the rank is an integer.
    let doubled: Vec<usize> = ranks.iter().map(|rank| (2.0 * rank).round() as usize).collect();
    let mut likelihood = vec![0.0; doubled.iter().sum::<usize>() + 1];
    likelihood[0] = 1.0;
    let mut most = 0;
    for rank in doubled {
        most += rank;
        for sum in (0..=most).rev() {
            let with = if rank <= sum { likelihood[sum - rank] } else { 0.0 };
            likelihood[sum] = (likelihood[sum] + with) / 2.0;
        }
    }
    let at = (2.0 * positive).round() as usize;
    (likelihood[..=at].iter().sum(), likelihood[at..].iter().sum())
}

/// Returns the variance of the sum of positive ranks. `sizes` are all ranked values.
fn variance(ranks: &[f64], sizes: &[f64]) -> f64 {
    let (n_all, n_zeros) = (sizes.len() as f64, (sizes.len() - ranks.len()) as f64);
    let nonzero: Vec<f64> = sizes.iter().copied().filter(|size| *size != 0.0).collect();
    let of_n = |n: f64| n * (n + 1.0) * (2.0 * n + 1.0) / 24.0;
    of_n(n_all) - of_n(n_zeros) - tie_term(&nonzero) / 48.0
}

fn normal_below(z: f64) -> f64 {
    erfc(-z / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Differences in height between crossed and self-fertilized plants (Darwin 1876): the example
    /// in the manual of scipy.stats.wilcoxon.
    const PLANTS: [f64; 15] =
        [6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0];
    const TIED: [f64; 11] = [1.0, 1.0, -1.0, 2.0, 3.0, -3.0, 4.0, 5.0, 6.0, 0.0, 0.0];

    fn p(differences: &[f64], alternative: Alternative, zeros: Zeros) -> f64 {
        wilcoxon(differences, alternative, zeros).unwrap().p
    }

    fn many() -> Vec<f64> {
        (0..80).map(|i| f64::from(i * 37 % 101 - 40 + i % 3)).collect()
    }

    #[test]
    fn the_exact_test_agrees_with_the_manual_of_scipy() {
        let test = wilcoxon(&PLANTS, Alternative::TwoSided, Zeros::LeftOut).unwrap();
        assert_eq!((test.n, test.positive, test.negative), (15, 96.0, 24.0));
        assert_eq!(test.distribution, Distribution::Exact);
        assert_eq!(test.p, 0.041_259_765_625);
        assert_eq!(p(&PLANTS, Alternative::Greater, Zeros::LeftOut), 0.020_629_882_812_5);
        assert_eq!(p(&PLANTS, Alternative::Less, Zeros::LeftOut), 0.982_330_322_265_625);
    }

    #[test]
    fn ties_and_zeros_are_exact_too() {
        // scipy.stats.wilcoxon(method=PermutationMethod()), which tries all signs.
        let test = wilcoxon(&TIED, Alternative::TwoSided, Zeros::LeftOut).unwrap();
        assert_eq!((test.n, test.positive, test.negative, test.p), (9, 37.5, 7.5, 0.082_031_25));
        assert_eq!(p(&TIED, Alternative::Greater, Zeros::LeftOut), 0.041_015_625);
        let test = wilcoxon(&TIED, Alternative::TwoSided, Zeros::Ranked).unwrap();
        assert_eq!((test.n, test.negative, test.p), (9, 11.5, 0.085_937_5));
    }

    #[test]
    fn large_samples_agree_with_the_approximation_of_scipy() {
        // scipy.stats.wilcoxon(method="asymptotic")
        let test = wilcoxon(&many(), Alternative::TwoSided, Zeros::LeftOut).unwrap();
        assert_eq!((test.negative, test.distribution), (963.0, Distribution::Normal));
        assert!((test.p - 0.002_566_037_873_140_978).abs() < 1e-12, "{}", test.p);
        assert!((p(&many(), Alternative::Less, Zeros::LeftOut) - 0.998_716_981_063_429_5).abs() < 1e-12);
    }

    #[test]
    fn the_approximation_of_tied_ranks_with_zeros_agrees_with_scipy() {
        // scipy.stats.wilcoxon(method="asymptotic"), both ways to treat zeros.
        for (zeros, expected) in
            [(Zeros::LeftOut, 0.074_278_779_448_168_85), (Zeros::Ranked, 0.073_206_085_920_478_59)]
        {
            let sizes: Vec<f64> =
                TIED.iter().map(|d| d.abs()).filter(|d| zeros == Zeros::Ranked || *d != 0.0).collect();
            let test = wilcoxon(&TIED, Alternative::TwoSided, zeros).unwrap();
            let ranks = vec![0.0; test.n];
            let z = (test.positive - test.negative) / 2.0 / variance(&ranks, &sizes).sqrt();
            let p = 2.0 * normal_below(-z.abs());
            assert!((p - expected).abs() < 1e-12, "{p} {expected}");
        }
    }

    #[test]
    fn both_distributions_agree_where_they_meet() {
        let differences: Vec<f64> = (1..=50).map(|i| f64::from(if i % 3 == 0 { -i } else { i })).collect();
        let test = wilcoxon(&differences, Alternative::TwoSided, Zeros::LeftOut).unwrap();
        let ranks: Vec<f64> = (1..=50).map(f64::from).collect();
        let z = (test.positive - test.negative) / 2.0 / variance(&ranks, &ranks).sqrt();
        assert_eq!(test.distribution, Distribution::Exact);
        assert!((test.p - 2.0 * normal_below(-z)).abs() < 2e-3);
    }

    #[test]
    fn no_difference_is_no_test() {
        assert_eq!(wilcoxon(&[0.0, 0.0], Alternative::TwoSided, Zeros::LeftOut), None);
        assert_eq!(wilcoxon(&[], Alternative::TwoSided, Zeros::Ranked), None);
    }

    #[test]
    fn one_difference_proves_nothing() {
        assert_eq!(p(&[5.0], Alternative::TwoSided, Zeros::LeftOut), 1.0);
        assert_eq!(p(&[5.0], Alternative::Greater, Zeros::LeftOut), 0.5);
    }
}
