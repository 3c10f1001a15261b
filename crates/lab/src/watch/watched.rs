//! The watched list search.

use std::sync::{Arc, Mutex, PoisonError};

use dwindle_reduce::{Algorithm, Answer, Guarantees, List, Search, UnitSearch, Units};

use super::class::{Query, Sorter};
use super::lists::{Lists, Watch, weight_and_deletion};

/// The figures of a watched algorithm; cloning shares them.
#[derive(Clone, Default)]
pub struct Watched(Arc<Mutex<Lists>>);

impl Watched {
    /// Returns the algorithm with its searches watched, and their figures. The algorithm is leaked:
    /// there is one for each measurement.
    pub fn new(algorithm: &'static Algorithm, watch: Watch) -> (&'static Algorithm, Watched) {
        let watched = Watched::default();
        let lists = watched.clone();
        let start = Box::leak(Box::new(move |list: &List, options: &_| -> UnitSearch {
            let watching = Watching {
                inner: (algorithm.start)(list, options),
                list: list.clone(),
                sorter: Sorter::new(list.len()),
                closing: (watch == Watch::Closure).then(Closing::default),
                is_at_end: false,
                lists: Some(lists.clone()),
            };
            Box::new(watching.advanced())
        }));
        let (name, summary) = ("watched", "a list search that is watched");
        let algorithm = Box::leak(Box::new(Algorithm { name, summary, guarantees: Guarantees::NONE, start }));
        (algorithm, watched)
    }

    /// Returns the figures of the searches that have ended and were dropped.
    pub fn lists(&self) -> Lists {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// A search with its statistics. Answers learned by forks are guesses and are not recorded.
struct Watching {
    inner: UnitSearch,
    list: List,
    sorter: Sorter,
    closing: Option<Closing>,
    is_at_end: bool,
    /// Where the figures go; copies have none.
    lists: Option<Watched>,
}

/// The closure in progress: which unit is tried next.
#[derive(Clone, Default)]
struct Closing {
    next: u32,
    query: Query,
    left_out: Option<Units>,
}

impl Watching {
    fn advanced(mut self) -> Watching {
        self.advance();
        self
    }

    /// Records the end of the inner search, and chooses the next unit to try after it.
    fn advance(&mut self) {
        if self.inner.propose().is_some() {
            return;
        }
        if let Some(closing) = &mut self.closing {
            let left_out = closing.left_out.get_or_insert_with(|| self.sorter.left_out().clone());
            let n_left = self.list.len() as usize - left_out.len();
            let is_open =
                |unit: &u32| !left_out.contains(*unit) && !self.sorter.was_asked(&with(left_out, *unit));
            let next = (closing.next..self.list.len()).find(is_open).filter(|_| 1 < n_left);
            closing.next = next.unwrap_or(self.list.len());
            self.is_at_end = next.is_none();
        } else {
            self.is_at_end = true;
        }
    }
}

fn with(left_out: &Units, unit: u32) -> Units {
    left_out.union(&Units::range(unit..unit + 1))
}

impl Search for Watching {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        if self.is_at_end {
            return None;
        }
        self.inner.propose().or_else(|| {
            let closing = self.closing.as_ref()?;
            Some(with(closing.left_out.as_ref()?, closing.next))
        })
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        if let Some(proposal) = self.inner.propose() {
            self.sorter.take(&proposal, interesting);
            self.inner.learn(answer);
        } else if let Some(closing) = &mut self.closing {
            closing.query.asked += 1;
            closing.query.succeeded += u64::from(interesting);
            match (&mut closing.left_out, interesting) {
                // All remaining units are tried once more: the removed one may have needed them.
                (Some(left_out), true) => {
                    *left_out = with(left_out, closing.next);
                    closing.next = 0;
                }
                _ => closing.next += 1,
            }
        }
        self.advance();
    }

    fn likelihood(&self) -> Option<f64> {
        self.inner.propose().and_then(|_| self.inner.likelihood())
    }
}

/// A clone learns guesses, and records nothing.
impl Clone for Watching {
    fn clone(&self) -> Watching {
        Watching {
            inner: self.inner.clone(),
            list: self.list.clone(),
            sorter: self.sorter.clone(),
            closing: self.closing.clone(),
            is_at_end: self.is_at_end,
            lists: None,
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let Some(Watched(lists)) = self.lists.take().filter(|_| self.is_at_end && !self.list.is_empty())
        else {
            return;
        };
        let rho = weight_and_deletion(&self.list, self.sorter.left_out());
        let closing = self.closing.as_ref().map_or(Query::default(), |closing| closing.query);
        let mut lists = lists.lock().unwrap_or_else(PoisonError::into_inner);
        lists.add(&self.sorter.queries(), closing, rho);
    }
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::{ListOptions, Order};

    use super::*;

    /// Watches a search on ten units: `interesting` returns whether the remaining units suffice.
    fn watched(algorithm: &str, watch: Watch, interesting: impl Fn(&Units) -> bool) -> (Lists, u64, Units) {
        let (algorithm, lists) = Watched::new(Algorithm::named(algorithm).unwrap(), watch);
        let options = ListOptions { order: Order::Forward, ..ListOptions::default() };
        let mut search = (algorithm.start)(&List::weighted([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]), &options);
        let (mut n_proposals, mut left_out) = (0, Units::none());
        while let Some(proposal) = search.propose() {
            let _ = search.clone();
            let answer = interesting(&proposal.complement(10));
            search.learn(answer.into());
            n_proposals += 1;
            if answer {
                left_out = proposal;
            }
        }
        drop(search);
        (lists.lists(), n_proposals, left_out)
    }

    /// Unit 2 can be removed only after unit 7.
    fn needs_later(kept: &Units) -> bool {
        kept.contains(5) && (kept.contains(2) || !kept.contains(7))
    }

    #[test]
    fn what_a_search_missed_is_found_by_closing() {
        let (open, ..) = watched("cdd", Watch::Queries, needs_later);
        assert_eq!((open.n_lists, open.closing.asked), (1, 0));
        let (closed, _, left_out) = watched("cdd", Watch::Closure, |kept| {
            // Larger groups cannot be removed, so that searches try single units.
            needs_later(kept) && (kept.contains(2) || kept.contains(9) || kept.len() < 3)
        });
        assert_eq!(closed.n_lists, 1);
        assert!(closed.not_minimal <= 1);
        assert_eq!(left_out.complement(10), Units::range(5..6));
    }

    #[test]
    fn ddmin_leaves_nothing_to_close() {
        let (lists, ..) = watched("ddmin", Watch::Closure, needs_later);
        assert_eq!((lists.n_lists, lists.not_minimal, lists.closing.succeeded), (1, 0, 0));
        assert!(lists.queries.iter().all(|query| query.succeeded <= query.asked));
    }

    #[test]
    fn watching_changes_nothing() {
        let (lists, n_proposals, left_out) = watched("probdd", Watch::Queries, needs_later);
        let mut plain = (Algorithm::named("probdd").unwrap().start)(
            &List::weighted([1, 2, 3, 4, 5, 1, 2, 3, 4, 5]),
            &ListOptions { order: Order::Forward, ..ListOptions::default() },
        );
        let (mut n_plain, mut plainly) = (0, Units::none());
        while let Some(proposal) = plain.propose() {
            let answer = needs_later(&proposal.complement(10));
            plain.learn(answer.into());
            n_plain += 1;
            if answer {
                plainly = proposal;
            }
        }
        assert_eq!((n_proposals, left_out), (n_plain, plainly));
        assert!(lists.queries.iter().map(|query| query.asked).sum::<u64>() <= n_plain);
    }
}
