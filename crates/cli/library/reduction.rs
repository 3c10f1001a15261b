//! A reduction and its settings.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dwindle_passes::{PlanError, PlanOptions, choose, parse_plan};
use dwindle_reduce::{Document, Gate, ListOptions, Pass, Plan, Reducer, ReducerOptions, Verdict};
use dwindle_run::executor::{Executor, Threads};
use dwindle_run::property::{Cancel, Property, PropertyError};
use dwindle_run::session::{Labels, Observer, Session, SessionOptions};

use crate::calls::Calls;
use crate::reduced::{ReduceError, Reduced};

/// Finds a small document to which the test still says yes, with the plan `auto`.
///
/// The test is called on this thread, one candidate at a time, the whole document first.
/// [`Reduction`] has workers, limits and plans.
///
/// # Errors
/// When the test says no to the whole document.
pub fn reduce(document: &Document, test: impl FnMut(&Document) -> bool) -> Result<Reduced, ReduceError> {
    Reduction::new(document).run(test)
}

/// A reduction that has not started. Nothing is written to disk.
#[must_use = "nothing happens before it is run"]
pub struct Reduction {
    document: Document,
    plan: String,
    plan_options: Option<PlanOptions>,
    own: Vec<Pass>,
    reducer: ReducerOptions,
    session: SessionOptions,
    observers: Vec<Box<dyn Observer>>,
}

impl Reduction {
    /// Prepares to reduce a document by the plan `auto`, without limits.
    pub fn new(document: &Document) -> Reduction {
        Reduction {
            document: document.clone(),
            plan: "auto".to_owned(),
            plan_options: None,
            own: Vec::new(),
            reducer: ReducerOptions::default(),
            session: SessionOptions::default(),
            observers: Vec::new(),
        }
    }

    /// Chooses the plan: the name of a plan, or names of passes and plans with commas between them,
    /// which run in turn until nothing more can be removed. `dwindle passes` lists them, and so do
    /// [`passes::PLANS`](crate::passes::PLANS) and [`passes::CATALOGUE`](crate::passes::CATALOGUE).
    pub fn plan(mut self, names: &str) -> Reduction {
        self.plan = names.to_owned();
        self
    }

    /// Adds a pass. The plan may name it; else it comes before the plan, and everything is repeated
    /// until nothing more can be removed.
    pub fn pass(mut self, pass: Pass) -> Reduction {
        self.own.push(pass);
        self
    }

    /// Chooses what plans are made from: list algorithm, granularity, names, repair. Languages are
    /// then those of its `pass.trees`; the default detects them ([`PlanOptions::for_input`]).
    pub fn plan_options(mut self, options: PlanOptions) -> Reduction {
        self.plan_options = Some(options);
        self
    }

    /// Adds a check that refuses candidates without a trial. It must say yes to the whole document.
    pub fn gate(mut self, gate: Arc<dyn Gate>) -> Reduction {
        self.reducer.gates.push(gate);
        self
    }

    /// Ends the reduction after so many trials, with the best until then.
    pub fn max_trials(mut self, max_trials: u64) -> Reduction {
        self.reducer.max_trials = Some(max_trials);
        self
    }

    /// Ends the reduction once there are no more bytes than this.
    pub fn target_bytes(mut self, target_bytes: u64) -> Reduction {
        self.reducer.target_bytes = Some(target_bytes);
        self
    }

    /// Ends the reduction after this time, with the best until then. A test under way on this
    /// thread is waited for.
    pub fn budget(mut self, budget: Duration) -> Reduction {
        self.session.budget = Some(budget);
        self
    }

    /// Ends the reduction when this is cancelled, from another thread or by the test, with the best
    /// until then.
    pub fn interrupt(mut self, interrupt: &Cancel) -> Reduction {
        self.session.interrupt = interrupt.clone();
        self
    }

    /// Adds an observer.
    pub fn observer(mut self, observer: Box<dyn Observer>) -> Reduction {
        self.observers.push(observer);
        self
    }

    /// Runs with a test that is called on this thread. A panic of it goes on to the caller.
    ///
    /// # Errors
    /// When the test says no to the whole document, or there is no such plan.
    pub fn run(self, mut test: impl FnMut(&Document) -> bool) -> Result<Reduced, ReduceError> {
        let plan = self.chosen()?;
        if !test(&self.document) {
            return Err(ReduceError::NotInteresting);
        }
        self.drive(&plan, Box::new(Calls::new(test)))
    }

    /// Runs with a test that is called on so many threads at once. Trials that will probably be
    /// needed start ahead.
    ///
    /// # Errors
    /// When the test says no to the whole document or panics, there is no such plan, or no thread
    /// can be started.
    pub fn run_on(
        self,
        n_workers: usize,
        test: impl Fn(&Document) -> bool + Send + Sync,
    ) -> Result<Reduced, ReduceError> {
        let property = move |candidate: &Document, _: &Cancel| {
            Ok::<_, PropertyError>(if test(candidate) { Verdict::Interesting } else { Verdict::Boring })
        };
        self.run_property(n_workers, &property)
    }

    /// Runs with a property, such as a script, on so many threads at once.
    ///
    /// # Errors
    /// As [`Reduction::run_on`], and when the environment of the property fails.
    pub fn run_property(self, n_workers: usize, property: &dyn Property) -> Result<Reduced, ReduceError> {
        let plan = self.chosen()?;
        if !property.test(&self.document, &self.session.interrupt)?.is_interesting() {
            return Err(ReduceError::NotInteresting);
        }
        thread::scope(|scope| {
            let threads = Threads::scoped(scope, property, n_workers)?;
            self.drive(&plan, Box::new(threads))
        })
    }

    fn drive(self, plan: &Plan, executor: Box<dyn Executor + '_>) -> Result<Reduced, ReduceError> {
        let reducer = Reducer::new(&self.document, plan, self.reducer);
        let labels = Labels { plan: self.plan, sandbox: "off".to_owned(), ..Labels::default() };
        let mut session = Session::new(reducer, executor, SessionOptions { labels, ..self.session });
        for observer in self.observers {
            session = session.with_observer(observer);
        }
        Reduced::of(session.run())
    }

    fn chosen(&self) -> Result<Plan, PlanError> {
        let detecting = || PlanOptions::measured_best(&ListOptions::default()).for_input(&self.document);
        let mut options = self.plan_options.clone().unwrap_or_else(detecting);
        options.own.extend(self.own.iter().cloned());
        let plan = match self.plan.as_str() {
            "auto" => choose(&self.document, &options).plan,
            names => parse_plan(names, &options)?,
        };
        let named = plan.pass_names();
        let first: Vec<Plan> =
            self.own.iter().filter(|pass| !named.contains(&pass.name())).cloned().map(Plan::pass).collect();
        Ok(match first.is_empty() {
            true => plan,
            false => Plan::fixpoint(Plan::sequence(first.into_iter().chain([plan]))),
        })
    }
}
