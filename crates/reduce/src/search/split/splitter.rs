//! The state machine of all group-testing searches.

use std::ops::Range;

use super::model::{Model, even_group};
use crate::list::{EmptyList, ListOptions, Order};
use crate::search::Search;
use crate::units::Units;

/// One test in so many of the verification is imagined to be interesting before the first one.
const ALONE_PRIOR: u32 = 20;

/// Whether a search tries each unit that it keeps alone before it ends.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// The result is 1-minimal when the property is monotone.
    Unverified,
    /// The result is 1-minimal whatever the property is.
    Verified,
}

/// Clears the list in groups, by the odds of a model.
///
/// The next group is what the model thinks is as likely as not free of needed units. Interesting: it is gone.
/// Boring: a binary search finds its first needed unit, clearing what stands before that; the unit that is left is
/// needed without a test of its own, and what stands behind it is undecided as before. All that would be left is
/// never tested, because the empty list is no candidate.
///
/// Positions below `at` are decided. State and proposals are linear in the runs of units that are left out.
#[derive(Clone)]
pub(super) struct Splitter<M> {
    n_units: u32,
    order: Order,
    ending: Ending,
    model: M,
    at: u32,
    left_out: Units,
    n_left_out: u32,
    /// Units without which the list as it is now was tested, and boring.
    proven: Units,
    /// Tests of the verification so far, and how many of them were interesting.
    alone: (u32, u32),
    step: Step,
}

#[derive(Clone)]
enum Step {
    /// Tests the empty list.
    Empty,
    /// Tests without the positions from `at` to `end`.
    Group {
        end: u32,
    },
    /// Tests without the positions from `at` to `mid`; those from `at` to `end` hold a needed one.
    Narrow {
        mid: u32,
        end: u32,
    },
    /// Tests without one kept unit.
    Alone {
        position: u32,
    },
    Done,
}

impl<M: Model> Splitter<M> {
    pub(super) fn new(n_units: u32, options: &ListOptions, model: M, ending: Ending) -> Splitter<M> {
        let mut splitter = Splitter {
            n_units,
            order: options.order,
            ending,
            model,
            at: 0,
            left_out: Units::none(),
            n_left_out: 0,
            proven: Units::none(),
            alone: (0, 0),
            step: Step::Empty,
        };
        if n_units == 0 {
            splitter.step = Step::Done;
        } else if options.empty == EmptyList::Never {
            splitter.next_group();
        }
        splitter
    }

    /// Gives the units at the positions.
    fn units(&self, positions: Range<u32>) -> Units {
        Units::range(match self.order {
            Order::Forward => positions,
            Order::Backward => self.n_units - positions.end..self.n_units - positions.start,
        })
    }

    /// Gives the positions that are left out now if the answer is yes.
    fn tested(&self) -> Option<Range<u32>> {
        match self.step {
            Step::Empty => Some(0..self.n_units),
            Step::Group { end } => Some(self.at..end),
            Step::Narrow { mid, .. } => Some(self.at..mid),
            Step::Alone { position } => Some(position..position + 1),
            Step::Done => None,
        }
    }

    fn next_group(&mut self) {
        let nothing_is_kept = self.n_left_out == self.at;
        let end = self.n_units - u32::from(nothing_is_kept);
        self.step = if self.at < end {
            Step::Group { end: even_group(&self.model, self.at..end) }
        } else {
            self.at = self.n_units;
            self.next_alone(0)
        };
    }

    /// Goes on with a range from `at` that holds a needed unit; the last boring test left out all of it, besides
    /// what is left out now.
    fn narrow(&mut self, end: u32) {
        if 1 < end - self.at {
            self.step = Step::Narrow { mid: self.model.cut(self.at..end), end };
        } else {
            // What that boring test left out is now what is left out and this one unit.
            self.prove(self.at);
            self.model.needed(self.at);
            self.at = end;
            self.next_group();
        }
    }

    /// Finds the next kept unit that is not proven, from `position` to the end and then round from the start.
    fn next_alone(&self, position: u32) -> Step {
        if self.ending == Ending::Unverified || self.n_units - self.n_left_out <= 1 {
            return Step::Done;
        }
        let open = self.left_out.union(&self.proven).complement(self.n_units);
        let ahead = open.difference(&self.units(0..position));
        let units = if ahead.is_empty() { open } else { ahead };
        let first = match self.order {
            Order::Forward => units.runs().first().map(|run| run.start),
            Order::Backward => units.runs().last().map(|run| self.n_units - run.end),
        };
        first.map_or(Step::Done, |position| Step::Alone { position })
    }

    fn leave_out(&mut self, positions: Range<u32>) {
        self.n_left_out += positions.end - positions.start;
        self.left_out = self.left_out.union(&self.units(positions));
        self.proven = Units::none();
    }

    /// Leaves out positions from `at`.
    fn clear_to(&mut self, end: u32) {
        self.leave_out(self.at..end);
        self.model.cleared(self.at..end);
        self.at = end;
    }

    fn prove(&mut self, position: u32) {
        self.proven = self.proven.union(&self.units(position..position + 1));
    }
}

impl<M: Model> Search for Splitter<M> {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        self.tested().map(|positions| self.left_out.union(&self.units(positions)))
    }

    fn learn(&mut self, interesting: bool) {
        let Some(tested) = self.tested() else { return };
        match (self.step.clone(), interesting) {
            (Step::Empty, true) => {
                self.leave_out(tested);
                self.step = Step::Done;
            }
            (Step::Empty, false) => self.next_group(),
            (Step::Group { end }, true) => {
                self.clear_to(end);
                self.next_group();
            }
            (Step::Narrow { mid, end }, true) => {
                self.clear_to(mid);
                self.narrow(end);
            }
            (Step::Group { .. } | Step::Narrow { .. }, false) => self.narrow(tested.end),
            (Step::Alone { position }, interesting) => {
                self.alone.0 += 1;
                if interesting {
                    self.alone.1 += 1;
                    self.leave_out(tested);
                } else {
                    self.prove(position);
                }
                self.step = self.next_alone(position + 1);
            }
            (Step::Done, _) => {}
        }
    }

    fn likelihood(&self) -> Option<f64> {
        let tested = self.tested()?;
        let clear = self.model.clear(tested.clone());
        Some(match self.step {
            Step::Narrow { end, .. } => {
                let all_clear = self.model.clear(self.at..end);
                ((clear - all_clear) / (1.0 - all_clear).max(f64::MIN_POSITIVE)).clamp(0.0, 1.0)
            }
            Step::Alone { .. } => f64::from(self.alone.1 + 1) / f64::from(self.alone.0 + ALONE_PRIOR),
            Step::Empty | Step::Group { .. } | Step::Done => clear.clamp(0.0, 1.0),
        })
    }

    fn fork(&self) -> Box<dyn Search<Proposal = Units>> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests;
