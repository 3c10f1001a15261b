//! Counting the tests of one search on one list.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use dwindle_reduce::{Algorithm, List, ListOptions, Units};

use super::lists::Synthetic;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The number of candidates.
    pub n_attempts: u32,
    /// The number of distinct candidates, which is what the papers count.
    pub n_tests: u32,
    /// The number of elements left.
    pub n_kept: u32,
}

/// Runs a search on a list to its end. Takes microseconds per test.
pub fn count(list: &Synthetic, algorithm: &Algorithm, options: &ListOptions) -> Outcome {
    let property = Needed::new(&list.needed);
    count_with(&list.weights, |left_out| property.survives_without(left_out), algorithm, options)
}

/// Runs a search on a list of weights to its end; `survives` returns whether the list is
/// interesting without some units.
pub fn count_with(
    weights: &[u32],
    survives: impl Fn(&Units) -> bool,
    algorithm: &Algorithm,
    options: &ListOptions,
) -> Outcome {
    let mut search = (algorithm.start)(&List::weighted(weights.iter().copied()), options);
    let mut answers: HashMap<u64, bool, BuildHasherDefault<AlreadyHashed>> = HashMap::default();
    let mut n_attempts = 0;
    let mut left_out = Units::none();
    while let Some(proposal) = search.propose() {
        n_attempts += 1;
        let interesting = *answers.entry(fingerprint(&proposal)).or_insert_with(|| survives(&proposal));
        search.learn(interesting.into());
        if interesting {
            left_out = proposal;
        }
    }
    let n_kept = (weights.len() - left_out.len()) as u32;
    Outcome { n_attempts, n_tests: answers.len() as u32, n_kept }
}

/// Prefix sums of the needed elements, to answer in O(runs).
struct Needed {
    before: Vec<u32>,
}

impl Needed {
    fn new(needed: &[bool]) -> Needed {
        let mut before = vec![0];
        let mut n_needed = 0;
        for needed in needed {
            n_needed += u32::from(*needed);
            before.push(n_needed);
        }
        Needed { before }
    }

    fn survives_without(&self, left_out: &Units) -> bool {
        left_out.runs().iter().all(|run| self.before[run.start as usize] == self.before[run.end as usize])
    }
}

/// Returns a hash of a set of units. With 64 bits, no collision of tens of thousands of sets is
/// expected in millions of lists.
fn fingerprint(units: &Units) -> u64 {
    let folded = |run: &std::ops::Range<u32>| {
        let word = u64::from(run.start) << 32 | u64::from(run.end);
        let product = u128::from(word ^ 0x9e37_79b9_7f4a_7c15) * 0xff51_afd7_ed55_8ccd;
        (product >> 64) as u64 ^ product as u64
    };
    units.runs().iter().map(folded).fold(0, u64::wrapping_add)
}

/// A hasher for keys that are hashes already.
#[derive(Default)]
struct AlreadyHashed(u64);

impl Hasher for AlreadyHashed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            self.0 = chunk.iter().fold(self.0, |hash, byte| hash.rotate_left(8) ^ u64::from(*byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{ALGORITHMS, Minimizer, Order};

    use super::super::lists::Spread;
    use super::*;

    #[test]
    fn every_search_finds_the_minimum_of_every_list() {
        for number in 0..6 {
            let list = Synthetic::generate(1, number, Spread::Cuts);
            for algorithm in ALGORITHMS {
                let outcome = count(&list, algorithm, &ListOptions::default());
                assert_eq!(outcome.n_kept, list.n_needed().max(1), "{} on list {number}", algorithm.name);
                assert!(outcome.n_tests <= outcome.n_attempts);
            }
        }
    }

    #[test]
    fn the_counts_are_those_of_the_library() {
        let options = ListOptions { order: Order::Forward, ..ListOptions::default() };
        for number in 0..3 {
            let list = Synthetic::generate(2, number, Spread::Tokens);
            let units: Vec<usize> = (0..list.weights.len()).collect();
            for algorithm in ALGORITHMS {
                let minimized = Minimizer::new()
                    .algorithm(algorithm)
                    .options(options.clone())
                    .minimize_weighted(
                        &units,
                        |unit| list.weights[*unit],
                        |kept| {
                            let n_needed = kept.iter().filter(|unit| list.needed[**unit]).count();
                            n_needed as u32 == list.n_needed()
                        },
                    )
                    .unwrap();
                let outcome = count(&list, algorithm, &options);
                // The library also tests the whole list first.
                assert_eq!(u64::from(outcome.n_tests) + 1, minimized.tests, "{}", algorithm.name);
                assert_eq!(u64::from(outcome.n_attempts) + 1, minimized.attempts, "{}", algorithm.name);
                assert_eq!(outcome.n_kept as usize, minimized.kept.len());
            }
        }
    }
}
