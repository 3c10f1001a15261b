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
    /// Alone, and without these relations.
    Bare(Arc<[usize]>),
}

/// The ways of taking dependents along, the likeliest last.
pub(super) const WAYS: [Cascade; 4] = [Cascade::Lonely, Cascade::Wide, Cascade::Both, Cascade::On];

/// The budgets of attempts that did not help last: each miss takes one.
#[derive(Clone)]
pub(super) struct Credits {
    budgets: [Budget; N_BUDGETS],
}

#[derive(Clone, Copy)]
struct Budget {
    /// In parts of a trial.
    left: i32,
    has_helped: bool,
}

const N_BUDGETS: usize = 6;
/// The initial budgets, in the order of [`Credits::place`].
const INITIAL: [i32; N_BUDGETS] = [25, 12, 6, 6, 8, 8];
/// The parts of a trial in which budgets are counted: a spent budget of an attempt that has helped
/// gains one part for each trial of something else.
const PARTS: i32 = 4;
/// What a success adds to a budget.
const HELPED: i32 = 3;
/// What a budget is at least when another kind of units begins: if the attempt has never helped,
/// and if it has.
const LEAST: [i32; 2] = [1, 4];

impl Credits {
    /// Returns the initial budgets.
    pub(super) fn new() -> Credits {
        Credits { budgets: INITIAL.map(|left| Budget { left: left * PARTS, has_helped: false }) }
    }

    /// Whether an attempt is worth a trial.
    pub(super) fn allow(&self, attempt: &Attempt) -> bool {
        Credits::place(attempt).is_none_or(|place| PARTS <= self.budgets[place].left)
    }

    /// Learns whether an attempt was a success.
    pub(super) fn learn(&mut self, attempt: &Attempt, could_go: bool) {
        let own = Credits::place(attempt);
        for (place, budget) in self.budgets.iter_mut().enumerate() {
            if own == Some(place) {
                budget.left += PARTS * if could_go { HELPED } else { -1 };
                budget.has_helped |= could_go;
            } else if budget.left < PARTS {
                budget.left += i32::from(budget.has_helped);
            }
        }
    }

    /// Raises spent budgets: other units may need other attempts.
    pub(super) fn renew(&mut self) {
        for budget in &mut self.budgets {
            budget.left = budget.left.max(PARTS * LEAST[usize::from(budget.has_helped)]);
        }
    }

    fn place(attempt: &Attempt) -> Option<usize> {
        match attempt {
            Attempt::Alone => Some(0),
            Attempt::Otherwise(Cascade::Both) => Some(1),
            Attempt::Otherwise(Cascade::Wide) => Some(2),
            Attempt::Otherwise(Cascade::Lonely) => Some(3),
            Attempt::Without(_) => Some(4),
            Attempt::Bare(_) => Some(5),
            Attempt::Cascade | Attempt::Otherwise(_) | Attempt::Question | Attempt::Other { .. } => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_budget_gets_a_little_for_each_kind_of_units() {
        let mut credits = Credits::new();
        let wide = Attempt::Otherwise(Cascade::Wide);
        (0..INITIAL[2]).for_each(|_| credits.learn(&wide, false));
        assert!(!credits.allow(&wide) && credits.allow(&Attempt::Alone));
        credits.renew();
        assert!(credits.allow(&wide));
        credits.learn(&wide, false);
        assert!(!credits.allow(&wide));
        credits.learn(&wide, true);
        (0..HELPED).for_each(|_| credits.learn(&wide, false));
        credits.renew();
        (1..LEAST[1]).for_each(|_| credits.learn(&wide, false));
        assert!(credits.allow(&wide));
    }

    #[test]
    fn what_has_helped_is_tried_once_for_several_trials_of_something_else() {
        let mut credits = Credits::new();
        let (wide, both) = (Attempt::Otherwise(Cascade::Wide), Attempt::Otherwise(Cascade::Both));
        credits.learn(&both, true);
        (0..INITIAL[2]).for_each(|_| credits.learn(&wide, false));
        (0..INITIAL[1] + HELPED).for_each(|_| credits.learn(&both, false));
        assert!(!credits.allow(&wide) && !credits.allow(&both));
        (0..PARTS).for_each(|_| credits.learn(&Attempt::Cascade, false));
        assert!(!credits.allow(&wide) && credits.allow(&both));
    }
}
