//! One of several sessions with common slots.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Instant;

use dwindle_reduce::{Trial, TrialId};

use super::state::{Job, Message, Shared};
use crate::executor::{Bell, Executor, Outcome};
use crate::property::{Cancel, Property};

/// The executor of one session, which has a share of the slots that changes. Dropping it cancels
/// what is under way and waits for it.
pub struct Member {
    shared: Arc<Shared>,
    number: u64,
    property: Arc<dyn Property>,
    under_way: HashMap<TrialId, Cancel>,
    messages: Receiver<Message>,
    sender: Sender<Message>,
}

/// What is expected of a session.
#[derive(Clone)]
pub struct Standing {
    shared: Arc<Shared>,
    number: u64,
}

impl Standing {
    /// Sets what one second of its trials is expected to gain.
    pub fn expect(&self, gain: f64) {
        self.shared.expect(self.number, gain);
    }
}

impl Member {
    pub(super) fn new(shared: Arc<Shared>, property: Arc<dyn Property>, gain: f64) -> Member {
        let (sender, messages) = channel();
        let number = shared.join(gain, bell(&sender));
        Member { shared, number, property, under_way: HashMap::new(), messages, sender }
    }

    /// Returns the standing of the session, which its observers may change.
    pub fn standing(&self) -> Standing {
        Standing { shared: self.shared.clone(), number: self.number }
    }
}

fn bell(sender: &Sender<Message>) -> Bell {
    let sender = sender.clone();
    Bell::new(move || {
        // After the session is gone nobody waits.
        let _ = sender.send(Message::Rung);
    })
}

impl Executor for Member {
    fn slots(&self) -> usize {
        self.shared.share(self.number)
    }

    fn submit(&mut self, trial: Trial) {
        let cancel = Cancel::new();
        self.under_way.insert(trial.id, cancel.clone());
        let (property, sender) = (self.property.clone(), self.sender.clone());
        self.shared.put(Job { member: self.number, trial, cancel, property, sender });
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
            Ok(Message::Rung) | Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => unreachable!("the executor itself holds a sender"),
        }
    }

    fn bell(&self) -> Bell {
        bell(&self.sender)
    }
}

impl Drop for Member {
    fn drop(&mut self) {
        // First those that wait, so that none of them takes the place of one that ends.
        self.shared.withdraw(self.number);
        self.under_way.values().for_each(Cancel::cancel);
        self.shared.part(self.number);
    }
}
