//! Minimizing a slice with a closure.

use std::collections::HashMap;
use std::convert::Infallible;

use crate::list::algorithms::split::SPLIT_VERIFIED;
use crate::list::{Algorithm, EmptyList, List, ListMethod, ListOptions};
use crate::units::Units;

/// Finds a small part of `items` that still has the property.
///
/// The items that are kept stay in order. The result is 1-minimal: without any single one of its
/// items the property is lost. The property is called with the whole list first, then with the
/// empty one, and never twice with the same items; it must be deterministic. About log₂ n tests are
/// made for each needed item. [`Minimizer`] has more options.
///
/// # Errors
/// When the whole list does not have the property.
///
/// # Panics
/// With 2³² items or more.
///
/// ```
/// let words: Vec<&str> = "the parser crashes when a brace follows a quote".split(' ').collect();
/// let minimized = dwindle_reduce::minimize(&words, |kept| kept.contains(&"brace") && kept.contains(&"quote"))?;
/// assert_eq!(minimized.kept, ["brace", "quote"]);
/// # Ok::<(), dwindle_reduce::NotInteresting>(())
/// ```
pub fn minimize<T: Clone>(
    items: &[T],
    property: impl FnMut(&[T]) -> bool,
) -> Result<Minimized<T>, NotInteresting> {
    Minimizer::new().minimize(items, property)
}

/// Finds the first item that can be left out without losing the property; `None` means that the
/// items are 1-minimal.
///
/// Makes at most as many tests as there are items. A single item is compared with the empty list.
///
/// ```
/// let has_a_pair = |kept: &[u32]| kept.windows(2).any(|pair| pair[0] == pair[1]);
/// assert_eq!(dwindle_reduce::removable(&[7, 7], has_a_pair), None);
/// assert_eq!(dwindle_reduce::removable(&[7, 7, 9], has_a_pair), Some(2));
/// ```
pub fn removable<T: Clone>(items: &[T], property: impl FnMut(&[T]) -> bool) -> Option<usize> {
    Minimizer::new().removable(items, property)
}

/// The property does not hold of the whole list, so there is nothing to preserve.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the property does not hold of the whole list, so there is nothing to preserve")]
pub struct NotInteresting;

/// The result of [`minimize()`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimized<T> {
    /// The items that are kept, in their order.
    pub kept: Vec<T>,
    /// Their indices in the given list.
    pub indices: Vec<usize>,
    /// How often the property was called, the first time with the whole list.
    pub tests: u64,
    /// The number of questions of the search and the first check: `tests`, and those answered from
    /// memory.
    pub attempts: u64,
    /// Why the search ended.
    pub ending: Ending,
}

/// Why a minimization ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The search had nothing more to try.
    Finished,
    /// The limit of tests was reached.
    OutOfTests,
}

/// Minimizes lists with chosen options.
///
/// ```
/// use dwindle_reduce::{Algorithm, Minimizer};
///
/// let cdd = Algorithm::named("cdd").expect("a name from ALGORITHMS");
/// let minimizer = Minimizer::new().algorithm(cdd).max_tests(1000);
/// let numbers: Vec<u32> = (0..500).collect();
/// let minimized = minimizer.minimize(&numbers, |kept| kept.contains(&99) && kept.contains(&404))?;
/// assert_eq!(minimized.kept, [99, 404]);
/// # Ok::<(), dwindle_reduce::NotInteresting>(())
/// ```
#[derive(Clone, Debug)]
pub struct Minimizer {
    method: ListMethod,
    max_tests: Option<u64>,
}

impl Default for Minimizer {
    fn default() -> Minimizer {
        let options = ListOptions { empty: EmptyList::First, ..ListOptions::default() };
        Minimizer { method: ListMethod { algorithm: &SPLIT_VERIFIED, options }, max_tests: None }
    }
}

impl Minimizer {
    /// Creates a minimizer with `split-verified`, from the end of the list to its start, which may
    /// return the empty list.
    pub fn new() -> Minimizer {
        Minimizer::default()
    }

    /// Sets the list algorithm, one of [`ALGORITHMS`](crate::ALGORITHMS).
    pub fn algorithm(mut self, algorithm: &'static Algorithm) -> Minimizer {
        self.method.algorithm = algorithm;
        self
    }

    /// Sets the options of the list algorithm. The defaults of [`ListOptions`] never propose the
    /// empty list.
    pub fn options(mut self, options: ListOptions) -> Minimizer {
        self.method.options = options;
        self
    }

    /// Limits the number of tests; the best list so far is the result.
    pub fn max_tests(mut self, max_tests: u64) -> Minimizer {
        self.max_tests = Some(max_tests);
        self
    }

    /// Minimizes items that weigh the same.
    ///
    /// # Errors
    /// When the whole list does not have the property.
    ///
    /// # Panics
    /// With 2³² items or more.
    pub fn minimize<T: Clone>(
        &self,
        items: &[T],
        property: impl FnMut(&[T]) -> bool,
    ) -> Result<Minimized<T>, NotInteresting> {
        infallible(self.run(items, &List::uniform(count(items)), always(property)))
    }

    /// Minimizes items that weigh the same with a property that can fail. Its first error ends the
    /// search.
    ///
    /// # Errors
    /// When the property fails; within that, when the whole list does not have the property.
    ///
    /// # Panics
    /// With 2³² items or more.
    pub fn try_minimize<T: Clone, E>(
        &self,
        items: &[T],
        property: impl FnMut(&[T]) -> Result<bool, E>,
    ) -> Result<Result<Minimized<T>, NotInteresting>, E> {
        self.run(items, &List::uniform(count(items)), property)
    }

    /// Minimizes items with weights, which matter to the weighted searches: heavy items are
    /// likelier to be needed.
    ///
    /// # Errors
    /// When the whole list does not have the property.
    ///
    /// # Panics
    /// With 2³² items or more.
    pub fn minimize_weighted<T: Clone>(
        &self,
        items: &[T],
        weight: impl Fn(&T) -> u32,
        property: impl FnMut(&[T]) -> bool,
    ) -> Result<Minimized<T>, NotInteresting> {
        infallible(self.run(items, &List::weighted(items.iter().map(weight)), always(property)))
    }

    /// Finds the first item that can be left out without losing the property; `None` means that the
    /// items are 1-minimal. A single item is compared with the empty list if that is allowed.
    pub fn removable<T: Clone>(&self, items: &[T], property: impl FnMut(&[T]) -> bool) -> Option<usize> {
        if items.len() == 1 && self.method.options.empty == EmptyList::Never {
            return None;
        }
        let mut tester = Tester::new(items, always(property));
        let mut test = |idx| infallible(tester.test(&Units::range(idx..idx + 1)));
        (0..count(items)).find(|&idx| test(idx)).map(|idx| idx as usize)
    }

    fn run<T: Clone, E>(
        &self,
        items: &[T],
        list: &List,
        property: impl FnMut(&[T]) -> Result<bool, E>,
    ) -> Result<Result<Minimized<T>, NotInteresting>, E> {
        let mut tester = Tester::new(items, property);
        let mut left_out = Units::none();
        if !tester.test(&left_out)? {
            return Ok(Err(NotInteresting));
        }
        let mut attempts = 1;
        let mut search = self.method.start(list);
        let mut ending = Ending::Finished;
        while let Some(proposal) = search.propose() {
            if !tester.knows(&proposal) && self.max_tests.is_some_and(|max_tests| max_tests <= tester.n_tests)
            {
                ending = Ending::OutOfTests;
                break;
            }
            attempts += 1;
            let interesting = tester.test(&proposal)?;
            search.learn(interesting.into());
            if interesting {
                left_out = proposal;
            }
        }
        let indices: Vec<usize> = left_out.complement(list.len()).iter().map(|idx| idx as usize).collect();
        let kept = indices.iter().map(|&idx| items[idx].clone()).collect();
        Ok(Ok(Minimized { kept, indices, tests: tester.n_tests, attempts, ending }))
    }
}

/// Returns a property that never fails.
fn always<T>(mut property: impl FnMut(&[T]) -> bool) -> impl FnMut(&[T]) -> Result<bool, Infallible> {
    move |items| Ok(property(items))
}

fn infallible<T>(result: Result<T, Infallible>) -> T {
    let Ok(value) = result;
    value
}

fn count<T>(items: &[T]) -> u32 {
    u32::try_from(items.len()).expect("a list has fewer than 2^32 items")
}

/// Calls a property, once for the same items.
struct Tester<'a, T, P> {
    items: &'a [T],
    property: P,
    /// Answers by a hash of the units left out: sets of many runs would take too much memory.
    answers: HashMap<blake3::Hash, bool>,
    n_tests: u64,
}

impl<'a, T: Clone, E, P: FnMut(&[T]) -> Result<bool, E>> Tester<'a, T, P> {
    fn new(items: &'a [T], property: P) -> Tester<'a, T, P> {
        Tester { items, property, answers: HashMap::new(), n_tests: 0 }
    }

    fn knows(&self, left_out: &Units) -> bool {
        self.answers.contains_key(&key(left_out))
    }

    fn test(&mut self, left_out: &Units) -> Result<bool, E> {
        let key = key(left_out);
        if let Some(answer) = self.answers.get(&key) {
            return Ok(*answer);
        }
        let kept = left_out.complement(count(self.items));
        let runs = kept.runs().iter().map(|run| &self.items[run.start as usize..run.end as usize]);
        let answer = (self.property)(&runs.collect::<Vec<_>>().concat())?;
        self.n_tests += 1;
        self.answers.insert(key, answer);
        Ok(answer)
    }
}

fn key(units: &Units) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for run in units.runs() {
        hasher.update(&run.start.to_le_bytes());
        hasher.update(&run.end.to_le_bytes());
    }
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::list::ALGORITHMS;
    use crate::list::Order;

    const NUMBERS: [u32; 9] = [4, 8, 15, 16, 23, 42, 4, 8, 15];

    fn has_23_and_4(kept: &[u32]) -> bool {
        kept.contains(&23) && kept.contains(&4)
    }

    #[test]
    fn every_search_minimizes_a_vector() {
        for algorithm in ALGORITHMS {
            let minimizer = Minimizer::new().algorithm(algorithm);
            for minimized in [
                minimizer.minimize(&NUMBERS, has_23_and_4).expect("it holds of all"),
                minimizer
                    .minimize_weighted(&NUMBERS, |number| *number, has_23_and_4)
                    .expect("it holds of all"),
            ] {
                assert_eq!(minimized.kept.len(), 2, "{}", algorithm.name);
                assert!(has_23_and_4(&minimized.kept));
                assert_eq!(minimizer.removable(&minimized.kept, has_23_and_4), None);
                let found: Vec<u32> = minimized.indices.iter().map(|&idx| NUMBERS[idx]).collect();
                assert_eq!(found, minimized.kept);
            }
        }
    }

    #[test]
    fn the_same_items_are_asked_about_once_and_counted() {
        let mut asked: Vec<Vec<u32>> = Vec::new();
        let distinct: Vec<u32> = (0..40).collect();
        let ddmin = Algorithm::named("ddmin").expect("it is there");
        let minimized = Minimizer::new().algorithm(ddmin).minimize(&distinct, |kept| {
            asked.push(kept.to_vec());
            kept.contains(&3) && kept.contains(&30)
        });
        let minimized = minimized.expect("it holds of all");
        assert_eq!(minimized.tests as usize, asked.len());
        assert!(minimized.tests < minimized.attempts, "ddmin comes back to what it knows");
        assert_eq!(asked[0], distinct, "the whole list is asked about first");
        assert!(asked[1].is_empty(), "the empty list is asked about next");
        asked.sort();
        assert!(asked.windows(2).all(|pair| pair[0] != pair[1]));
    }

    #[test]
    fn a_list_without_the_property_is_refused() {
        assert_eq!(minimize(&NUMBERS, |kept| kept.contains(&99)), Err(NotInteresting));
    }

    #[test]
    fn what_holds_of_nothing_is_minimized_to_nothing_unless_that_is_ruled_out() {
        let minimized = minimize(&NUMBERS, |_| true).expect("it holds of all");
        assert_eq!((minimized.kept.len(), minimized.tests), (0, 2));
        let careful =
            Minimizer::new().options(ListOptions { order: Order::Forward, ..ListOptions::default() });
        let minimized =
            careful.minimize(&NUMBERS, |kept| NUMBERS.contains(&kept[0])).expect("it holds of all");
        assert_eq!(minimized.kept.len(), 1);
        assert_eq!(careful.removable(&minimized.kept, |kept| NUMBERS.contains(&kept[0])), None);
    }

    #[test]
    fn a_limit_on_tests_gives_what_was_found_so_far() {
        let numbers: Vec<u32> = (0..1000).collect();
        let all = |max_tests| {
            Minimizer::new()
                .max_tests(max_tests)
                .minimize(&numbers, |kept| kept.contains(&500) && kept.contains(&7))
                .expect("it holds of all")
        };
        let (stopped, finished) = (all(12), all(1000));
        assert_eq!((stopped.tests, stopped.ending), (12, Ending::OutOfTests));
        assert_eq!(finished.ending, Ending::Finished);
        assert_eq!(finished.kept, [7, 500]);
        assert!(2 < stopped.kept.len() && stopped.kept.contains(&500) && stopped.kept.contains(&7));
    }

    #[test]
    fn the_first_error_of_a_property_ends_the_search() {
        let mut n_asked = 0;
        let result = Minimizer::new().try_minimize(&NUMBERS, |kept| {
            n_asked += 1;
            if n_asked == 4 { Err("broken") } else { Ok(has_23_and_4(kept)) }
        });
        assert_eq!((result, n_asked), (Err("broken"), 4));
        let fine = Minimizer::new().try_minimize(&NUMBERS, |kept| Ok::<_, ()>(has_23_and_4(kept)));
        assert_eq!(fine.map(|minimized| minimized.map(|it| it.kept.len())), Ok(Ok(2)));
    }

    #[test]
    fn lists_of_no_and_one_item_are_minimized() {
        assert_eq!(minimize(&[] as &[u8], |_| true).expect("it holds of all").tests, 1);
        let minimized = minimize(&[1], |kept| !kept.is_empty()).expect("it holds of all");
        assert_eq!((minimized.kept, minimized.tests), (vec![1], 2));
    }
}
