//! The direction of a list algorithm, and its rule for the empty list.

use super::options::{EmptyList, List, ListOptions, Order, UnitSearch};
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;

/// Adapts a search that works from the first unit to the last and never proposes the empty list to
/// the order and the rule for the empty list in `options`.
///
/// `make` gets the list in the search's order: for [`Order::Backward`] reversed, with its weights.
/// The proposals of the search are reversed again, in O(runs).
pub fn orient<S>(list: &List, options: &ListOptions, make: impl FnOnce(List) -> S) -> UnitSearch
where
    S: Search<Proposal = Units> + Clone + 'static,
{
    let inner = match options.order {
        Order::Forward => make(list.clone()),
        Order::Backward => make(list.reversed()),
    };
    let phase = match options.empty {
        EmptyList::First if !list.is_empty() => Phase::Everything,
        EmptyList::First | EmptyList::Never => Phase::Searching,
    };
    Box::new(Oriented { inner, order: options.order, n_units: list.len(), phase })
}

#[derive(Clone)]
struct Oriented<S> {
    inner: S,
    order: Order,
    n_units: u32,
    phase: Phase,
}

#[derive(Clone, Copy)]
enum Phase {
    /// The empty list is proposed.
    Everything,
    /// The inner search proposes.
    Searching,
    /// Everything has been left out.
    Empty,
}

impl<S: Search<Proposal = Units> + Clone + 'static> Search for Oriented<S> {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        match self.phase {
            Phase::Everything => Some(Units::range(0..self.n_units)),
            Phase::Searching => {
                let units = self.inner.propose()?;
                Some(match self.order {
                    Order::Forward => units,
                    Order::Backward => reversed(&units, self.n_units),
                })
            }
            Phase::Empty => None,
        }
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        match self.phase {
            Phase::Everything => self.phase = if interesting { Phase::Empty } else { Phase::Searching },
            Phase::Searching => self.inner.learn(answer),
            Phase::Empty => {}
        }
    }

    fn likelihood(&self) -> Option<f64> {
        match self.phase {
            Phase::Searching => self.inner.likelihood(),
            Phase::Everything | Phase::Empty => None,
        }
    }

    fn skip(&mut self) {
        match self.phase {
            Phase::Everything => self.phase = Phase::Searching,
            Phase::Searching => self.inner.skip(),
            Phase::Empty => {}
        }
    }
}

fn reversed(units: &Units, n_units: u32) -> Units {
    Units::from_ranges(units.runs().iter().rev().map(|run| n_units - run.end..n_units - run.start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reversing_twice_changes_nothing() {
        let units: Units = [0, 1, 4, 9].into_iter().collect();
        assert_eq!(reversed(&units, 10), [9, 8, 5, 0].into_iter().collect());
        assert_eq!(reversed(&reversed(&units, 10), 10), units);
    }
}
