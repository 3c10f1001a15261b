//! All searches on all lists.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use dwindle_reduce::{ALGORITHMS, ListOptions, Order};

use super::bound::log2_choose;
use super::count::{Outcome, count};
use super::lists::{Spread, Synthetic};

/// Options of a study.
#[derive(Clone, Debug)]
pub struct StudyOptions {
    /// How many lists there are.
    pub n_lists: u64,
    /// The seed of the collection of lists.
    pub seed: u64,
    /// How tokens are distributed over elements.
    pub spread: Spread,
    /// The end of the list at which searches start.
    pub order: Order,
    /// The number of threads; the results do not depend on it.
    pub n_threads: NonZeroUsize,
}

/// The results of the searches on each list, in the order of the lists.
#[derive(Clone, Debug, PartialEq)]
pub struct Study {
    /// log₂ of the number of possible results, per list.
    pub bounds: Vec<f64>,
    /// The outcomes per list, in the order of [`ALGORITHMS`].
    pub outcomes: Vec<Vec<Outcome>>,
}

/// Runs every search on every list.
pub fn study(options: &StudyOptions) -> Study {
    let next = AtomicU64::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if options.n_lists <= number {
                return done;
            }
            done.push((number, one(options, number)));
        }
    };
    let mut all = thread::scope(|scope| {
        let workers: Vec<_> = (0..options.n_threads.get()).map(|_| scope.spawn(work)).collect();
        let joined = workers.into_iter().map(|worker| worker.join().expect("a search does not panic"));
        joined.flatten().collect::<Vec<_>>()
    });
    all.sort_unstable_by_key(|(number, _)| *number);
    let (bounds, outcomes) = all.into_iter().map(|(_, found)| found).unzip();
    Study { bounds, outcomes }
}

fn one(options: &StudyOptions, number: u64) -> (f64, Vec<Outcome>) {
    let list = Synthetic::generate(options.seed, number, options.spread);
    let list_options =
        ListOptions { order: options.order, seed: Some(options.seed), ..ListOptions::default() };
    let outcomes = ALGORITHMS.iter().map(|algorithm| count(&list, algorithm, &list_options)).collect();
    (log2_choose(list.n_units(), list.n_needed()), outcomes)
}

impl Study {
    /// Returns the number of tests of one search on each list.
    pub fn tests(&self, algorithm: usize) -> Vec<f64> {
        self.outcomes.iter().map(|of_list| f64::from(of_list[algorithm].n_tests)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(n_threads: usize, seed: u64) -> Study {
        let n_threads = NonZeroUsize::new(n_threads).unwrap();
        study(&StudyOptions { n_lists: 4, seed, spread: Spread::Cuts, order: Order::Forward, n_threads })
    }

    #[test]
    fn the_figures_do_not_depend_on_the_number_of_threads() {
        assert_eq!(of(1, 1), of(3, 1));
        assert_ne!(of(1, 1), of(1, 2));
    }

    #[test]
    fn each_search_has_an_outcome_for_each_list() {
        let study = of(2, 1);
        assert_eq!((study.bounds.len(), study.outcomes.len()), (4, 4));
        assert!(study.outcomes.iter().all(|of_list| of_list.len() == ALGORITHMS.len()));
        assert_eq!(study.tests(0).len(), 4);
    }
}
