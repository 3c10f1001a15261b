//! The state that all sessions with common slots share.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dwindle_reduce::Trial;

use super::shares::shares;
use crate::executor::run_trial::run_trial;
use crate::executor::{End, Outcome, Waker};
use crate::property::{Cancel, Property};

/// A message that ends a session's wait.
pub(super) enum Message {
    Ended(Outcome),
    Woken,
}

/// A trial that waits for a thread.
pub(super) struct Job {
    pub(super) session: u64,
    pub(super) trial: Trial,
    pub(super) cancel: Cancel,
    pub(super) property: Arc<dyn Property>,
    pub(super) sender: Sender<Message>,
}

pub(super) struct Shared {
    n_slots: usize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    sessions: BTreeMap<u64, SessionShare>,
    n_joined: u64,
    n_running: usize,
    /// SharedSlots that are reserved for something other than a trial.
    n_permits: usize,
    /// How many callers of `permit` wait.
    n_wanted: usize,
    is_closed: bool,
}

struct SessionShare {
    gain: f64,
    share: usize,
    n_running: usize,
    waker: Waker,
}

impl Shared {
    pub(super) fn new(n_slots: usize) -> Shared {
        Shared { n_slots, state: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn n_slots(&self) -> usize {
        self.n_slots
    }

    /// Adds a session and returns its number.
    pub(super) fn join(&self, gain: f64, waker: Waker) -> u64 {
        let mut state = self.state();
        let number = state.n_joined;
        state.n_joined += 1;
        state.sessions.insert(number, SessionShare { gain, share: 0, n_running: 0, waker });
        self.share_out(&mut state);
        number
    }

    /// Drops the waiting trials of a session.
    pub(super) fn withdraw(&self, number: u64) {
        self.state().jobs.retain(|job| job.session != number);
    }

    /// Waits for the running trials of a session without waiting ones, and removes the session.
    pub(super) fn part(&self, number: u64) {
        let mut state = self.state();
        while state.sessions.get(&number).is_some_and(|session| session.n_running != 0) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.sessions.remove(&number);
        self.share_out(&mut state);
    }

    /// Returns the present share of a session.
    pub(super) fn share(&self, number: u64) -> usize {
        self.state().sessions.get(&number).map_or(0, |session| session.share)
    }

    /// Sets the expected gain of a session.
    pub(super) fn set_gain(&self, number: u64, gain: f64) {
        let mut state = self.state();
        if let Some(session) = state.sessions.get_mut(&number) {
            session.gain = gain;
            self.share_out(&mut state);
        }
    }

    /// Queues a trial.
    pub(super) fn put(&self, job: Job) {
        self.state().jobs.push_back(job);
        self.changed.notify_all();
    }

    /// Runs trials until `close` is called.
    pub(super) fn work(&self) {
        while let Some(job) = self.take() {
            let Job { session, trial, cancel, property, sender } = job;
            let outcome = match cancel.is_cancelled() {
                true => Outcome { id: trial.id, end: End::Cancelled, took: Duration::ZERO },
                false => run_trial(&*property, &trial, &cancel),
            };
            drop((property, trial));
            let mut state = self.state();
            state.n_running -= 1;
            if let Some(session) = state.sessions.get_mut(&session) {
                session.n_running -= 1;
            }
            drop(state);
            self.changed.notify_all();
            // Nobody receives it while the session is being dropped.
            let _ = sender.send(Message::Ended(outcome));
        }
    }

    fn take(&self) -> Option<Job> {
        let mut state = self.state();
        loop {
            if state.is_closed {
                return None;
            }
            let has_room = state.n_running + state.n_permits < self.n_slots;
            if let Some(job) = has_room.then(|| state.jobs.pop_front()).flatten() {
                state.n_running += 1;
                if let Some(session) = state.sessions.get_mut(&job.session) {
                    session.n_running += 1;
                }
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for a slot for something other than a trial. Returns false if `cancel` is cancelled
    /// before.
    pub(super) fn permit(&self, cancel: &Cancel) -> bool {
        let mut state = self.state();
        state.n_wanted += 1;
        self.share_out(&mut state);
        while !cancel.is_cancelled() {
            if state.n_running + state.n_permits < self.n_slots {
                state.n_wanted -= 1;
                state.n_permits += 1;
                return true;
            }
            // Checked at intervals: a callback of `cancel` that locks the state could deadlock with
            // its registration here.
            let waited = self.changed.wait_timeout(state, Duration::from_millis(100));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.n_wanted -= 1;
        self.share_out(&mut state);
        false
    }

    pub(super) fn give_back(&self) {
        let mut state = self.state();
        state.n_permits -= 1;
        self.share_out(&mut state);
        drop(state);
        self.changed.notify_all();
    }

    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Sets the share of each session, and wakes the sessions whose share has grown.
    fn share_out(&self, state: &mut State) {
        let n_free = self.n_slots.saturating_sub(state.n_permits + state.n_wanted);
        let gains: Vec<f64> = state.sessions.values().map(|session| session.gain).collect();
        for (session, share) in state.sessions.values_mut().zip(shares(n_free, &gains)) {
            let has_more = session.share < share;
            session.share = share;
            if has_more {
                session.waker.wake();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
