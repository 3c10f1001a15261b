//! The state machine of all group-testing searches.

use std::ops::Range;

use super::model::{Model, Side};
use super::windows::Windows;
use crate::list::{EmptyList, ListOptions, Order};
use crate::search::Search;
use crate::units::Units;
use crate::verdict::Answer;

/// Whether a search goes on until each unit that it keeps is proven to be needed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// One sweep: the result is 1-minimal when the property is monotone.
    Unverified,
    /// Further sweeps: the result is 1-minimal whatever the property is.
    Verified,
    /// Verified, and then adjacent units are tried together, as long as that succeeds.
    Windows,
}

/// Tests the list in groups, chosen by the odds of a model, in sweeps over the list.
///
/// The next group is one that, by the model, is free of needed units with about even odds. If the
/// test is interesting, the group is removed. If it is boring, a binary search finds its first
/// needed unit and removes the units before it; the unit that remains is needed without a test of
/// its own, and the units after it stay undecided. A group of all that is left is never tested,
/// because the empty list is no candidate.
///
/// A unit is *proven* if the present list was boring when this unit alone was left out. A unit that
/// the binary search finds is proven at that moment: its last boring test left out the unit and
/// only units that were removed since. A later success invalidates all proofs, so a verified search
/// sweeps again over the kept units without proof until none is left.
///
/// State and proposals are linear in the runs of units that are left out or proven.
#[derive(Clone)]
pub(super) struct Splitter<M> {
    n_units: u32,
    order: Order,
    ending: Ending,
    model: M,
    left_out: Units,
    proven: Units,
    n_kept: u32,
    /// The units that this sweep decides, their number, and how many of them are still undecided
    /// after the first `at` ones in the search's order.
    open: Units,
    n_open: u32,
    at: u32,
    n_undecided: u32,
    windows: Windows,
    phase: Phase,
}

#[derive(Clone)]
enum Phase {
    /// Tests the empty list.
    Empty,
    /// Tests without the `n` undecided units at a side.
    Group {
        side: Side,
        n: u32,
    },
    /// Tests without `cut` of the `n` undecided units at a side, which hold a needed one.
    Narrow {
        side: Side,
        cut: u32,
        n: u32,
    },
    /// Tests without the window.
    Window,
    Done,
}

impl<M: Model> Splitter<M> {
    pub(super) fn new(n_units: u32, options: &ListOptions, model: M, ending: Ending) -> Splitter<M> {
        let mut splitter = Splitter {
            n_units,
            order: options.order,
            ending,
            model,
            left_out: Units::none(),
            proven: Units::none(),
            n_kept: n_units,
            open: Units::range(0..n_units),
            n_open: n_units,
            at: 0,
            n_undecided: n_units,
            windows: Windows::default(),
            phase: if n_units == 0 { Phase::Done } else { Phase::Empty },
        };
        if 0 < n_units && options.empty == EmptyList::Never {
            splitter.next_group();
        }
        splitter
    }

    /// Returns the units that are removed if the answer is interesting.
    fn tested(&self) -> Option<Units> {
        match self.phase {
            Phase::Empty => Some(self.open.clone()),
            Phase::Group { side, n } => Some(self.prefix(side, n)),
            Phase::Narrow { side, cut, .. } => Some(self.prefix(side, cut)),
            Phase::Window => Some(self.stretch(self.windows.place())),
            Phase::Done => None,
        }
    }

    fn prefix(&self, side: Side, n: u32) -> Units {
        let start = match side {
            Side::Front => self.at,
            Side::Back => self.at + self.n_undecided - n,
        };
        self.stretch(start..start + n)
    }

    /// Returns the units at these positions of the sweep, counted in the search's order.
    fn stretch(&self, places: Range<u32>) -> Units {
        units_at(
            &self.open,
            match self.order {
                Order::Forward => places,
                Order::Backward => self.n_open - places.end..self.n_open - places.start,
            },
        )
    }

    fn next_group(&mut self) {
        let all_that_is_left = self.n_undecided == self.n_kept;
        let longest = self.n_undecided - u32::from(all_that_is_left);
        if 0 < longest {
            let side = self.model.side();
            self.phase = Phase::Group { side, n: self.model.group(side, longest) };
        } else {
            self.next_sweep();
        }
    }

    fn next_sweep(&mut self) {
        self.phase = Phase::Done;
        if self.ending == Ending::Unverified || self.n_kept <= 1 {
            return;
        }
        self.open = self.left_out.union(&self.proven).complement(self.n_units);
        self.n_open = self.open.runs().iter().map(|run| run.end - run.start).sum();
        self.at = 0;
        self.n_undecided = self.n_open;
        if 0 < self.n_open {
            self.model.again(&self.open);
            self.next_group();
        } else if self.ending == Ending::Windows {
            self.open = self.left_out.complement(self.n_units);
            self.n_open = self.n_kept;
            if self.windows.begin(self.n_open) {
                self.phase = Phase::Window;
            }
        }
    }

    fn learn_window(&mut self, interesting: bool) {
        let units = self.stretch(self.windows.place());
        if interesting {
            self.left_out = self.left_out.union(&units);
            self.proven = Units::none();
            self.open = self.open.difference(&units);
            self.n_open -= self.windows.width();
            self.n_kept = self.n_open;
        }
        if !self.windows.learn(interesting, self.n_open) {
            self.next_sweep();
        }
    }

    /// Continues with `n` units at a side that hold a needed one; the last boring test left out all
    /// of them, besides those left out now.
    fn narrow(&mut self, side: Side, n: u32) {
        if 1 < n {
            self.phase = Phase::Narrow { side, cut: self.model.cut(side, n), n };
        } else {
            self.proven = self.proven.union(&self.prefix(side, 1));
            self.model.needed(side);
            self.decide(side, 1);
            self.next_group();
        }
    }

    fn clear(&mut self, side: Side, n: u32) {
        self.left_out = self.left_out.union(&self.prefix(side, n));
        self.proven = Units::none();
        self.n_kept -= n;
        self.model.cleared(side, n);
        self.decide(side, n);
    }

    fn decide(&mut self, side: Side, n: u32) {
        self.n_undecided -= n;
        if side == Side::Front {
            self.at += n;
        }
    }
}

impl<M: Model> Search for Splitter<M> {
    type Proposal = Units;

    fn propose(&self) -> Option<Units> {
        self.tested().map(|units| self.left_out.union(&units))
    }

    fn learn(&mut self, answer: Answer) {
        let interesting = answer.is_interesting();
        match (self.phase.clone(), interesting) {
            (Phase::Empty, true) => {
                self.left_out = Units::range(0..self.n_units);
                self.phase = Phase::Done;
            }
            (Phase::Empty, false) => {
                self.model.not_all_clear();
                self.next_group();
            }
            (Phase::Group { side, n }, true) => {
                self.clear(side, n);
                self.next_group();
            }
            (Phase::Narrow { side, cut, n }, true) => {
                self.clear(side, cut);
                self.narrow(side, n - cut);
            }
            (Phase::Group { side, n } | Phase::Narrow { side, cut: n, .. }, false) => self.narrow(side, n),
            (Phase::Window, _) => self.learn_window(interesting),
            (Phase::Done, _) => {}
        }
    }

    fn skip(&mut self) {
        match self.phase {
            Phase::Empty => self.next_group(),
            Phase::Group { side, n } => {
                self.model.skipped(side, n);
                self.decide(side, n);
                self.next_group();
            }
            Phase::Narrow { side, cut, n } => {
                self.model.skipped(side, cut);
                self.decide(side, cut);
                self.phase = Phase::Group { side, n: n - cut };
            }
            Phase::Window => self.learn_window(false),
            Phase::Done => {}
        }
    }

    fn likelihood(&self) -> Option<f64> {
        let likelihood = match self.phase {
            Phase::Empty => self.model.clear(Side::Front, self.n_units),
            Phase::Group { side, n } => self.model.clear(side, n),
            Phase::Narrow { side, cut, n } => {
                let all = self.model.clear(side, n);
                (self.model.clear(side, cut) - all) / (1.0 - all).max(f64::MIN_POSITIVE)
            }
            Phase::Window => self.windows.likelihood(),
            Phase::Done => return None,
        };
        Some(likelihood.clamp(0.0, 1.0))
    }
}

/// Returns the units at these positions of a set, in O(runs).
fn units_at(set: &Units, places: Range<u32>) -> Units {
    let mut before = 0;
    Units::from_ranges(set.runs().iter().filter_map(|run| {
        let place = |at: u32| run.start + at.max(before).min(before + (run.end - run.start)) - before;
        let found = place(places.start)..place(places.end);
        before += run.end - run.start;
        (!found.is_empty()).then_some(found)
    }))
}

#[cfg(test)]
mod tests;
