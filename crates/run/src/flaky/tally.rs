//! How often a candidate got which answer.

use std::time::Duration;

use dwindle_reduce::Verdict;

/// The answers that the runs of one candidate gave.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    first: Option<Verdict>,
    interesting: u32,
    boring: u32,
    unresolved: u32,
    /// The time limit of the last run that came to no answer.
    limit: Duration,
}

impl Tally {
    /// Takes the answer of one more run.
    pub fn add(&mut self, verdict: Verdict) {
        self.first.get_or_insert(verdict);
        *match verdict {
            Verdict::Interesting => &mut self.interesting,
            Verdict::Boring => &mut self.boring,
            Verdict::Unresolved => &mut self.unresolved,
        } += 1;
    }

    /// Takes the answer of one more run, which had this time limit. Runs that came to no answer
    /// within less do not count any more.
    pub fn add_within(&mut self, verdict: Verdict, limit: Duration) {
        if self.is_unresolved_within_less_than(limit) {
            *self = Tally::default();
        }
        self.add(verdict);
        if verdict == Verdict::Unresolved {
            self.limit = limit;
        }
    }

    /// Whether no run came to an answer, and all had less time than this.
    pub fn is_unresolved_within_less_than(&self, limit: Duration) -> bool {
        self.is_unresolved() && self.limit < limit
    }

    /// Forgets the runs that came to no answer.
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

    /// Counts the runs.
    pub fn runs(&self) -> u32 {
        self.interesting + self.boring + self.unresolved
    }

    /// Counts the runs that were interesting.
    pub fn interesting(&self) -> u32 {
        self.interesting
    }

    /// Counts the runs that were not.
    pub fn others(&self) -> u32 {
        self.boring + self.unresolved
    }

    /// Whether some runs were interesting and others were not.
    pub fn is_contradictory(&self) -> bool {
        self.interesting != 0 && self.others() != 0
    }

    /// Whether there were runs, and none of them came to an answer.
    pub fn is_unresolved(&self) -> bool {
        self.unresolved != 0 && self.runs() == self.unresolved
    }

    /// Returns what is meant when a candidate is not interesting.
    pub(super) fn boring_or_unresolved(&self) -> Verdict {
        if self.is_unresolved() { Verdict::Unresolved } else { Verdict::Boring }
    }
}
