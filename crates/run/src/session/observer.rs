//! The observers of a session.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use dwindle_reduce::{Counts, Stamped};

use crate::executor::panic_message;

/// Receives the events of a session. An observer that panics is removed; the others remain.
pub trait Observer {
    /// Receives an event, in the plan's own order.
    fn see(&mut self, stamped: &Stamped);

    /// Receives the time and the present figures, a few times a second.
    fn tick(&mut self, at: Duration, counts: Counts) {
        let _ = (at, counts);
    }

    /// Receives a notice for the user.
    fn notice(&mut self, at: Duration, notice: &Notice) {
        let _ = (at, notice);
    }
}

/// Something that the user should know, apart from the events of the reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// There is no space for the result or the journal. Writing is tried again after a while.
    NoSpace {
        /// The error.
        error: String,
        /// How long the session waits.
        retry_delay: Duration,
    },
    /// The result is written to another path.
    OutputMoved {
        /// Why.
        error: String,
        /// The new path.
        to: PathBuf,
    },
    /// A file of the user's that was in the way of the result has this new path.
    SetAside(PathBuf),
    /// Two answers for one candidate contradict each other. The search starts again, and each
    /// candidate is tested several times from now on.
    Flaky {
        /// How often the best document was interesting.
        interesting: u32,
        /// How often it was tested.
        runs: u32,
    },
    /// An answer was near the time limit, which is raised.
    LimitRaised {
        /// How long the answer took.
        took: Duration,
        /// How long a trial may take now.
        limit: Duration,
    },
    /// Hints of a program may be missing.
    Hints {
        /// The program.
        source: String,
        /// Why.
        error: String,
    },
    /// Something about where trials run, such as a lost worker.
    Workers(String),
    /// An observer panicked and was removed.
    ObserverFailed(String),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::NoSpace { error, retry_delay } => {
                write!(f, "{error}; trying again in {} s", retry_delay.as_secs())
            }
            Notice::OutputMoved { error, to } => {
                write!(f, "{error}; the result is written to {}", to.display())
            }
            Notice::SetAside(path) => {
                write!(f, "the file that the result replaces is kept as {}", path.display())
            }
            Notice::Flaky { interesting, runs } => write!(
                f,
                "the test is flaky: the same file was interesting in {interesting} of {runs} runs; from now on \
                 each candidate is tested several times, and the search starts again with the known answers"
            ),
            Notice::LimitRaised { took, limit } => write!(
                f,
                "an answer took {:.1} s, which is near the time limit: trials may take {:.1} s from now on",
                took.as_secs_f64(),
                limit.as_secs_f64()
            ),
            Notice::Hints { source, error } => write!(f, "hints of `{source}` are missing: {error}"),
            Notice::Workers(text) => f.write_str(text),
            Notice::ObserverFailed(message) => {
                write!(f, "a display failed and shows nothing more: {message}")
            }
        }
    }
}

/// All observers. One that panics does not affect the others.
#[derive(Default)]
pub(super) struct Observers {
    observers: Vec<Box<dyn Observer>>,
}

impl Observers {
    pub(super) fn add(&mut self, observer: Box<dyn Observer>) {
        self.observers.push(observer);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.observers.is_empty()
    }

    pub(super) fn see(&mut self, stamped: &Stamped) {
        self.tell(stamped.at, |observer| observer.see(stamped));
    }

    pub(super) fn tick(&mut self, at: Duration, counts: Counts) {
        self.tell(at, |observer| observer.tick(at, counts));
    }

    pub(super) fn notice(&mut self, at: Duration, notice: &Notice) {
        self.tell(at, |observer| observer.notice(at, notice));
    }

    fn tell(&mut self, at: Duration, tell: impl Fn(&mut dyn Observer)) {
        let mut failures = Vec::new();
        self.observers.retain_mut(|observer| {
            // An observer that panicked is dropped at once, so its broken state is never used.
            let result = catch_unwind(AssertUnwindSafe(|| tell(&mut **observer)));
            result.map_err(|panic| failures.push(Notice::ObserverFailed(panic_message(&*panic)))).is_ok()
        });
        for failure in failures {
            self.notice(at, &failure);
        }
    }
}
