//! Starting workers, and telling them the test.

use std::sync::Arc;
use std::time::Duration;

use dwindle_report::words;
use dwindle_run::executor::{
    Assignment, AssignmentOptions, WorkerDescription, WorkerOptions, WorkerPool, WorkerPoolError,
    WorkerPoolOptions,
};
use dwindle_run::property::Cancel;
use dwindle_run::worker::{Task, TaskOptions};

use super::check_up::Checked;
use super::prepared::Setup;
use crate::exit::Exit;
use crate::failure::Failure;

/// Starts the workers of `--workers`, if there are any.
pub fn start_workers(
    workers: &[WorkerOptions],
    max_silence: Duration,
    n_local: usize,
    cancel: &Cancel,
) -> Result<Option<WorkerPool>, Failure> {
    if workers.is_empty() {
        return Ok(None);
    }
    let options = WorkerPoolOptions { workers: workers.to_vec(), n_local, max_silence };
    WorkerPool::start(options, cancel).map(Some).map_err(|error| failure_of(&error, cancel))
}

impl Setup {
    /// Tells workers the test.
    pub fn assigned(
        &self,
        checked: &Checked,
        max_silence: Duration,
        pool: &WorkerPool,
        cancel: &Cancel,
    ) -> Result<Arc<Assignment>, Failure> {
        if self.others.is_some() {
            let why = "--keep-others can't see what fails on other machines";
            return Err(Failure::usage(why).help("leave out one of --keep-others and --workers"));
        }
        let test = checked
            .single
            .portable()
            .ok_or_else(|| Failure::environment("the test can't be read, so it can't be sent to workers"))?;
        let task = Task::new(TaskOptions {
            test,
            with: &checked.settings.with,
            modes: &self.modes,
            memory: self.memory,
            access: checked.settings.access,
            run_as: self.user.as_ref().map(|user| user.name.to_string_lossy().into_owned()),
            confinement: checked.confinement,
            time_limit: Some(checked.time_limit),
            max_silence,
        });
        let options = AssignmentOptions {
            task: task.map_err(|error| Failure::environment_of(&error))?,
            original: &self.input.document,
            accepts_empty: checked.checkup.empty.as_ref().is_some_and(|run| run.verdict.is_interesting()),
        };
        pool.assign(options, cancel).map(Arc::new).map_err(|error| failure_of(&error, cancel))
    }
}

fn failure_of(error: &WorkerPoolError, cancel: &Cancel) -> Failure {
    if cancel.is_cancelled() {
        return Failure::new(Exit::Interrupted, "interrupted before anything was reduced");
    }
    let n_failures = words::counted(error.failures.len() as u64, "worker");
    let failure = Failure::environment(format!("{n_failures} can't be used"));
    failure.note(error.to_string()).help("fix that, or leave the worker out")
}

/// Returns a line for each worker.
pub fn worker_lines(pool: &WorkerPool, assignment: &Assignment, sandbox_here: &str) -> Vec<String> {
    let line = |(worker, sandbox): (&WorkerDescription, &Option<String>)| {
        let WorkerDescription { command, host, n_slots } = worker;
        let sandbox = sandbox.as_deref().unwrap_or("off");
        let sandbox = match sandbox == sandbox_here {
            true => String::new(),
            false => format!("; sandbox there: {sandbox}"),
        };
        let (command, host) = (words::printable(command), words::printable(host));
        format!("worker {host}: {} at once ({command}){sandbox}", words::number(*n_slots as u64))
    };
    pool.described().iter().zip(assignment.sandboxes()).map(line).collect()
}
