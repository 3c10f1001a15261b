//! The observers of a session.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::Duration;

use dwindle_reduce::{Counts, Stamped};

use crate::executor::panic_message;

/// Watches a session. An observer that panics is not asked again, and all others are.
pub trait Observer {
    /// Takes what happened, in the plan's own order.
    fn see(&mut self, stamped: &Stamped);

    /// Takes the time and the exact figures, a few times a second while nothing happens.
    fn tick(&mut self, at: Duration, counts: Counts) {
        let _ = (at, counts);
    }

    /// Takes what a user should know and what is no part of the reduction.
    fn notice(&mut self, at: Duration, notice: &Notice) {
        let _ = (at, notice);
    }
}

/// Something that a user should know; shown as a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// There is no room for the result or the journal; it is tried again after a while.
    NoSpace {
        /// What failed.
        error: String,
        /// How long the session waits.
        patience: Duration,
    },
    /// The result is written to another place.
    OutputMoved {
        /// Why.
        error: String,
        /// Where it is now.
        to: PathBuf,
    },
    /// Something that somebody put into the result stays here.
    SetAside(PathBuf),
    /// Two answers to one question contradict each other. The search begins again with what is
    /// known, and each question is asked several times from now on.
    Flaky {
        /// How often the best document was interesting.
        interesting: u32,
        /// How often it was tested.
        runs: u32,
    },
    /// An answer took nearly as long as a trial may take, which is longer from now on.
    LimitRaised {
        /// How long the answer took.
        took: Duration,
        /// How long a trial may take now.
        limit: Duration,
    },
    /// A program that was asked for hints said less than it might have.
    Hints {
        /// The program.
        source: String,
        /// Why.
        error: String,
    },
    /// Those who run trials are not as many as they were.
    Workers(String),
    /// An observer failed and does not watch any more.
    ObserverFailed(String),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::NoSpace { error, patience } => {
                write!(f, "{error}; trying again in {} s", patience.as_secs())
            }
            Notice::OutputMoved { error, to } => write!(f, "{error}; the result goes to {}", to.display()),
            Notice::SetAside(path) => {
                write!(f, "the file that the result replaces is kept as {}", path.display())
            }
            Notice::Flaky { interesting, runs } => write!(
                f,
                "the test is flaky: the same file was interesting in {interesting} of {runs} runs; from now on \
                 each question is asked several times, and what is known is looked at again"
            ),
            Notice::LimitRaised { took, limit } => write!(
                f,
                "an answer took {:.1} s, which is near the time limit: trials may take {:.1} s from now on",
                took.as_secs_f64(),
                limit.as_secs_f64()
            ),
            Notice::Hints { source, error } => write!(f, "no hints of `{source}`: {error}"),
            Notice::Workers(text) => f.write_str(text),
            Notice::ObserverFailed(message) => write!(f, "a display failed and is left out: {message}"),
        }
    }
}

/// All who watch, none of whom can hold up the others by failing.
#[derive(Default)]
pub(super) struct Audience {
    observers: Vec<Box<dyn Observer>>,
}

impl Audience {
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
            // An observer that panicked is dropped at once, so nobody sees it half-changed.
            let result = catch_unwind(AssertUnwindSafe(|| tell(&mut **observer)));
            result.map_err(|panic| failures.push(Notice::ObserverFailed(panic_message(&*panic)))).is_ok()
        });
        for failure in failures {
            self.notice(at, &failure);
        }
    }
}
