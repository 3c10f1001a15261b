//! Deterministic automata over the kinds of children.

use std::collections::{BTreeMap, HashMap};

use super::rules::Kind;

/// The minimal automaton of a rule's children. State 0 is the start; an accepting state can be
/// reached from every state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Dfa {
    accepting: Vec<bool>,
    /// By kind: pairs of source and target state, sorted.
    steps: BTreeMap<Kind, Box<[(u16, u16)]>>,
}

impl Dfa {
    pub(super) fn n_states(&self) -> usize {
        self.accepting.len()
    }

    pub(super) fn accepts_at(&self, state: u16) -> bool {
        self.accepting[usize::from(state)]
    }

    pub(super) fn accepting(&self) -> impl Iterator<Item = u16> {
        (0u16..).zip(&self.accepting).filter(|(_, accepting)| **accepting).map(|(state, _)| state)
    }

    pub(super) fn steps(&self) -> impl Iterator<Item = (u16, Kind, u16)> {
        self.steps.iter().flat_map(|(kind, pairs)| pairs.iter().map(|(from, to)| (*from, *kind, *to)))
    }

    /// Returns all steps with a kind: pairs of source and target state, sorted.
    pub(super) fn steps_of(&self, kind: Kind) -> &[(u16, u16)] {
        self.steps.get(&kind).map_or(&[], |pairs| pairs)
    }

    /// Returns the state after a child of this kind; `None` if the rule does not allow it.
    pub(super) fn step(&self, state: u16, kind: Kind) -> Option<u16> {
        let pairs = self.steps_of(kind);
        pairs.binary_search_by_key(&state, |(from, _)| *from).ok().map(|found| pairs[found].1)
    }

    /// Returns every kind that the rule allows in a state, with the next state.
    pub(super) fn steps_from(&self, state: u16) -> impl Iterator<Item = (Kind, u16)> {
        self.steps.keys().filter_map(move |kind| Some((*kind, self.step(state, *kind)?)))
    }
}

/// Builds a [`Dfa`] from states and steps.
#[derive(Debug, Default)]
pub(super) struct DfaBuilder {
    accepting: Vec<bool>,
    steps: Vec<Vec<(Kind, u16)>>,
}

impl DfaBuilder {
    pub(super) fn state(&mut self, accepting: bool) -> u16 {
        self.accepting.push(accepting);
        self.steps.push(Vec::new());
        u16::try_from(self.accepting.len() - 1).unwrap_or(u16::MAX)
    }

    /// Adds a step. Each kind has at most one step from a state.
    pub(super) fn step(&mut self, from: u16, kind: Kind, to: u16) {
        self.steps[usize::from(from)].push((kind, to));
    }

    /// Merges equivalent states (Moore's partition refinement) and drops those that cannot reach an
    /// accepting state.
    pub(super) fn minimize(mut self) -> Dfa {
        self.drop_dead();
        let mut class: Vec<u16> = self.accepting.iter().map(|accepting| u16::from(*accepting)).collect();
        let mut n_classes = 0;
        loop {
            let mut known: HashMap<(u16, Vec<(Kind, u16)>), u16> = HashMap::new();
            let mut refined = Vec::with_capacity(class.len());
            for (state, steps) in self.steps.iter().enumerate() {
                let steps = steps.iter().map(|(kind, to)| (*kind, class[usize::from(*to)])).collect();
                let next = u16::try_from(known.len()).unwrap_or(u16::MAX);
                refined.push(*known.entry((class[state], steps)).or_insert(next));
            }
            class = refined;
            if known.len() == n_classes {
                return self.merged(&class, n_classes);
            }
            n_classes = known.len();
        }
    }

    /// Removes steps into dead states, from which no accepting state can be reached. The dead
    /// states remain; merging joins them into one, which is then left out unless it is the start.
    fn drop_dead(&mut self) {
        let mut alive = self.accepting.clone();
        loop {
            let mut changed = false;
            for (state, steps) in self.steps.iter().enumerate() {
                if !alive[state] && steps.iter().any(|(_, to)| alive[usize::from(*to)]) {
                    alive[state] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        for steps in &mut self.steps {
            steps.retain(|(_, to)| alive[usize::from(*to)]);
            steps.sort_unstable();
        }
    }

    fn merged(&self, class: &[u16], n_classes: usize) -> Dfa {
        let mut accepting = vec![false; n_classes];
        let mut steps: BTreeMap<Kind, Vec<(u16, u16)>> = BTreeMap::new();
        let mut done = vec![false; n_classes];
        for (state, merged) in class.iter().enumerate() {
            if std::mem::replace(&mut done[usize::from(*merged)], true) {
                continue;
            }
            accepting[usize::from(*merged)] = self.accepting[state];
            for (kind, to) in &self.steps[state] {
                steps.entry(*kind).or_default().push((*merged, class[usize::from(*to)]));
            }
        }
        let sorted = |mut pairs: Vec<(u16, u16)>| {
            pairs.sort_unstable();
            pairs.into_boxed_slice()
        };
        Dfa { accepting, steps: steps.into_iter().map(|(kind, pairs)| (kind, sorted(pairs))).collect() }
    }
}
