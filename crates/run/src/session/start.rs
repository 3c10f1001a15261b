//! A session and its settings.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Reducer;

use super::ended::Labels;
use super::observer::{Observer, Observers};
use crate::executor::Executor;
use crate::files::Output;
use crate::flaky::Observations;
use crate::hints::HintPrograms;
use crate::journal::Journal;
use crate::property::Cancel;

/// The settings of a session.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// Stop after this time, with the best so far. Trials and sizes are limits of the reducer.
    pub budget: Option<Duration>,
    /// Stop when this is cancelled, with the best so far ([`Signals`](super::Signals) can do it).
    pub interrupt: Cancel,
    /// The settings that the summary names.
    pub labels: Labels,
    /// How long to wait, once, when a disk is full.
    pub retry_delay: Duration,
    /// Directories for the result if its own cannot be written to any more, in the order in which
    /// they are tried.
    pub fallbacks: Vec<PathBuf>,
    /// Time between two calls of [`Observer::tick`].
    pub tick: Duration,
}

impl Default for SessionOptions {
    fn default() -> SessionOptions {
        SessionOptions {
            budget: None,
            interrupt: Cancel::new(),
            labels: Labels::default(),
            retry_delay: Duration::from_secs(10),
            fallbacks: vec![std::env::temp_dir(), PathBuf::from("/dev/shm")],
            tick: Duration::from_millis(100),
        }
    }
}

/// A session that is about to run.
///
/// ```
/// use std::sync::Arc;
/// use dwindle_reduce::{Document, Plan, Reducer, ReducerOptions, Verdict};
/// use dwindle_run::executor::Inline;
/// use dwindle_run::property::Cancel;
/// use dwindle_run::session::{Session, SessionOptions, Status};
///
/// let document = Document::single("a.txt", "a needle in a haystack");
/// let property = |input: &Document, _: &Cancel| {
///     let text = input.files()[0].bytes();
///     let found = text.windows(6).any(|window| window == b"needle");
///     Ok(if found { Verdict::Interesting } else { Verdict::Boring })
/// };
/// let plan = Plan::sequence(vec![]); // passes go here
/// let reducer = Reducer::new(&document, &plan, ReducerOptions::default());
/// let ended = Session::new(reducer, Box::new(Inline::new(Arc::new(property))), SessionOptions::default()).run();
/// assert_eq!(ended.summary.status, Status::Unreducible);
/// assert_eq!(ended.best, document);
/// ```
pub struct Session<'a> {
    pub(super) reducer: Reducer,
    pub(super) executor: Box<dyn Executor + 'a>,
    pub(super) options: SessionOptions,
    pub(super) journal: Option<Journal>,
    pub(super) output: Option<Output>,
    pub(super) hints: Option<Arc<HintPrograms>>,
    pub(super) observers: Observers,
    pub(super) observations: Option<Arc<Observations>>,
}

impl<'a> Session<'a> {
    /// Creates a session without a journal and an output: nothing is written to disk.
    pub fn new(reducer: Reducer, executor: Box<dyn Executor + 'a>, options: SessionOptions) -> Session<'a> {
        Session {
            reducer,
            executor,
            options,
            journal: None,
            output: None,
            hints: None,
            observers: Observers::default(),
            observations: None,
        }
    }

    /// Keeps verdicts in a journal, and uses those that it has.
    pub fn with_journal(mut self, journal: Journal) -> Session<'a> {
        for (source, key, hints) in journal.hints() {
            self.reducer.hint(source, key, hints);
        }
        self.journal = Some(journal);
        self
    }

    /// Detects a flaky test. The property must be a [`Repeated`](crate::flaky::Repeated) one with
    /// the same observations. Without them, every answer is trusted.
    pub fn with_observations(mut self, observations: Arc<Observations>) -> Session<'a> {
        self.observations = Some(observations);
        self
    }

    /// Writes the best document to an output that was claimed: the original at once, and each
    /// accepted document.
    pub fn with_output(mut self, output: Output) -> Session<'a> {
        self.output = Some(output);
        self
    }

    /// Sets the programs that are asked for hints. Without it passes get no hints.
    pub fn with_hints(mut self, hints: HintPrograms) -> Session<'a> {
        self.hints = Some(Arc::new(hints));
        self
    }

    /// Adds an observer.
    pub fn with_observer(mut self, observer: Box<dyn Observer>) -> Session<'a> {
        self.observers.add(observer);
        self
    }
}
