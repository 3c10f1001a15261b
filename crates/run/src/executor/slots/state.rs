//! What sessions with common slots share.

use std::collections::{BTreeMap, VecDeque};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use dwindle_reduce::Trial;

use super::shares::shares;
use crate::executor::work::run;
use crate::executor::{Bell, End, Outcome};
use crate::property::{Cancel, Property};

/// What wakes a session.
pub(super) enum Message {
    Ended(Outcome),
    Rung,
}

/// A trial that waits for a thread.
pub(super) struct Job {
    pub(super) member: u64,
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
    members: BTreeMap<u64, Membership>,
    n_joined: u64,
    n_running: usize,
    /// Permits that are out, and those that are waited for.
    n_permits: usize,
    n_wanted: usize,
    is_closed: bool,
}

struct Membership {
    gain: f64,
    share: usize,
    n_running: usize,
    bell: Bell,
}

impl Shared {
    pub(super) fn new(n_slots: usize) -> Shared {
        Shared { n_slots, state: Mutex::default(), changed: Condvar::new() }
    }

    pub(super) fn n_slots(&self) -> usize {
        self.n_slots
    }

    /// Lets a session in and returns its number.
    pub(super) fn join(&self, gain: f64, bell: Bell) -> u64 {
        let mut state = self.state();
        let number = state.n_joined;
        state.n_joined += 1;
        state.members.insert(number, Membership { gain, share: 0, n_running: 0, bell });
        self.share_out(&mut state);
        number
    }

    /// Drops what a session has waiting.
    pub(super) fn withdraw(&self, number: u64) {
        self.state().jobs.retain(|job| job.member != number);
    }

    /// Lets a session go that has nothing waiting: what still runs is waited for.
    pub(super) fn part(&self, number: u64) {
        let mut state = self.state();
        while state.members.get(&number).is_some_and(|member| member.n_running != 0) {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.members.remove(&number);
        self.share_out(&mut state);
    }

    /// Returns the present share of a session.
    pub(super) fn share(&self, number: u64) -> usize {
        self.state().members.get(&number).map_or(0, |member| member.share)
    }

    /// Sets the gain that is expected of a session from now on.
    pub(super) fn expect(&self, number: u64, gain: f64) {
        let mut state = self.state();
        if let Some(member) = state.members.get_mut(&number) {
            member.gain = gain;
            self.share_out(&mut state);
        }
    }

    /// Takes a trial.
    pub(super) fn put(&self, job: Job) {
        self.state().jobs.push_back(job);
        self.changed.notify_all();
    }

    /// Runs trials until the end.
    pub(super) fn work(&self) {
        while let Some(job) = self.take() {
            let Job { member, trial, cancel, property, sender } = job;
            let outcome = match cancel.is_cancelled() {
                true => Outcome { id: trial.id, end: End::Cancelled, took: Duration::ZERO },
                false => run(&*property, &trial, &cancel),
            };
            drop((property, trial));
            let mut state = self.state();
            state.n_running -= 1;
            if let Some(member) = state.members.get_mut(&member) {
                member.n_running -= 1;
            }
            drop(state);
            self.changed.notify_all();
            // Nobody listens any more when the session is being dropped.
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
                if let Some(member) = state.members.get_mut(&job.member) {
                    member.n_running += 1;
                }
                return Some(job);
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Waits for a permit. Returns whether there is one: not if it is cancelled before.
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
            // A waker that took the lock of the state could wait for us while we register it.
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

    /// Sets the share of each session, and wakes those that got more.
    fn share_out(&self, state: &mut State) {
        let n_free = self.n_slots.saturating_sub(state.n_permits + state.n_wanted);
        let gains: Vec<f64> = state.members.values().map(|member| member.gain).collect();
        for (member, share) in state.members.values_mut().zip(shares(n_free, &gains)) {
            let has_more = member.share < share;
            member.share = share;
            if has_more {
                member.bell.ring();
            }
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Nothing panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
