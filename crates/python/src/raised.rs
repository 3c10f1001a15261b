//! Exceptions that end a reduction.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dwindle::Cancel;
use dwindle_reduce::{Counts, Stamped};
use dwindle_run::session::Observer;
use pyo3::prelude::*;

/// The first exception that was raised while a reduction ran. Clones share it.
#[derive(Clone, Default)]
pub struct Raised {
    error: Arc<Mutex<Option<PyErr>>>,
    interrupt: Cancel,
}

impl Raised {
    /// Keeps an exception, unless there is one already, and ends the reduction.
    pub fn raise(&self, error: PyErr) {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        self.interrupt.cancel();
    }

    /// Takes the exception out.
    pub fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Returns the flag whose cancelling ends the reduction.
    pub fn interrupt(&self) -> &Cancel {
        &self.interrupt
    }
}

/// Lets Python's signal handlers run while a reduction has the main thread, so that Ctrl-C works.
pub struct Watch {
    raised: Raised,
}

impl Watch {
    /// Makes an observer that keeps what a signal handler raises.
    pub fn new(raised: &Raised) -> Watch {
        Watch { raised: raised.clone() }
    }
}

impl Observer for Watch {
    fn see(&mut self, _: &Stamped) {}

    fn tick(&mut self, _: Duration, _: Counts) {
        #[expect(clippy::redundant_closure_for_method_calls, reason = "the method is of one lifetime only")]
        let checked = Python::attach(|py| py.check_signals());
        if let Err(error) = checked {
            self.raised.raise(error);
        }
    }
}
