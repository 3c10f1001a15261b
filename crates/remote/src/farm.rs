//! A farm that is ready.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use dwindle_reduce::Document;
use dwindle_run::executor::Executor;
use dwindle_run::property::{Cancel, Property};

use crate::action::Actions;
use crate::asking::Asking;
use crate::elsewhere::Elsewhere;
use crate::error::FarmError;
use crate::executor::WithNews;
use crate::grpc::Grpc;
use crate::introduction::{introduce, look_at};
use crate::options::FarmOptions;
use crate::seats::Side;
use crate::shared::Shared;
use crate::test::RemoteTest;

/// A farm that answered as this machine does. Dropping it ends its connections.
pub struct Farm {
    shared: Arc<Shared>,
    n_slots: usize,
    can_cancel: Arc<AtomicBool>,
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

impl Farm {
    /// Connects to a farm and looks whether the test says there what it says here: yes to the
    /// original and, unless `accepts_empty`, no to an empty input.
    ///
    /// # Errors
    /// When it cannot be used, or `cancel` is cancelled meanwhile.
    pub fn start(
        options: &FarmOptions,
        test: RemoteTest,
        original: &Document,
        accepts_empty: bool,
        cancel: &Cancel,
    ) -> Result<Farm, FarmError> {
        let failed = |why: String| FarmError { why, help: None };
        let grpc = Grpc::new(options).map_err(|error| failed(format!("it can't be called: {error}")))?;
        let can_cancel = grpc.calls.can_cancel.clone();
        let has_cache = look_at(&grpc, cancel)?;
        let actions = Actions::new(test, options.platform.clone());
        let actions = actions.map_err(|error| failed(error.to_string()))?;
        let uses_cache = options.uses_cache && has_cache;
        let shared = Shared::new(Box::new(grpc), actions, uses_cache, options);
        let farm = Farm { shared: Arc::new(shared), n_slots: options.n_slots, can_cancel };
        farm.shared.seats.open(Side::Farm, options.n_slots);
        introduce(&farm.shared, original, accepts_empty, cancel)?;
        Ok(farm)
    }

    /// Returns where it is.
    pub fn address(&self) -> &str {
        &self.shared.name
    }

    /// Returns how many trials run there at once.
    pub fn n_slots(&self) -> usize {
        self.n_slots
    }

    /// Returns the property that is asked wherever there is room; `inside` is the one without the
    /// farm, which has room for so many trials.
    pub fn property(&self, inside: Arc<dyn Property>, n_inside: usize) -> Arc<dyn Property> {
        self.shared.seats.open(Side::Inside, n_inside);
        Arc::new(Elsewhere { shared: self.shared.clone(), inside })
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
