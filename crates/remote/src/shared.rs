//! What a farm, its properties and its executor share.

use std::collections::VecDeque;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle_run::executor::{Seats, Waker};

use crate::options::FarmOptions;
use crate::server::Server;
use crate::trial_runner::TrialRunner;
use crate::uploads::Uploads;

/// The site of this process and its workers.
pub(crate) const INSIDE: usize = 0;
/// The site of the farm.
pub(crate) const FARM: usize = 1;

/// What a farm and its properties share.
pub(crate) struct Shared {
    pub(crate) trial_runner: TrialRunner,
    pub(crate) seats: Arc<Seats>,
    pub(crate) name: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    lost: Option<String>,
    news: VecDeque<String>,
    waker: Option<Waker>,
}

impl Shared {
    pub(crate) fn new(server: Box<dyn Server>, uses_cache: bool, options: &FarmOptions) -> Shared {
        let trial_runner = TrialRunner {
            server,
            uploads: Uploads::default(),
            uses_cache,
            max_silence: options.max_silence,
            n_executed: AtomicU64::new(0),
            n_cached: AtomicU64::new(0),
        };
        let (seats, name) = (Arc::new(Seats::new(2)), options.address.to_string());
        Shared { trial_runner, seats, name, state: Mutex::default() }
    }

    /// Gives up the farm. Its trials run inside, if there is room.
    pub(crate) fn lose(&self, why: &str) {
        let mut state = self.state();
        if state.lost.is_some() {
            return;
        }
        let why = why.replace('\n', " / ");
        state.lost = Some(format!("{}: {why}", self.name));
        if self.seats.is_open(INSIDE) {
            state
                .news
                .push_back(format!("the remote server {} is lost: {why}; its trials run here", self.name));
        }
        let waker = state.waker.clone();
        drop(state);
        self.seats.close(FARM);
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    /// Returns why the farm is lost, if it is.
    pub(crate) fn lost(&self) -> Option<String> {
        self.state().lost.clone()
    }

    /// Returns the next message for the user.
    pub(crate) fn news(&self) -> Option<String> {
        self.state().news.pop_front()
    }

    /// Sets the waker that is used whenever there is a message.
    pub(crate) fn wake_on_news(&self, waker: Waker) {
        self.state().waker = Some(waker);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while it holds the lock.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
