//! Workers on other machines.

use dwindle_report::words;
use dwindle_run::executor::{Crew, CrewOptions, Described};
use dwindle_run::property::Cancel;
use dwindle_run::worker::{Task, TaskOptions};

use super::check_up::Checked;
use super::prepared::Setup;
use crate::args::SessionArgs;
use crate::exit::Exit;
use crate::failure::Failure;

impl Setup {
    /// Starts the workers that the arguments name, if they name any.
    pub fn crew(
        &self,
        checked: &Checked,
        session: &SessionArgs,
        n_local: usize,
        cancel: &Cancel,
    ) -> Result<Option<Crew>, Failure> {
        if session.workers.is_empty() {
            return Ok(None);
        }
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
            patience: session.worker_timeout,
        });
        let options = CrewOptions {
            workers: session.workers.clone(),
            n_local,
            patience: session.worker_timeout,
            task: task.map_err(|error| Failure::environment_of(&error))?,
            accepts_empty: checked.checkup.empty.as_ref().is_some_and(|run| run.verdict.is_interesting()),
        };
        match Crew::start(options, &self.input.document, cancel) {
            Ok(crew) => Ok(Some(crew)),
            Err(_) if cancel.is_cancelled() => {
                Err(Failure::new(Exit::Interrupted, "interrupted before anything was reduced"))
            }
            Err(error) => {
                let n_failures = words::counted(error.failures.len() as u64, "worker");
                let failure = Failure::environment(format!("{n_failures} can't be used"));
                Err(failure.note(error.to_string()).help("mend that, or leave the worker out"))
            }
        }
    }
}

/// Returns a line for each worker.
pub fn described(workers: &[Described], sandbox_here: &str) -> String {
    let line = |worker: &Described| {
        let Described { command, host, n_slots, sandbox } = worker;
        let sandbox = sandbox.as_deref().unwrap_or("off");
        let sandbox = match sandbox == sandbox_here {
            true => String::new(),
            false => format!("; sandbox there: {sandbox}"),
        };
        let (command, host) = (words::printable(command), words::printable(host));
        format!("worker {host}: {} at once ({command}){sandbox}", words::number(*n_slots as u64))
    };
    workers.iter().map(line).collect::<Vec<_>>().join("\n")
}
