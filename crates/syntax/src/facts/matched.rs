//! One match of a node's children with a rule.

use std::sync::Arc;

use super::dfa::Dfa;
use super::rules::Kind;

/// A sequence of children and an automaton that accepts it: the state before every child, and the
/// states from which the remaining children are accepted.
///
/// Together they answer questions about one change in O(1): the children `a..b` may be left out if
/// the rest after `b` is accepted from the state before `a`.
#[derive(Clone, Debug)]
pub(super) struct Matched {
    pub(super) dfa: Arc<Dfa>,
    kinds: Vec<Kind>,
    /// The state before every child, and after the last one.
    states: Vec<u16>,
    /// For the same positions: the set of states from which the rest is accepted.
    accepted: StateSets,
}

impl Matched {
    /// Matches children against an automaton; `None` if it does not accept them. O(children ×
    /// states).
    pub(super) fn new(dfa: Arc<Dfa>, children: &[Kind]) -> Option<Matched> {
        let mut states = Vec::with_capacity(children.len() + 1);
        let mut state = 0;
        states.push(state);
        for kind in children {
            state = dfa.step(state, *kind)?;
            states.push(state);
        }
        if !dfa.accepts_at(state) {
            return None;
        }
        let mut accepted = StateSets::new(children.len() + 1, dfa.n_states());
        for state in dfa.accepting() {
            accepted.insert(children.len(), state);
        }
        for (place, kind) in children.iter().enumerate().rev() {
            for (from, to) in dfa.steps_of(*kind) {
                if accepted.contains(place + 1, *to) {
                    accepted.insert(place, *from);
                }
            }
        }
        Some(Matched { dfa, kinds: children.to_vec(), states, accepted })
    }

    /// Returns the state before every child and after the last one.
    pub(super) fn states(&self) -> &[u16] {
        &self.states
    }

    /// Whether the children from `place` on are accepted from a state.
    pub(super) fn accepts_rest(&self, state: u16, place: usize) -> bool {
        self.accepted.contains(place, state)
    }

    /// Whether the children `from..to` may be left out.
    pub(super) fn may_leave_out(&self, from: usize, to: usize) -> bool {
        self.accepts_rest(self.states[from], to)
    }

    /// Whether the child at `place` leads from this state to the same state as now, so that the
    /// rest is read as before.
    pub(super) fn joins_at(&self, state: u16, place: usize) -> bool {
        match self.kinds.get(place) {
            Some(kind) => self.dfa.step(state, *kind) == Some(self.states[place + 1]),
            None => self.dfa.accepts_at(state),
        }
    }

    /// Whether a node of this kind may replace a child.
    pub(super) fn may_stand_at(&self, child: usize, kind: Kind) -> bool {
        self.dfa.step(self.states[child], kind).is_some_and(|state| self.accepts_rest(state, child + 1))
    }

    /// Returns the kinds that may replace a child.
    pub(super) fn kinds_at(&self, child: usize) -> impl Iterator<Item = Kind> {
        let steps = self.dfa.steps_from(self.states[child]);
        steps.filter(move |(_, to)| self.accepts_rest(*to, child + 1)).map(|(kind, _)| kind)
    }
}

/// A set of states for each of many positions.
#[derive(Clone, Debug)]
struct StateSets {
    words: Vec<u64>,
    words_per_place: usize,
}

impl StateSets {
    fn new(n_places: usize, n_states: usize) -> StateSets {
        let words_per_place = n_states.div_ceil(64);
        StateSets { words: vec![0; n_places * words_per_place], words_per_place }
    }

    fn insert(&mut self, place: usize, state: u16) {
        let (word, bit) = self.bit(place, state);
        self.words[word] |= bit;
    }

    fn contains(&self, place: usize, state: u16) -> bool {
        let (word, bit) = self.bit(place, state);
        self.words[word] & bit != 0
    }

    fn bit(&self, place: usize, state: u16) -> (usize, u64) {
        (place * self.words_per_place + usize::from(state) / 64, 1 << (state % 64))
    }
}
