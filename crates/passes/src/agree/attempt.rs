//! The ways in which units are removed, and how often each is tried.

use std::sync::Arc;

use super::closure::Cascade;

/// How units are removed.
#[derive(Clone, Debug)]
pub(super) enum Attempt {
    /// With their dependents, in the way that helped last.
    Cascade,
    /// With their dependents, in another way.
    Otherwise(Cascade),
    /// Alone.
    Alone,
    /// Not at all: values are changed to find out whether they are checked.
    Question,
    /// With another rule of a relation, or without that relation.
    Other { relation: usize, rule: Option<u8> },
    /// Without these relations, which may be chance.
    Without(Arc<[usize]>),
}

/// The ways of taking dependents along, the likeliest last.
pub(super) const WAYS: [Cascade; 4] = [Cascade::Lonely, Cascade::Wide, Cascade::Both, Cascade::On];

/// The budgets of attempts that did not help last: each miss takes one.
#[derive(Clone)]
pub(super) struct Credits {
    alone: i32,
    both: i32,
    wide: i32,
    lonely: i32,
    without: i32,
}

/// What a success adds to a budget.
const HELPED: i32 = 3;

impl Credits {
    /// Returns the initial budgets.
    pub(super) fn new() -> Credits {
        Credits { alone: 25, both: 12, wide: 6, lonely: 6, without: 8 }
    }

    /// Whether an attempt is worth a trial.
    pub(super) fn allow(&mut self, attempt: &Attempt) -> bool {
        self.of(attempt).is_none_or(|credit| 0 < *credit)
    }

    /// Learns whether an attempt was a success.
    pub(super) fn learn(&mut self, attempt: &Attempt, could_go: bool) {
        if let Some(credit) = self.of(attempt) {
            *credit += if could_go { HELPED } else { -1 };
        }
    }

    fn of(&mut self, attempt: &Attempt) -> Option<&mut i32> {
        match attempt {
            Attempt::Alone => Some(&mut self.alone),
            Attempt::Otherwise(Cascade::Both) => Some(&mut self.both),
            Attempt::Otherwise(Cascade::Wide) => Some(&mut self.wide),
            Attempt::Otherwise(Cascade::Lonely) => Some(&mut self.lonely),
            Attempt::Without(_) => Some(&mut self.without),
            Attempt::Cascade | Attempt::Otherwise(_) | Attempt::Question | Attempt::Other { .. } => None,
        }
    }
}
