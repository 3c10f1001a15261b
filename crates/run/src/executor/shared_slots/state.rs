//! The state that all sessions with common slots share.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use dwindle_reduce::Trial;

use super::growth::Growth;
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

/// Time between two looks whether a waiting caller was cancelled. A callback of `Cancel` that
/// locks the state could deadlock with its registration.
const CANCEL_INTERVAL: Duration = Duration::from_millis(100);

pub(super) struct Shared {
    growth: Option<Growth>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    state: Mutex<State>,
    changed: Condvar,
    /// Notified when a session may be admitted.
    has_place: Condvar,
}

#[derive(Default)]
struct State {
    n_slots: usize,
    jobs: VecDeque<Job>,
    sessions: BTreeMap<u64, SessionShare>,
    n_joined: u64,
    n_running: usize,
    /// SharedSlots that are reserved for something other than a trial.
    n_permits: usize,
    /// How many callers of `permit` wait.
    n_wanted: usize,
    /// How many sessions are under way.
    n_admitted: usize,
    is_closed: bool,
}

struct SessionShare {
    gain: f64,
    share: usize,
    n_running: usize,
    waker: Waker,
}

impl Shared {
    /// Creates the state. No thread runs trials yet. Without `growth`, the number of slots does not
    /// change.
    pub(super) fn new(n_slots: usize, growth: Option<Growth>) -> Shared {
        Shared {
            growth,
            threads: Mutex::default(),
            state: Mutex::new(State { n_slots, ..State::default() }),
            changed: Condvar::new(),
            has_place: Condvar::new(),
        }
    }

    /// Starts threads until there are `n_threads`.
    pub(super) fn start_threads(self: &Arc<Self>, n_threads: usize) -> io::Result<()> {
        let mut threads = self.threads();
        while threads.len() < n_threads {
            let shared = self.clone();
            let thread = thread::Builder::new().name(format!("trial {}", threads.len() + 1));
            threads.push(thread.spawn(move || shared.work())?);
        }
        Ok(())
    }

    /// Removes and returns a thread, to wait for its end.
    pub(super) fn last_thread(&self) -> Option<JoinHandle<()>> {
        self.threads().pop()
    }

    pub(super) fn n_slots(&self) -> usize {
        self.state().n_slots
    }

    /// Returns how many slots there may be at most.
    pub(super) fn most(&self) -> usize {
        self.growth.as_ref().map_or(0, Growth::most).max(self.n_slots())
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
    fn work(self: &Arc<Self>) {
        while let Some(job) = self.take() {
            let Job { session, trial, cancel, property, sender } = job;
            let outcome = match cancel.is_cancelled() {
                true => Outcome { id: trial.id, end: End::Cancelled, took: Duration::ZERO },
                false => run_trial(&*property, &trial, &cancel),
            };
            drop((property, trial));
            let n_slots = self.growth.as_ref().and_then(|growth| growth.ended(outcome.took, self.n_slots()));
            if let Some(n_slots) = n_slots {
                self.set_slots(n_slots);
            }
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
            let has_room = state.n_running + state.n_permits < state.n_slots;
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
            if state.n_running + state.n_permits < state.n_slots {
                state.n_wanted -= 1;
                state.n_permits += 1;
                return true;
            }
            let waited = self.changed.wait_timeout(state, CANCEL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.n_wanted -= 1;
        self.share_out(&mut state);
        false
    }

    /// Adds time for which a slot was reserved for something other than a trial.
    pub(super) fn occupied(&self, took: Duration) {
        if let Some(growth) = &self.growth {
            growth.occupied(took);
        }
    }

    /// Frees a slot that was reserved for something other than a trial.
    pub(super) fn give_back(&self) {
        let mut state = self.state();
        state.n_permits -= 1;
        self.share_out(&mut state);
        drop(state);
        self.changed.notify_all();
    }

    /// Waits until fewer than `n_per_slot` sessions for each slot are under way, and adds one.
    /// Returns false if `cancel` is cancelled before.
    pub(super) fn admit(&self, n_per_slot: usize, cancel: &Cancel) -> bool {
        let mut state = self.state();
        while !cancel.is_cancelled() {
            if state.n_admitted < n_per_slot.saturating_mul(state.n_slots) {
                state.n_admitted += 1;
                return true;
            }
            let waited = self.has_place.wait_timeout(state, CANCEL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        false
    }

    #[cfg(test)]
    pub(super) fn n_admitted(&self) -> usize {
        self.state().n_admitted
    }

    /// Removes a session that was admitted.
    pub(super) fn leave(&self) {
        self.state().n_admitted -= 1;
        self.has_place.notify_one();
    }

    /// Changes the number of slots. There are fewer if a thread cannot be started.
    fn set_slots(self: &Arc<Self>, n_slots: usize) {
        // An error is ignored: the threads that there are run all trials.
        let _ = self.start_threads(n_slots);
        let n_threads = self.threads().len();
        let mut state = self.state();
        state.n_slots = n_slots.min(n_threads).max(1);
        self.share_out(&mut state);
        drop(state);
        self.changed.notify_all();
        self.has_place.notify_all();
    }

    pub(super) fn close(&self) {
        self.state().is_closed = true;
        self.changed.notify_all();
    }

    /// Sets the share of each session, and wakes the sessions whose share has grown.
    fn share_out(&self, state: &mut State) {
        let n_free = state.n_slots.saturating_sub(state.n_permits + state.n_wanted);
        let gains: Vec<f64> = state.sessions.values().map(|session| session.gain).collect();
        for (session, share) in state.sessions.values_mut().zip(shares(n_free, &gains)) {
            let has_more = session.share < share;
            session.share = share;
            if has_more {
                session.waker.wake();
            }
        }
    }

    fn threads(&self) -> MutexGuard<'_, Vec<JoinHandle<()>>> {
        self.threads.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
