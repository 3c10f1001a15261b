//! The counts of a candidate's answers.

use std::time::Duration;

use dwindle_reduce::Verdict;

/// How many runs of one candidate had which answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    first: Option<Verdict>,
    interesting: u32,
    boring: u32,
    unresolved: u32,
    /// The time limit of the last unresolved run.
    limit: Duration,
}

impl Tally {
    /// Adds the answer of a run.
    pub fn add(&mut self, verdict: Verdict) {
        self.first.get_or_insert(verdict);
        *match verdict {
            Verdict::Interesting => &mut self.interesting,
            Verdict::Boring => &mut self.boring,
            Verdict::Unresolved => &mut self.unresolved,
        } += 1;
    }

    /// Adds the answer of a run with this time limit. If all earlier runs were unresolved within a
    /// shorter limit, they are forgotten.
    pub fn add_within(&mut self, verdict: Verdict, limit: Duration) {
        if self.is_unresolved_within_less_than(limit) {
            *self = Tally::default();
        }
        self.add(verdict);
        if verdict == Verdict::Unresolved {
            self.limit = limit;
        }
    }

    /// Whether all runs were unresolved, and the last one had a shorter time limit than this.
    pub fn is_unresolved_within_less_than(&self, limit: Duration) -> bool {
        self.is_unresolved() && self.limit < limit
    }

    /// Returns the tally without unresolved runs; `None` if there were no others.
    pub fn without_unresolved(self) -> Option<Tally> {
        let first = match self.first {
            Some(Verdict::Unresolved) if self.interesting != 0 => Some(Verdict::Interesting),
            Some(Verdict::Unresolved) if self.boring != 0 => Some(Verdict::Boring),
            Some(Verdict::Unresolved) | None => return None,
            first => first,
        };
        Some(Tally { first, unresolved: 0, ..self })
    }

    /// Returns the first answer.
    pub fn first(&self) -> Option<Verdict> {
        self.first
    }

    /// Returns the number of runs.
    pub fn runs(&self) -> u32 {
        self.interesting + self.boring + self.unresolved
    }

    /// Returns the number of interesting runs.
    pub fn interesting(&self) -> u32 {
        self.interesting
    }

    /// Returns the number of boring and unresolved runs.
    pub fn others(&self) -> u32 {
        self.boring + self.unresolved
    }

    /// Whether some runs were interesting and others were not.
    pub fn is_contradictory(&self) -> bool {
        self.interesting != 0 && self.others() != 0
    }

    /// Whether there were runs, and all of them were unresolved.
    pub fn is_unresolved(&self) -> bool {
        self.unresolved != 0 && self.runs() == self.unresolved
    }

    /// Returns the verdict on a candidate that is not interesting.
    pub(super) fn boring_or_unresolved(&self) -> Verdict {
        if self.is_unresolved() { Verdict::Unresolved } else { Verdict::Boring }
    }
}
