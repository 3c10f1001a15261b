//! Workers on other machines.

use std::sync::Arc;
use std::time::Duration;

use dwindle_report::words;
use dwindle_run::executor::{
    Assignment, AssignmentOptions, Crew, CrewError, CrewOptions, Described, WorkerOptions,
};
use dwindle_run::property::Cancel;
use dwindle_run::worker::{Task, TaskOptions};

use super::check_up::Checked;
use super::prepared::Setup;
use crate::exit::Exit;
use crate::failure::Failure;

/// Starts the workers that were named, if any were.
pub fn crew(
    workers: &[WorkerOptions],
    patience: Duration,
    n_local: usize,
    cancel: &Cancel,
) -> Result<Option<Crew>, Failure> {
    if workers.is_empty() {
        return Ok(None);
    }
    let options = CrewOptions { workers: workers.to_vec(), n_local, patience };
    Crew::start(options, cancel).map(Some).map_err(|error| failure_of(&error, cancel))
}

impl Setup {
    /// Makes the test known to workers.
    pub fn assigned(
        &self,
        checked: &Checked,
        patience: Duration,
        crew: &Crew,
        cancel: &Cancel,
    ) -> Result<Arc<Assignment>, Failure> {
        if self.others.is_some() {
            let why = "--keep-others can't see what fails on other machines";
            return Err(Failure::usage(why).help("leave out one of --keep-others and --workers"));
        }
        let test = checked.single.portable().ok_or_else(|| {
            Failure::environment("the test can't be read, so that it can't be sent to workers")
        })?;
        let task = Task::new(TaskOptions {
            test,
            with: &checked.ground.with,
            modes: &self.modes,
            memory: self.memory,
            access: checked.ground.access,
            run_as: self.user.as_ref().map(|user| user.name.to_string_lossy().into_owned()),
            confinement: checked.confinement,
            time_limit: Some(checked.time_limit),
            patience,
        });
        let options = AssignmentOptions {
            task: task.map_err(|error| Failure::environment_of(&error))?,
            original: &self.input.document,
            accepts_empty: checked.checkup.empty.as_ref().is_some_and(|run| run.verdict.is_interesting()),
        };
        crew.assign(options, cancel).map(Arc::new).map_err(|error| failure_of(&error, cancel))
    }
}

fn failure_of(error: &CrewError, cancel: &Cancel) -> Failure {
    if cancel.is_cancelled() {
        return Failure::new(Exit::Interrupted, "interrupted before anything was reduced");
    }
    let n_failures = words::counted(error.failures.len() as u64, "worker");
    let failure = Failure::environment(format!("{n_failures} can't be used"));
    failure.note(error.to_string()).help("mend that, or leave the worker out")
}

/// Returns a line for each worker.
pub fn described(crew: &Crew, assignment: &Assignment, sandbox_here: &str) -> Vec<String> {
    let line = |(worker, sandbox): (&Described, &Option<String>)| {
        let Described { command, host, n_slots } = worker;
        let sandbox = sandbox.as_deref().unwrap_or("off");
        let sandbox = match sandbox == sandbox_here {
            true => String::new(),
            false => format!("; sandbox there: {sandbox}"),
        };
        let (command, host) = (words::printable(command), words::printable(host));
        format!("worker {host}: {} at once ({command}){sandbox}", words::number(*n_slots as u64))
    };
    crew.described().iter().zip(assignment.sandboxes()).map(line).collect()
}
