//! The executor of one of several sessions that share slots.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use dwindle_reduce::{Trial, TrialId};

use super::state::{Job, Message, Shared};
use crate::executor::{Executor, Outcome, Waker};
use crate::property::{Cancel, Property};

/// The executor of one session. Its share of the slots changes with the gains of the sessions.
/// Dropping it cancels its trials and waits for those that run.
pub struct SessionExecutor {
    shared: Arc<Shared>,
    number: u64,
    property: Arc<dyn Property>,
    under_way: HashMap<TrialId, Cancel>,
    messages: Receiver<Message>,
    sender: Sender<Message>,
}

/// Sets the gain that is expected of a session.
#[derive(Clone)]
pub struct ExpectedGain {
    shared: Arc<Shared>,
    number: u64,
}

impl ExpectedGain {
    /// Sets how much one second of the session's trials is expected to gain.
    pub fn set(&self, gain: f64) {
        self.shared.set_gain(self.number, gain);
    }
}

impl SessionExecutor {
    pub(super) fn new(shared: Arc<Shared>, property: Arc<dyn Property>, gain: f64) -> SessionExecutor {
        let (sender, messages) = channel();
        let number = shared.join(gain, waker(&sender));
        SessionExecutor { shared, number, property, under_way: HashMap::new(), messages, sender }
    }

    /// Returns what the observers of the session use to set its expected gain.
    pub fn expected_gain(&self) -> ExpectedGain {
        ExpectedGain { shared: self.shared.clone(), number: self.number }
    }
}

fn waker(sender: &Sender<Message>) -> Waker {
    let sender = sender.clone();
    Waker::new(move || {
        // Nobody waits once the session is gone.
        let _ = sender.send(Message::Woken);
    })
}

impl Executor for SessionExecutor {
    fn slots(&self) -> usize {
        self.shared.share(self.number)
    }

    fn submit(&mut self, trial: Trial) {
        let cancel = Cancel::new();
        self.under_way.insert(trial.id, cancel.clone());
        let (property, sender) = (self.property.clone(), self.sender.clone());
        self.shared.put(Job { session: self.number, trial, cancel, property, sender });
    }

    fn cancel(&mut self, id: TrialId) {
        if let Some(cancel) = self.under_way.get(&id) {
            cancel.cancel();
        }
    }

    fn next(&mut self, until: Option<Instant>) -> Option<Outcome> {
        let message = match until {
            None => self.messages.recv().map_err(RecvTimeoutError::from),
            Some(until) => self.messages.recv_timeout(until.saturating_duration_since(Instant::now())),
        };
        match message {
            Ok(Message::Ended(outcome)) => {
                self.under_way.remove(&outcome.id);
                Some(outcome)
            }
            Ok(Message::Woken) | Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("the executor itself holds a sender"),
        }
    }

    fn waker(&self) -> Waker {
        waker(&self.sender)
    }
}

impl Drop for SessionExecutor {
    fn drop(&mut self) {
        // The waiting trials go first, so that none of them begins when a running one ends.
        self.shared.withdraw(self.number);
        self.under_way.values().for_each(Cancel::cancel);
        self.shared.part(self.number);
    }
}
