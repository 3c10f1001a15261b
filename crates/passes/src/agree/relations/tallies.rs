//! Rules for single values: a count, a maximum or a sum.

use super::super::relation::Rule;
use super::super::state::View;
use crate::bits::Bits;

/// Several targets with the same value, which a rule computes for one of them.
pub(super) struct Same {
    pub(super) rule: Box<dyn Rule>,
    pub(super) others: Vec<u32>,
}

impl Rule for Same {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        self.rule.evaluate(view, &mut |at, value| {
            set(at, value);
            self.others.iter().for_each(|&other| set(other, value));
        });
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.rule.operands(bits)
    }
}

/// A placeholder for a rule that is set later.
pub(super) struct Nothing;

impl Rule for Nothing {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn operands(&self, _: &mut Bits) -> bool {
        true
    }
}

/// The number of live atoms.
pub(super) struct Count {
    pub(super) at: u32,
    pub(super) atoms: Vec<u32>,
    pub(super) plus: i64,
}

impl Rule for Count {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let n_living = self.atoms.iter().filter(|&&at| view.lives(at)).count() as i64;
        set(self.at, n_living + self.plus);
    }

    fn operands(&self, bits: &mut Bits) -> bool {
        self.atoms.iter().for_each(|&at| bits.insert(at));
        true
    }
}

/// The number of live lines.
pub(super) struct LineCount {
    pub(super) at: u32,
    pub(super) lines: Vec<u32>,
    pub(super) plus: i64,
}

impl Rule for LineCount {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let n_living = self.lines.iter().filter(|&&line| view.has_line(line)).count() as i64;
        set(self.at, n_living + self.plus);
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

/// How a single value follows from the live numbers of a class.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Sum,
    Last,
    First,
    Largest,
    Smallest,
}

impl Way {
    pub(super) const ALL: [Way; 5] = [Way::Sum, Way::Last, Way::First, Way::Largest, Way::Smallest];

    /// Returns the value; `None` if it needs a number and there is none.
    pub(super) fn of(self, mut values: impl Iterator<Item = i64>) -> Option<i64> {
        match self {
            Way::Sum => Some(values.fold(0, i64::saturating_add)),
            Way::Last => values.last(),
            Way::First => values.next(),
            Way::Largest => values.max(),
            Way::Smallest => values.min(),
        }
    }
}

/// The sum of live numbers, or one of them.
pub(super) struct Total {
    pub(super) at: u32,
    pub(super) slots: Vec<u32>,
    pub(super) way: Way,
}

impl Rule for Total {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let living = self.slots.iter().filter(|&&at| view.lives(at));
        if let Some(value) = self.way.of(living.map(|&at| view.number(at))) {
            set(self.at, value);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

/// The largest of live numbers, by absolute value.
pub(super) struct Maximum {
    pub(super) at: u32,
    pub(super) slots: Vec<u32>,
}

impl Rule for Maximum {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let living = self.slots.iter().filter(|&&at| view.lives(at));
        let most = living.map(|&at| view.number(at).abs()).max().unwrap_or(0);
        set(self.at, most);
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
