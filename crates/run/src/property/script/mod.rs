//! A property that is a script.

mod file;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::{Document, Verdict};

use self::file::{Interpreter, ScriptFile};
use super::candidate_paths::CandidatePaths;
use super::diagnosis::{Diagnosis, KEPT_OUTPUT, Run};
use super::{Answered, Attempt, Cancel, Others, Portable, Property, PropertyError};
use crate::process::{End, Ended, LaunchError, Output};
use crate::trial::{CommandLine, Damage, Setting, TrialHost};

/// Runs a script, which exits with 0 if the input is interesting and with another status if not.
///
/// The script starts in a fresh directory with the candidate under its original name. `$1` is the
/// candidate's absolute path (see [`CandidatePaths`] for several files). The standard input is the
/// candidate if that is one file, else empty. The output is discarded. `TMPDIR` is a private
/// directory. A trial is unresolved if it exceeds a time or resource limit, or if another program
/// or the kernel kills it with `SIGKILL`, as the kernel does when memory is short.
///
/// A text without a `#!` line is run by `/bin/sh`, as shells do.
#[derive(Debug)]
pub struct ScriptProperty {
    script: ScriptFile,
    paths: CandidatePaths,
    time_limit: Option<Duration>,
    trial_host: Arc<TrialHost>,
    also: Option<(i32, Arc<Others>)>,
}

impl ScriptProperty {
    /// Creates a property from the script at `path`. A relative path is resolved now.
    ///
    /// # Errors
    /// When the script is missing or cannot be executed.
    pub fn new(
        path: &Path,
        paths: CandidatePaths,
        trial_host: Arc<TrialHost>,
    ) -> Result<ScriptProperty, PropertyError> {
        Ok(ScriptProperty {
            script: ScriptFile::open(path)?,
            paths,
            time_limit: None,
            trial_host,
            also: None,
        })
    }

    /// Also keeps candidates for which the script exits with this status.
    pub fn with_also_interesting(self, status: i32, others: Arc<Others>) -> ScriptProperty {
        ScriptProperty { also: Some((status, others)), ..self }
    }

    /// Sets the time limit of each trial.
    pub fn with_time_limit(self, time_limit: Option<Duration>) -> ScriptProperty {
        ScriptProperty { time_limit, ..self }
    }

    /// Returns the absolute path of the script.
    pub fn path(&self) -> &Path {
        self.script.path()
    }

    /// Runs the script among the user's own files, to find out whether it works only there.
    /// `directory` contains the original at the relative paths of the property.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn diagnose_in(&self, directory: &Path, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        let temporary = self.trial_host.directory(&Document::new([]))?;
        let output = Output::Capture { keep: KEPT_OUTPUT };
        let setting = Setting::of(&temporary, self.time_limit, output);
        self.diagnosed(&Setting { directory, ..setting }, cancel)
    }

    fn diagnosed(&self, setting: &Setting<'_>, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        let ended = self.run(setting, cancel)?;
        let run = Run {
            command: self.command(setting.directory).to_string(),
            directory: setting.directory.into(),
            ended,
        };
        Ok(Diagnosis { verdict: verdict_of(run.ended.end), wall: run.ended.wall, run: Some(run) })
    }

    fn run(&self, setting: &Setting<'_>, cancel: &Cancel) -> Result<Ended, PropertyError> {
        self.script.check()?;
        let stdin = self.paths.only_file(setting.directory);
        let setting = &setting.reading(stdin.as_deref());
        let ended = match self.trial_host.run(&self.command(setting.directory), setting, cancel) {
            Ok(ended) => ended,
            Err(LaunchError::Program { source, .. }) if !setting.directory.is_dir() => {
                return Err(PropertyError::Directory { path: setting.directory.into(), source });
            }
            Err(LaunchError::Program { source, .. }) => return Err(self.script.explain(source)),
            Err(error) => return Err(PropertyError::launch(error)),
        };
        // A shell reads its script while it runs it, so an edit during the run falsifies the
        // verdict.
        self.script.check()?;
        Ok(ended)
    }

    fn command(&self, directory: &Path) -> CommandLine {
        let script = self.script.path().to_path_buf();
        let paths = self.paths.in_directory(directory).map(Into::into);
        match self.script.interpreter() {
            Interpreter::Kernel(_) => CommandLine { program: script, arguments: paths.collect() },
            Interpreter::Shell => CommandLine {
                program: "/bin/sh".into(),
                arguments: [script.into()].into_iter().chain(paths).collect(),
            },
        }
    }
}

impl Property for ScriptProperty {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        Ok(self.attempt(input, Attempt::default(), cancel)?.verdict)
    }

    fn attempt(
        &self,
        input: &Document,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<Answered, PropertyError> {
        if cancel.is_cancelled() {
            return Ok(Answered::NOTHING);
        }
        let time_limit = attempt.time_limit.or(self.time_limit);
        self.trial_host.damage_guard().run(|| {
            let directory = self.trial_host.directory(input)?;
            let setting = Setting::of(&directory, time_limit, Output::Discard);
            let Ended { end, wall, .. } = self.run(&setting, cancel)?;
            if let Some((status, others)) = &self.also
                && end == End::Exited(*status)
                && !cancel.is_cancelled()
            {
                others.offer(&end.to_string(), input);
            }
            let verdict = directory.believed(verdict_of(end));
            let damage = if cancel.is_cancelled() { Damage::None } else { directory.damage(input) };
            Ok((Answered { verdict, took: wall }, damage))
        })
    }

    fn portable(&self) -> Option<Portable> {
        let path = self.script.path();
        let (name, content) = (path.file_name()?.to_owned(), std::fs::read(path).ok()?);
        self.script.check().ok()?;
        Some(Portable::Script { name, content, paths: self.paths.clone() })
    }

    fn diagnose(&self, input: &Document, cancel: &Cancel) -> Result<Diagnosis, PropertyError> {
        let directory = self.trial_host.directory(input)?;
        let output = Output::Capture { keep: KEPT_OUTPUT };
        self.diagnosed(&Setting::of(&directory, self.time_limit, output), cancel)
    }
}

/// Returns the verdict for the end of a script.
fn verdict_of(end: End) -> Verdict {
    match end {
        End::Exited(0) => Verdict::Interesting,
        end if end.is_no_answer() => Verdict::Unresolved,
        _ => Verdict::Boring,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_status_zero_is_interesting_and_only_limits_are_unresolved() {
        assert_eq!(verdict_of(End::Exited(0)), Verdict::Interesting);
        for boring in [End::Exited(1), End::Exited(127), End::Exited(137), End::Signalled(libc::SIGSEGV)] {
            assert_eq!(verdict_of(boring), Verdict::Boring, "{boring}");
        }
        let limits = [End::TimedOut, End::Signalled(libc::SIGXCPU), End::Exited(128 + libc::SIGXFSZ)];
        for unresolved in limits.into_iter().chain([End::Signalled(libc::SIGKILL), End::Cancelled]) {
            assert_eq!(verdict_of(unresolved), Verdict::Unresolved, "{unresolved}");
        }
    }
}
