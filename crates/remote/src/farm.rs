//! A farm that is ready to run trials.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dwindle_reduce::Document;
use dwindle_run::executor::{Executor, Seat, Waker};
use dwindle_run::property::Cancel;

use crate::action::Actions;
use crate::assignment::FarmTest;
use crate::error::FarmError;
use crate::executor::WithNews;
use crate::first_checks::{check_server, check_test};
use crate::grpc::Grpc;
use crate::options::FarmOptions;
use crate::shared::{FARM, INSIDE, Shared};
use crate::test::RemoteTest;
use crate::trial_runner::TrialRunner;

/// A farm that can be used. Its connections end when it and its tests are dropped.
pub struct Farm {
    shared: Arc<Shared>,
    platform: Vec<(String, String)>,
    n_slots: usize,
    can_cancel: Arc<AtomicBool>,
}

/// A seat inside that is taken by something other than a trial of a session. Dropping it frees the
/// seat.
pub struct InsideSeat {
    _seat: Option<Seat>,
}

/// How much work a farm did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Trials that the farm ran.
    pub n_executed: u64,
    /// Trials that the farm's cache answered.
    pub n_cached: u64,
    /// Whether the farm cancels actions that are no longer needed.
    pub can_cancel: bool,
}

/// Advice for systems without root certificates, as in an empty container.
const GIVE_CERTIFICATES: &str = "a server with TLS is believed by the certificates of the system, and there may be none here: \
     name a file of them by SSL_CERT_FILE";

/// Returns the innermost source of an error: the outer ones say less.
fn innermost<'a>(mut error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}

impl Farm {
    /// Connects to a farm. `n_inside` trials may run in this process and on its workers, besides
    /// those on the farm.
    ///
    /// # Errors
    /// When the farm cannot be used, or `cancel` is cancelled meanwhile.
    pub fn connect(options: &FarmOptions, n_inside: usize, cancel: &Cancel) -> Result<Farm, FarmError> {
        let grpc = Grpc::new(options).map_err(|error| FarmError {
            why: format!("it can't be called: {}", innermost(&error)),
            help: options.address.has_tls().then(|| GIVE_CERTIFICATES.to_owned()),
        })?;
        let can_cancel = grpc.calls.can_cancel.clone();
        let has_cache = check_server(&grpc, cancel)?;
        let shared = Shared::new(Box::new(grpc), options.uses_cache && has_cache, options);
        shared.seats.open(FARM, options.n_slots);
        shared.seats.open(INSIDE, n_inside);
        let (platform, n_slots) = (options.platform.clone(), options.n_slots);
        Ok(Farm { shared: Arc::new(shared), platform, n_slots, can_cancel })
    }

    /// Registers a test with the farm, after checking that it gives the same verdicts there as
    /// here: interesting for the original and, unless `accepts_empty`, not for an empty input.
    ///
    /// # Errors
    /// When a verdict differs, the test cannot be run there, or `cancel` is cancelled meanwhile.
    pub fn assign(
        &self,
        test: RemoteTest,
        original: &Document,
        accepts_empty: bool,
        cancel: &Cancel,
    ) -> Result<Arc<FarmTest>, FarmError> {
        let actions = Actions::new(test, self.platform.clone());
        let actions = actions.map_err(|error| FarmError { why: error.to_string(), help: None })?;
        let test = FarmTest { shared: self.shared.clone(), actions };
        check_test(&test, original, accepts_empty, cancel)?;
        Ok(Arc::new(test))
    }

    /// Waits for a seat inside, before all waiting trials. Returns `None` once `cancel` is
    /// cancelled. If no trials run inside, it returns at once.
    pub fn seat_inside(&self, cancel: &Cancel) -> Option<InsideSeat> {
        match self.shared.seats.is_open(INSIDE) {
            true => self.shared.seats.take_first(cancel).map(|seat| InsideSeat { _seat: Some(seat) }),
            false => Some(InsideSeat { _seat: None }),
        }
    }

    /// Calls `tell` whenever there are news for users. For callers without an
    /// [executor](Farm::executor) of this farm.
    pub fn on_news(&self, tell: impl Fn(String) + Send + Sync + 'static) {
        let shared = Arc::downgrade(&self.shared);
        self.shared.wake_on_news(Waker::new(move || {
            let news = || shared.upgrade().and_then(|shared| shared.news());
            std::iter::from_fn(news).for_each(&tell);
        }));
    }

    /// Returns the address of the server.
    pub fn address(&self) -> &str {
        &self.shared.name
    }

    /// Returns how many trials run on the farm at once.
    pub fn n_slots(&self) -> usize {
        self.n_slots
    }

    /// Returns an executor that also reports when the farm is lost.
    pub fn executor(&self, executor: Box<dyn Executor>) -> WithNews {
        self.shared.wake_on_news(executor.waker());
        WithNews { executor, shared: self.shared.clone() }
    }

    /// Returns how much work the farm did.
    pub fn figures(&self) -> Figures {
        let TrialRunner { n_executed, n_cached, .. } = &self.shared.trial_runner;
        Figures {
            n_executed: n_executed.load(Ordering::Relaxed),
            n_cached: n_cached.load(Ordering::Relaxed),
            can_cancel: self.can_cancel.load(Ordering::Relaxed),
        }
    }
}
