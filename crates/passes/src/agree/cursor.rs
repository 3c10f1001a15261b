//! The position of a search in the lists of units.

use std::sync::Arc;

use super::model::Model;
use super::state::{State, View};
use super::unit::Unit;
use super::units::{N_FINE, N_STAGES, lists};
use crate::stage::halving::Halving;

/// The position in the lists of units. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Cursor {
    stage: usize,
    lists: Halving<Unit>,
    has_removed: bool,
    /// Whether no list is left before its end, once a repair has been useful.
    is_last: bool,
    runs: [Runs; N_STAGES],
    /// How many units of the current kind are left until it has to wait.
    left: u64,
    /// By kind: the rest of its lists if it waits because others may bring more.
    waiting: Arc<Vec<Option<Rest>>>,
    /// Whether each kind is only looked at, because nothing could be removed yet.
    is_looking: bool,
}

/// What is left of a run: units of the state at its beginning, some of which may be gone.
#[derive(Clone)]
struct Rest {
    lists: Halving<Unit>,
    has_removed: bool,
    /// Whether the kind waits only because other kinds had to be looked at.
    was_looked_at: bool,
}

/// What is known about a kind of units.
#[derive(Clone, Copy, Default)]
struct Runs {
    n: usize,
    /// The last runs that have removed nothing.
    n_vain: u64,
    /// The number of live atoms after the last run.
    n_left: u64,
    /// Whether the last run left no list before its end.
    was_last: bool,
}

/// Budget of misses in a row on single units of a list, in the first run and in later ones; the
/// last runs have none.
const MOST_MISSED: [usize; 2] = [15, 60];
/// The smaller budgets until the first useful repair.
const MOST_MISSED_AT_FIRST: [usize; 2] = [4, 9];
/// Budget of units asked of one kind, which waits when it is spent. Each thousandth of the document
/// that goes is one more.
const PATIENCE: u64 = 128;
/// The same when a kind is tried for the first time: others may bring more.
const PATIENCE_AT_FIRST: u64 = 32;
/// The budget of misses for a first look at a kind, until something could be removed.
const LOOK: u64 = 12;
/// How many percent of a document must have gone before a kind of units is tried again; as many
/// more for each run in vain.
const GONE: u64 = 10;

impl Runs {
    /// Whether so much has been removed since the last run that another one may help.
    fn is_due(&self, n_living: u64) -> bool {
        self.n == 0 || n_living * 100 < self.n_left * 100u64.saturating_sub(GONE * (1 + self.n_vain))
    }

    /// Whether something has been removed since the last run, or that run left lists early.
    fn is_open(&self, n_living: u64) -> bool {
        !self.was_last || self.n_left != n_living
    }

    /// Returns the number of runs, as far as the budget of misses depends on it.
    fn turn(&self) -> usize {
        self.n.min(MOST_MISSED.len())
    }
}

impl Cursor {
    /// Returns the position of the first list that has units.
    pub(super) fn first(model: &Model, state: &State) -> Cursor {
        let lists = Halving::new(lists(0, model, state));
        Cursor {
            stage: 0,
            lists,
            has_removed: false,
            is_last: false,
            runs: [Runs::default(); N_STAGES],
            left: PATIENCE,
            waiting: Arc::new((0..N_STAGES).map(|_| None).collect()),
            is_looking: false,
        }
    }

    /// Looks at each kind of units before more is asked of one: the large ones may all be needed
    /// where the lines of one kind are not. Ends when something could be removed.
    pub(super) fn look_first(&mut self) {
        (self.is_looking, self.left) = (true, LOOK);
    }

    /// Whether kinds of units are only looked at.
    pub(super) fn is_looking(&self) -> bool {
        self.is_looking
    }

    /// Returns the next live units; `None` at the end.
    pub(super) fn next(&mut self, model: &Model, state: &State) -> Option<Vec<Unit>> {
        loop {
            let lives = |unit: &Unit| {
                unit.spans.iter().any(|span| state.alive.any_in_without(span.clone(), &model.facts.space))
                    || unit.values.iter().any(|&(at, value)| differs(model, state, at, value))
            };
            if 0 < self.left || self.is_last {
                match self.lists.next(lives) {
                    Some(units) => return Some(units),
                    None => self.end_run(state),
                }
            } else {
                let (lists, has_removed) = (self.lists.clone(), self.has_removed);
                let rest = Rest { lists, has_removed, was_looked_at: self.is_looking };
                Arc::make_mut(&mut self.waiting)[self.stage] = Some(rest);
            }
            self.next_stage(model, state)?;
        }
    }

    /// Learns whether the units could be removed, and how many thousandths of the document went
    /// with them. Until a repair has been useful, lists are left sooner; later, kinds of units wait
    /// that bring little.
    pub(super) fn learn(&mut self, could_go: bool, is_new: bool, gone: u64) {
        self.has_removed |= could_go;
        if !is_new {
            if std::mem::take(&mut self.is_looking) {
                self.left = PATIENCE;
            }
            self.left = (self.left + gone).saturating_sub(1).min(PATIENCE);
        } else if self.is_looking {
            self.left -= 1;
        }
        let turn = self.runs[self.stage].n.min(1);
        match is_new {
            true => self.lists.learn(could_go, Some(MOST_MISSED_AT_FIRST[turn])),
            false => self.lists.learn_or_jump(could_go, (!self.is_last).then_some(MOST_MISSED[turn])),
        }
    }

    /// Learns that values became others: what had to agree with them may go now.
    pub(super) fn begin_anew(&mut self) {
        let stage = self.stage;
        let others = self.runs.iter_mut().enumerate().filter(|(number, _)| *number != stage);
        others.for_each(|(_, runs)| *runs = Runs::default());
    }

    /// Returns the kind of the current units.
    pub(super) fn stage(&self) -> usize {
        self.stage
    }

    /// Whether the current units are small.
    pub(super) fn is_fine(&self) -> bool {
        N_STAGES - N_FINE <= self.stage
    }

    /// Whether the current units are a single one.
    pub(super) fn is_single(&self) -> bool {
        self.lists.is_single()
    }

    /// Learns that no unit of the current kind is left.
    fn end_run(&mut self, state: &State) {
        let runs = &mut self.runs[self.stage];
        runs.n += 1;
        runs.n_vain = if self.has_removed { 0 } else { runs.n_vain + 1 };
        runs.n_left = state.alive.count() as u64;
        runs.was_last = self.is_last;
    }

    /// Goes on to the largest units that have not been tried yet, or not since much has been
    /// removed; then to the next ones that wait; if there are none, to those that were tried least:
    /// twice with a budget of misses, then to the end.
    fn next_stage(&mut self, model: &Model, state: &State) -> Option<()> {
        let n_living = state.alive.count() as u64;
        let waits = |stage: &usize| self.waiting[*stage].is_some();
        let is_due = |is_looking: bool, stage: usize| match &self.waiting[stage] {
            Some(rest) => rest.was_looked_at && !is_looking,
            None => self.runs[stage].is_due(n_living),
        };
        let next_due = |is_looking| (0..N_STAGES).find(|&stage| is_due(is_looking, stage));
        let looked = self.is_looking.then(|| next_due(true)).flatten();
        let due = looked.or_else(|| next_due(false));
        let waiting = || (self.stage + 1..N_STAGES).chain(0..=self.stage).find(waits);
        let is_open = |stage: &usize| self.runs[*stage].is_open(n_living);
        let open = || (0..N_STAGES).filter(is_open).min_by_key(|&stage| self.runs[stage].turn());
        let next = due.or_else(waiting).or_else(open)?;
        self.is_last = due.is_none() && !waits(&next) && self.runs[next].turn() == MOST_MISSED.len();
        self.stage = next;
        self.is_looking = looked.is_some();
        let rest = match waits(&next) {
            true => Arc::make_mut(&mut self.waiting)[next].take(),
            false => None,
        };
        let is_first = self.runs[next].n == 0 && rest.is_none();
        let new = || Rest {
            lists: Halving::new(lists(next, model, state)),
            has_removed: false,
            was_looked_at: false,
        };
        Rest { lists: self.lists, has_removed: self.has_removed, .. } = rest.unwrap_or_else(new);
        self.left = match (self.is_looking, is_first) {
            (true, _) => LOOK,
            (false, true) => PATIENCE_AT_FIRST,
            (false, false) => PATIENCE,
        };
        Some(())
    }
}

/// Whether a number is alive, and another one than `value`.
fn differs(model: &Model, state: &State, at: u32, value: i64) -> bool {
    let view = View::new(&model.facts, &model.slots, state);
    view.lives(at) && view.number(at) != value
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;

    #[test]
    fn a_new_kind_that_brings_little_waits_soon() {
        let model = Model::of(&Document::single("a", "a b\n\n".repeat(200)));
        let state = model.original();
        let mut cursor = Cursor::first(&model, &state);
        let mut n_of_next = || -> u64 {
            cursor.next(&model, &state);
            let stage = cursor.stage();
            let mut n_asked = 0;
            while cursor.stage() == stage {
                n_asked += 1;
                cursor.learn(n_asked % 8 == 0, false, 0);
                cursor.next(&model, &state);
            }
            n_asked
        };
        assert_eq!(n_of_next(), PATIENCE_AT_FIRST);
    }
}
