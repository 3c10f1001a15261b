//! Synthetic lists.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

/// How the tokens of a list are distributed over its elements.
///
/// The paper says "randomly", for instance 1, 3, 2 and 4 tokens, and its results depend on it: the
/// more uneven the weights, the more W_ddmin saves. `Shares` comes closest to the paper's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// By cutting the tokens into pieces; every set of cuts is equally likely.
    Cuts,
    /// Each element has one token; each other token goes to a random element.
    Tokens,
    /// Each element draws a share between 0 and 1, and has one token plus its share of the others.
    #[default]
    Shares,
}

impl Spread {
    /// Describes the distribution in words.
    pub fn words(self) -> &'static str {
        match self {
            Spread::Cuts => "by random cuts",
            Spread::Tokens => "each to a random element",
            Spread::Shares => "by random shares",
        }
    }
}

/// A list whose minimum is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Synthetic {
    /// The tokens of each element, at least 1.
    pub weights: Vec<u32>,
    /// Whether each element must remain.
    pub needed: Vec<bool>,
}

impl Synthetic {
    /// Generates the list with this number in the collection of a seed. It is the same on every
    /// machine, and independent of other lists.
    pub fn generate(seed: u64, number: u64, spread: Spread) -> Synthetic {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        random.set_stream(number);
        let n_units: u32 = random.random_range(2..=1000);
        let n_tokens: u32 = random.random_range(n_units..=10 * n_units);
        let weights = match spread {
            Spread::Cuts => cuts(&mut random, n_units, n_tokens),
            Spread::Tokens => tokens(&mut random, n_units, n_tokens),
            Spread::Shares => shares(&mut random, n_units, n_tokens),
        };
        let removable: f64 = random.random();
        let needed = weights
            .iter()
            .map(|weight| {
                let probability = removable.powi(i32::try_from(*weight).unwrap_or(i32::MAX));
                probability <= random.random::<f64>()
            })
            .collect();
        Synthetic { weights, needed }
    }

    /// Returns the number of elements.
    pub fn n_units(&self) -> u32 {
        self.weights.len() as u32
    }

    /// Returns the number of elements that must remain.
    pub fn n_needed(&self) -> u32 {
        self.needed.iter().filter(|needed| **needed).count() as u32
    }
}

/// Chooses cut points without repetition, by Floyd's method.
fn cuts(random: &mut impl Rng, n_units: u32, n_tokens: u32) -> Vec<u32> {
    let mut places = std::collections::BTreeSet::new();
    for upper in n_tokens - n_units + 1..n_tokens {
        let place = random.random_range(1..=upper);
        if !places.insert(place) {
            places.insert(upper);
        }
    }
    let mut before = 0;
    let ends = places.into_iter().chain([n_tokens]);
    ends.map(|end| end - std::mem::replace(&mut before, end)).collect()
}

fn tokens(random: &mut impl Rng, n_units: u32, n_tokens: u32) -> Vec<u32> {
    let mut weights = vec![1; n_units as usize];
    for _ in n_units..n_tokens {
        weights[random.random_range(0..n_units) as usize] += 1;
    }
    weights
}

/// Rounds running sums, so that the tokens add up.
fn shares(random: &mut impl Rng, n_units: u32, n_tokens: u32) -> Vec<u32> {
    let drawn: Vec<f64> = (0..n_units).map(|_| random.random()).collect();
    let scale = f64::from(n_tokens - n_units) / drawn.iter().sum::<f64>();
    let (mut sum, mut before) = (0.0, 0);
    let mut weights: Vec<u32> = Vec::with_capacity(drawn.len());
    for share in drawn {
        sum += share * scale;
        let until = sum.round() as u32;
        weights.push(1 + until - before);
        before = until;
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    fn many(spread: Spread) -> impl Iterator<Item = Synthetic> {
        (0..300).map(move |number| Synthetic::generate(1, number, spread))
    }

    #[test]
    fn lists_are_within_the_bounds_of_the_paper() {
        for list in [Spread::Cuts, Spread::Tokens, Spread::Shares].into_iter().flat_map(many) {
            let n_units = list.n_units();
            assert!((2..=1000).contains(&n_units));
            let total: u32 = list.weights.iter().sum();
            assert!((n_units..=10 * n_units).contains(&total));
            assert!(list.weights.iter().all(|weight| 1 <= *weight));
            assert_eq!(list.needed.len(), list.weights.len());
        }
    }

    #[test]
    fn heavy_elements_are_needed_more_often() {
        for spread in [Spread::Cuts, Spread::Tokens, Spread::Shares] {
            let (mut light, mut heavy) = ([0u32; 2], [0u32; 2]);
            for list in many(spread) {
                let mean = list.weights.iter().sum::<u32>() / list.n_units();
                for (weight, needed) in list.weights.iter().zip(&list.needed) {
                    let side = if *weight <= mean { &mut light } else { &mut heavy };
                    side[usize::from(*needed)] += 1;
                }
            }
            let rate = |[gone, kept]: [u32; 2]| f64::from(kept) / f64::from(gone + kept);
            assert!(rate(light) + 0.1 < rate(heavy), "{light:?} {heavy:?}");
        }
    }

    #[test]
    fn a_list_depends_on_its_seed_and_number_alone() {
        let list = Synthetic::generate(7, 3, Spread::Cuts);
        assert_eq!(list, Synthetic::generate(7, 3, Spread::Cuts));
        assert_ne!(list, Synthetic::generate(7, 4, Spread::Cuts));
        assert_ne!(list, Synthetic::generate(8, 3, Spread::Cuts));
    }

    #[test]
    fn cuts_make_uneven_pieces() {
        let variance = |spread| {
            let squares = many(spread).map(|list: Synthetic| {
                let mean = f64::from(list.weights.iter().sum::<u32>()) / f64::from(list.n_units());
                list.weights.iter().map(|weight| (f64::from(*weight) - mean).powi(2)).sum::<f64>()
            });
            squares.sum::<f64>()
        };
        assert!(2.0 * variance(Spread::Tokens) < variance(Spread::Cuts));
    }
}
