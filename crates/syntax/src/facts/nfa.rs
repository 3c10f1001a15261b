//! Nondeterministic automata, from which the deterministic ones are built.

use std::collections::HashMap;

use super::dfa::{Dfa, DfaBuilder};
use super::rules::Kind;

/// A state of a nondeterministic automaton.
pub(super) type NfaState = u32;

/// A nondeterministic automaton over the kinds of children.
#[derive(Debug, Default)]
pub(super) struct Nfa {
    steps: Vec<Vec<(Kind, NfaState)>>,
    silent: Vec<Vec<NfaState>>,
}

/// An automaton exceeds the limit of states.
#[derive(Clone, Copy, Debug)]
pub(super) struct TooLarge;

/// Far above what any rule of forty tested grammars needs.
const MAX_STATES: usize = 20_000;

impl Nfa {
    pub(super) fn state(&mut self) -> NfaState {
        self.steps.push(Vec::new());
        self.silent.push(Vec::new());
        NfaState::try_from(self.steps.len() - 1).unwrap_or(NfaState::MAX)
    }

    pub(super) fn step(&mut self, from: NfaState, kind: Kind) -> NfaState {
        let to = self.state();
        self.steps[from as usize].push((kind, to));
        to
    }

    pub(super) fn link(&mut self, from: NfaState, to: NfaState) {
        self.silent[from as usize].push(to);
    }

    /// Inserts a copy of an automaton after `from`; returns its end state.
    pub(super) fn splice(&mut self, from: NfaState, dfa: &Dfa) -> NfaState {
        let first = self.steps.len();
        for _ in 0..dfa.n_states() {
            self.state();
        }
        let place = |state: u16| NfaState::try_from(first + usize::from(state)).unwrap_or(NfaState::MAX);
        for (state, kind, to) in dfa.steps() {
            self.steps[place(state) as usize].push((kind, place(to)));
        }
        let end = self.state();
        for state in dfa.accepting() {
            self.link(place(state), end);
        }
        self.link(from, place(0));
        end
    }

    /// Returns the minimal deterministic automaton for the same language.
    pub(super) fn determinize(&self, start: NfaState, end: NfaState) -> Result<Dfa, TooLarge> {
        if MAX_STATES * 20 < self.steps.len() {
            return Err(TooLarge);
        }
        let mut builder = DfaBuilder::default();
        let mut index_of: HashMap<Vec<NfaState>, u16> = HashMap::new();
        let mut sets: Vec<Vec<NfaState>> = Vec::new();
        let first = self.closure(vec![start]);
        builder.state(first.contains(&end));
        index_of.insert(first.clone(), 0);
        sets.push(first);
        let mut at = 0;
        while let Some(set) = sets.get(at) {
            let mut targets: Vec<(Kind, NfaState)> =
                set.iter().flat_map(|state| self.steps[*state as usize].iter().copied()).collect();
            targets.sort_unstable();
            targets.dedup();
            let from = u16::try_from(at).map_err(|_| TooLarge)?;
            for run in targets.chunk_by(|a, b| a.0 == b.0) {
                let mut set = self.closure(run.iter().map(|(_, to)| *to).collect());
                if run[0].0 == Kind::HIDDEN {
                    set = self.all_behind_hidden(set);
                }
                let to = match index_of.get(&set) {
                    Some(to) => *to,
                    None => {
                        let to = builder.state(set.contains(&end));
                        if MAX_STATES < usize::from(to) {
                            return Err(TooLarge);
                        }
                        index_of.insert(set.clone(), to);
                        sets.push(set);
                        to
                    }
                };
                builder.step(from, run[0].0, to);
            }
            at += 1;
        }
        Ok(builder.minimize())
    }

    /// Adds the states reached by more hidden text: a tree shows several pieces of it as one.
    fn all_behind_hidden(&self, set: Vec<NfaState>) -> Vec<NfaState> {
        let mut set = set;
        loop {
            let hidden = set.iter().flat_map(|state| &self.steps[*state as usize]);
            let more: Vec<NfaState> =
                hidden.filter(|(kind, _)| *kind == Kind::HIDDEN).map(|(_, to)| *to).collect();
            let wider = self.closure(set.iter().copied().chain(more).collect());
            if wider.len() == set.len() {
                return wider;
            }
            set = wider;
        }
    }

    fn closure(&self, from: Vec<NfaState>) -> Vec<NfaState> {
        let mut reached = from;
        reached.sort_unstable();
        reached.dedup();
        let mut seen: std::collections::HashSet<NfaState> = reached.iter().copied().collect();
        let mut at = 0;
        while let Some(state) = reached.get(at) {
            for to in &self.silent[*state as usize] {
                if seen.insert(*to) {
                    reached.push(*to);
                }
            }
            at += 1;
        }
        reached.sort_unstable();
        reached
    }
}
