//! A farm that is ready.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dwindle_reduce::Document;
use dwindle_run::executor::{Bell, Executor};
use dwindle_run::property::Cancel;

use crate::action::Actions;
use crate::asking::Asking;
use crate::assignment::FarmTest;
use crate::error::FarmError;
use crate::executor::WithNews;
use crate::grpc::Grpc;
use crate::introduction::{introduce, look_at};
use crate::options::FarmOptions;
use crate::seats::{Seat, Seats, Side};
use crate::shared::Shared;
use crate::test::RemoteTest;

/// A farm that can be used. Dropping it and its tests ends its connections.
pub struct Farm {
    shared: Arc<Shared>,
    platform: Vec<(String, String)>,
    n_slots: usize,
    can_cancel: Arc<AtomicBool>,
}

/// Room inside that is taken by something else than a trial of a session. Dropping it gives it
/// back.
pub struct InsideSeat {
    _seat: Option<Seat>,
}

/// How much a farm did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Trials that it ran.
    pub n_executed: u64,
    /// Trials that its cache answered.
    pub n_cached: u64,
    /// Whether it cancels what nobody waits for any more.
    pub can_cancel: bool,
}

/// What can be done where nothing says which servers are to be believed, as in an empty container.
const GIVE_CERTIFICATES: &str = "a server with TLS is believed by the certificates of the system, and there may be none here: \
     name a file of them by SSL_CERT_FILE";

/// What an error comes from; the errors around it say less.
fn innermost<'a>(mut error: &'a (dyn Error + 'static)) -> &'a (dyn Error + 'static) {
    while let Some(source) = error.source() {
        error = source;
    }
    error
}

impl Farm {
    /// Connects to a farm. So many trials may run inside of this process (and on its workers)
    /// beside those that it runs.
    ///
    /// # Errors
    /// When it cannot be used, or `cancel` is cancelled meanwhile.
    pub fn connect(options: &FarmOptions, n_inside: usize, cancel: &Cancel) -> Result<Farm, FarmError> {
        let grpc = Grpc::new(options).map_err(|error| FarmError {
            why: format!("it can't be called: {}", innermost(&error)),
            help: options.address.has_tls().then(|| GIVE_CERTIFICATES.to_owned()),
        })?;
        let can_cancel = grpc.calls.can_cancel.clone();
        let has_cache = look_at(&grpc, cancel)?;
        let shared = Shared::new(Box::new(grpc), options.uses_cache && has_cache, options);
        shared.seats.open(Side::Farm, options.n_slots);
        shared.seats.open(Side::Inside, n_inside);
        let (platform, n_slots) = (options.platform.clone(), options.n_slots);
        Ok(Farm { shared: Arc::new(shared), platform, n_slots, can_cancel })
    }

    /// Looks whether a test says there what it says here: yes to the original and, unless
    /// `accepts_empty`, no to an empty input.
    ///
    /// # Errors
    /// When it says something else or cannot be run there, or `cancel` is cancelled meanwhile.
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
        introduce(&test, original, accepts_empty, cancel)?;
        Ok(Arc::new(test))
    }

    /// Waits for room inside, before all trials; `None` once it is cancelled. Where no trials run
    /// inside, there is room at once.
    pub fn seat_inside(&self, cancel: &Cancel) -> Option<InsideSeat> {
        match self.shared.seats.is_open(Side::Inside) {
            true => {
                Seats::take_inside(&self.shared.seats, cancel).map(|seat| InsideSeat { _seat: Some(seat) })
            }
            false => Some(InsideSeat { _seat: None }),
        }
    }

    /// Calls this whenever there is something that a user should know, for those who have no
    /// [executor](Farm::executor) of this farm.
    pub fn on_news(&self, tell: impl Fn(String) + Send + Sync + 'static) {
        let shared = Arc::downgrade(&self.shared);
        self.shared.ring(Bell::new(move || {
            let news = || shared.upgrade().and_then(|shared| shared.news());
            std::iter::from_fn(news).for_each(&tell);
        }));
    }

    /// Returns where it is.
    pub fn address(&self) -> &str {
        &self.shared.name
    }

    /// Returns how many trials run there at once.
    pub fn n_slots(&self) -> usize {
        self.n_slots
    }

    /// Returns an executor that also tells when the farm is lost.
    pub fn executor(&self, executor: Box<dyn Executor>) -> WithNews {
        self.shared.ring(executor.bell());
        WithNews { executor, shared: self.shared.clone() }
    }

    /// Returns how much it did.
    pub fn figures(&self) -> Figures {
        let Asking { n_executed, n_cached, .. } = &self.shared.asking;
        Figures {
            n_executed: n_executed.load(Ordering::Relaxed),
            n_cached: n_cached.load(Ordering::Relaxed),
            can_cancel: self.can_cancel.load(Ordering::Relaxed),
        }
    }
}
