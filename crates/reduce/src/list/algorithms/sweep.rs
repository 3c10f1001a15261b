//! The sweeps of ddmin and W_ddmin: first each subset alone, then each complement.

use crate::units::Units;

/// The parts of a divided list, by index. Cloning is cheap.
pub(super) trait Parts: Clone + Send {
    /// Returns the number of parts.
    fn count(&self) -> u32;

    /// Returns the units of a part, which has at least one.
    fn units(&self, part: u32) -> Units;

    /// Returns the number of units of a part.
    fn len(&self, part: u32) -> u32;
}

/// How a sweep goes through the parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Route {
    /// Whether each part is tried alone before the complements.
    pub subsets: Subsets,
    /// Where a sweep goes on after a complement succeeded.
    pub after_success: AfterSuccess,
}

/// Whether parts are tried alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Subsets {
    Tried,
    Skipped,
}

/// Where a sweep goes on after a complement succeeded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AfterSuccess {
    /// At the first part, which is tried alone again.
    Restart,
    /// At the next complement.
    Continue,
}

/// Tries each part alone, then each complement, and drops the parts whose complements are
/// interesting.
///
/// The state beyond the parts is the set of dropped parts, as runs: O(successes).
#[derive(Clone)]
pub(super) struct Sweep<P> {
    n_units: u32,
    route: Route,
    parts: P,
    dropped: Units,
    n_left: u32,
    left_out: Units,
    n_kept: u32,
    phase: Phase,
}

#[derive(Clone, Copy)]
enum Phase {
    Alone(u32),
    Without(u32),
    Over,
}

impl<P: Parts> Sweep<P> {
    /// Begins a sweep over `parts` of the list that lacks `left_out`.
    pub fn new(n_units: u32, route: Route, left_out: Units, parts: P) -> Sweep<P> {
        let n_kept = n_units - left_out.len() as u32;
        let n_left = parts.count();
        let dropped = Units::none();
        let phase = Phase::Over;
        let mut sweep = Sweep { n_units, route, parts, dropped, n_left, left_out, n_kept, phase };
        sweep.restart();
        sweep
    }

    /// Whether the sweep proposes nothing more.
    pub fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// Returns the units that are left out so far.
    pub fn left_out(&self) -> &Units {
        &self.left_out
    }

    /// Returns the number of units that are kept so far.
    pub fn n_kept(&self) -> u32 {
        self.n_kept
    }

    /// Returns the number of parts that are left.
    pub fn n_left(&self) -> u32 {
        self.n_left
    }

    /// Returns the indices of the parts that are left.
    pub fn left(&self) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(self.next_left(0), |&part| self.next_left(part + 1))
    }

    /// Returns the parts, dropped ones included.
    pub fn parts(&self) -> &P {
        &self.parts
    }

    /// Returns the units to leave out next; `None` when the sweep has ended.
    pub fn propose(&self) -> Option<Units> {
        match self.phase {
            Phase::Alone(part) => Some(self.parts.units(part).complement(self.n_units)),
            Phase::Without(part) => Some(self.left_out.union(&self.parts.units(part))),
            Phase::Over => None,
        }
    }

    /// Learns an answer. Returns the part that is interesting alone, which ends the sweep.
    pub fn learn(&mut self, interesting: bool) -> Option<u32> {
        match (self.phase, interesting) {
            (Phase::Alone(part), true) => {
                self.phase = Phase::Over;
                return Some(part);
            }
            (Phase::Alone(part), false) => self.go_alone(part + 1),
            (Phase::Without(part), true) => {
                self.drop_part(part);
                match self.route.after_success {
                    AfterSuccess::Restart => self.restart(),
                    AfterSuccess::Continue => self.go_without(part + 1),
                }
            }
            (Phase::Without(part), false) => self.go_without(part + 1),
            (Phase::Over, _) => {}
        }
        None
    }

    fn drop_part(&mut self, part: u32) {
        self.left_out = self.left_out.union(&self.parts.units(part));
        self.n_kept -= self.parts.len(part);
        self.dropped = self.dropped.union(&Units::range(part..part + 1));
        self.n_left -= 1;
    }

    fn restart(&mut self) {
        match self.route.subsets {
            Subsets::Tried => self.go_alone(0),
            Subsets::Skipped => self.go_without(0),
        }
    }

    fn go_alone(&mut self, from: u32) {
        match self.next_smaller(from) {
            Some(part) => self.phase = Phase::Alone(part),
            None => self.go_without(0),
        }
    }

    fn go_without(&mut self, from: u32) {
        self.phase = self.next_smaller(from).map_or(Phase::Over, Phase::Without);
    }

    /// Returns the next part that is not the whole list: that one alone is no progress, and its
    /// complement is empty.
    fn next_smaller(&self, from: u32) -> Option<u32> {
        self.next_left(from).filter(|&part| self.parts.len(part) < self.n_kept)
    }

    fn next_left(&self, from: u32) -> Option<u32> {
        let runs = self.dropped.runs();
        let after = runs.partition_point(|run| run.start <= from);
        let next = match after.checked_sub(1) {
            Some(before) if from < runs[before].end => runs[before].end,
            _ => from,
        };
        (next < self.parts.count()).then_some(next)
    }
}
