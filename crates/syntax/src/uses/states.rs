//! What was found out about states of a text, as long as they are asked about.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::graph::Inner;
use super::reach::{Gone, Reached};
use crate::bindings::Missing;

/// So many states are remembered: before and after a change, and with what goes along.
const MOST_KNOWN: usize = 6;

/// The states that were asked about last, the latest one at the end.
#[derive(Debug, Default)]
pub(super) struct States {
    known: Mutex<Vec<Arc<State>>>,
}

/// A text of which some bytes are gone.
#[derive(Debug)]
pub(super) struct State {
    ranges: Vec<Range<usize>>,
    pub(super) gone: Gone,
    needed: OnceLock<Reached>,
    missing: OnceLock<Vec<Missing>>,
}

impl States {
    /// Returns the text without these bytes (sorted, without overlaps).
    pub(super) fn state(&self, inner: &Inner, ranges: &[Range<usize>]) -> Arc<State> {
        let known = || self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = |states: &mut Vec<Arc<State>>| {
            let at = states.iter().rposition(|state| state.ranges == ranges)?;
            states[at..].rotate_left(1);
            states.last().cloned()
        };
        if let Some(state) = found(&mut known()) {
            return state;
        }
        let state = Arc::new(State {
            ranges: ranges.to_vec(),
            gone: Gone::of(inner, ranges),
            needed: OnceLock::new(),
            missing: OnceLock::new(),
        });
        let mut known = known();
        if known.len() == MOST_KNOWN {
            known.remove(0);
        }
        known.push(state.clone());
        state
    }
}

impl State {
    /// Returns what is needed.
    pub(super) fn needed(&self, inner: &Inner) -> &Reached {
        self.needed.get_or_init(|| {
            let mut reached = Reached::start(inner, &self.gone);
            reached.go_on(inner, &self.gone);
            reached
        })
    }

    /// Returns what lost its definition.
    pub(super) fn missing(&self, inner: &Inner) -> &[Missing] {
        self.missing.get_or_init(|| inner.bindings.missing(self.ranges.iter().cloned()))
    }
}
