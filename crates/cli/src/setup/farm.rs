//! Connecting to a build farm, and telling it the test.

use std::sync::Arc;
use std::time::Duration;

use dwindle_remote::{Farm, FarmError, FarmOptions, FarmTest, Figures, RemoteTest, property_of_image};
use dwindle_report::words;
use dwindle_run::property::{Cancel, Portable};
use dwindle_run::trial::PackedExtra;

use super::check_up::Checked;
use super::prepared::Setup;
use crate::args::RemoteArgs;
use crate::args::values::SandboxName;
use crate::exit::Exit;
use crate::failure::Failure;

/// Default number of trials at once on a server. Most of them are guesses.
const USUAL_JOBS: usize = 16;

/// Connects to the server of `--remote`, if there is one.
pub fn farm(
    remote: &RemoteArgs,
    max_silence: Duration,
    n_inside: usize,
    cancel: &Cancel,
) -> Result<Option<Farm>, Failure> {
    let Some(address) = &remote.remote else { return Ok(None) };
    let image = remote.remote_image.as_deref().map(property_of_image);
    let options = FarmOptions {
        address: address.clone(),
        headers: remote.remote_header.clone(),
        instance: remote.remote_instance.clone(),
        platform: remote.remote_platform.iter().cloned().chain(image).collect(),
        n_slots: remote.remote_jobs.map_or(USUAL_JOBS, std::num::NonZeroUsize::get),
        uses_cache: !remote.no_remote_cache,
        max_silence,
    };
    let farm = Farm::connect(&options, n_inside, cancel);
    farm.map(Some).map_err(|error| failure_of(&address.to_string(), error, cancel))
}

impl Setup {
    /// Tells a farm the test.
    pub fn on_farm(&self, checked: &Checked, farm: &Farm, cancel: &Cancel) -> Result<Arc<FarmTest>, Failure> {
        let refused = |why: &str, help: &str| Err(Failure::usage(why).help(help));
        if self.others.is_some() {
            let why = "--keep-others can't see what fails on a remote server";
            return refused(why, "leave out one of --keep-others and --remote");
        }
        if self.sandbox == SandboxName::Strict {
            let why = "--sandbox strict is not possible on a remote server";
            return refused(why, "leave out one of --sandbox strict and --remote");
        }
        let (name, script, paths) = match checked.single.portable() {
            Some(Portable::Script { name, content, paths }) => (name, content, paths),
            Some(Portable::Command(_)) => {
                let script = checked.script.clone().unwrap_or_default().into_bytes();
                ("test.sh".into(), script, self.paths.clone())
            }
            Some(Portable::Server { .. }) => {
                let why = "a tester of --server can't run on a remote server";
                return refused(why, "write a test that runs once for each candidate");
            }
            None => {
                return Err(Failure::environment("the test can't be read, so that it can't be sent"));
            }
        };
        let packed = checked.settings.with.iter().map(PackedExtra::of).collect::<Result<_, _>>();
        let test = RemoteTest {
            name,
            script,
            paths,
            with: packed.map_err(|error| Failure::environment_of(&error))?,
            modes: self.modes.clone(),
            time_limit: checked.time_limit,
            extra_time: match self.expectations.timeout_is_interesting {
                // The test waits for as long as a trial may take.
                true => checked.time_limit,
                false => Duration::ZERO,
            },
        };
        let accepts_empty = checked.checkup.empty.as_ref().is_some_and(|run| run.verdict.is_interesting());
        let assigned = farm.assign(test, &self.input.document, accepts_empty, cancel);
        assigned.map_err(|error| failure_of(farm.address(), error, cancel))
    }
}

fn failure_of(address: &str, error: FarmError, cancel: &Cancel) -> Failure {
    if cancel.is_cancelled() {
        return Failure::new(Exit::Interrupted, "interrupted before anything was reduced");
    }
    let failure = Failure::environment(format!("the remote server {address} can't be used"));
    let failure = failure.note(error.why);
    match error.help {
        Some(help) => failure.help(help),
        None => failure,
    }
}

/// Returns a line about the work of a farm.
pub fn figures_of(farm: &Farm) -> String {
    let Figures { n_executed, n_cached, can_cancel } = farm.figures();
    let mut text = format!("remote: {} run there", words::counted(n_executed, "trial"));
    if 0 < n_cached {
        text.push_str(&format!(", {} answered by its cache", words::number(n_cached)));
    }
    if !can_cancel {
        text.push_str("; it does not cancel actions, so fewer --remote-jobs may be as fast");
    }
    text
}
