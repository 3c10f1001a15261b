//! What a session is made of.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Reducer;

use super::ended::Labels;
use super::observer::{Audience, Observer};
use crate::executor::Executor;
use crate::files::Output;
use crate::flaky::Observations;
use crate::hints::HintPrograms;
use crate::journal::Journal;
use crate::property::Cancel;

/// How a session runs, apart from what it reduces.
#[derive(Clone, Debug)]
pub struct SessionOptions {
    /// Stop after this time, with the best so far. Trials and sizes are limits of the reducer.
    pub budget: Option<Duration>,
    /// Stop when this is cancelled, with the best so far ([`Signals`](super::Signals) can do it).
    pub interrupt: Cancel,
    /// What the summary says that it was made of.
    pub labels: Labels,
    /// How long to wait, once, when a disk is full.
    pub patience: Duration,
    /// Directories for the result if its place cannot be written to any more, in the order in which
    /// they are tried.
    pub refuges: Vec<PathBuf>,
    /// How often observers are told the time.
    pub tick: Duration,
}

impl Default for SessionOptions {
    fn default() -> SessionOptions {
        SessionOptions {
            budget: None,
            interrupt: Cancel::new(),
            labels: Labels::default(),
            patience: Duration::from_secs(10),
            refuges: vec![std::env::temp_dir(), PathBuf::from("/dev/shm")],
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
    pub(super) audience: Audience,
    pub(super) observations: Option<Arc<Observations>>,
}

impl<'a> Session<'a> {
    /// Makes a session without a journal and an output: everything stays in memory.
    pub fn new(reducer: Reducer, executor: Box<dyn Executor + 'a>, options: SessionOptions) -> Session<'a> {
        Session {
            reducer,
            executor,
            options,
            journal: None,
            output: None,
            hints: None,
            audience: Audience::default(),
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

    /// Doubts the answers of its property, which has to be a [`Repeated`](crate::flaky::Repeated)
    /// one that notes the same observations. Without them, every answer is believed.
    pub fn with_observations(mut self, observations: Arc<Observations>) -> Session<'a> {
        self.observations = Some(observations);
        self
    }

    /// Writes the best document to an output that was claimed: the original at once, then after
    /// every acceptance.
    pub fn with_output(mut self, output: Output) -> Session<'a> {
        self.output = Some(output);
        self
    }

    /// Asks programs for the hints that passes want. Without it they get none.
    pub fn with_hints(mut self, hints: HintPrograms) -> Session<'a> {
        self.hints = Some(Arc::new(hints));
        self
    }

    /// Lets somebody watch.
    pub fn with_observer(mut self, observer: Box<dyn Observer>) -> Session<'a> {
        self.audience.add(observer);
        self
    }
}
