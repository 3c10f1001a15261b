//! What all trials of a session share.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Document;

use super::{Access, DamageGuard, Extra, Owner, TempBase, TempRoots, TrialDirectory, Usage};
use crate::files::Modes;
use crate::limits::Limits;
use crate::process::{End, Ended, Job, LaunchError, Launcher, Output, Sandbox};
use crate::property::{Cancel, PropertyError};

/// Where trials run, with which limits, and what runs them. All properties and threads of a session
/// share one.
#[derive(Debug)]
pub struct TrialHost {
    temp_roots: TempRoots,
    launcher: Launcher,
    limits: Limits,
    environment: Vec<(OsString, OsString)>,
    user: Option<Owner>,
    damage_guard: DamageGuard,
    usage: Arc<Usage>,
}

/// The settings of trials.
#[derive(Debug, Default)]
pub struct TrialHostOptions {
    /// Where the directories of trials are created.
    pub base: TempBase,
    /// The files that every trial needs besides the candidate.
    pub with: Vec<Extra>,
    /// The resource limits of one trial.
    pub limits: Limits,
    /// What runs the programs.
    pub launcher: Launcher,
    /// Who may enter the directories.
    pub access: Access,
    /// The permissions of the candidate's files.
    pub modes: Modes,
    /// Variables for every trial, in addition to the environment of this process.
    pub environment: Vec<(OsString, OsString)>,
    /// The sum of what trials use.
    pub usage: Arc<Usage>,
}

/// A program with its arguments, to be run in a trial's directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The program: a path, or a name that is looked up in `PATH`.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
}

impl TrialHost {
    /// Creates one from its settings.
    pub fn new(options: TrialHostOptions) -> TrialHost {
        let TrialHostOptions { base, with, limits, launcher, access, modes, environment, usage } = options;
        let sandbox = launcher.sandbox();
        let user = access.owner();
        let access = match (access, sandbox) {
            (Access::Private, Some(sandbox)) => {
                Access::Sandboxed(sandbox.first_uid.map(|first| Owner { uid: first, gid: first }))
            }
            _ => access,
        };
        TrialHost {
            temp_roots: TempRoots::new(&base, access, with, modes),
            launcher,
            limits,
            environment,
            user,
            damage_guard: DamageGuard::default(),
            usage,
        }
    }

    /// Creates the directory for a trial of `document`.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn directory(&self, document: &Document) -> Result<TrialDirectory, PropertyError> {
        self.temp_roots.directory(document)
    }

    /// Creates another directory in the lane of `other`, where the same processes can reach it.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn directory_beside(
        &self,
        other: &TrialDirectory,
        document: &Document,
    ) -> Result<TrialDirectory, PropertyError> {
        self.temp_roots.directory_beside(other, document)
    }

    /// Fills the directory of a finished trial with another document, at the same path.
    ///
    /// # Errors
    /// When the environment failed.
    pub fn refill(&self, directory: &TrialDirectory, document: &Document) -> Result<(), PropertyError> {
        self.temp_roots.refill(directory, document)
    }

    /// Runs a command in a trial's directory to its end.
    ///
    /// # Errors
    /// When the command cannot be started.
    pub fn run(
        &self,
        command: &CommandLine,
        setting: &Setting<'_>,
        cancel: &Cancel,
    ) -> Result<Ended, LaunchError> {
        let ended = self.launcher.run_reading(&self.job(command, setting), setting.stdin, cancel)?;
        self.usage.add(&ended);
        Ok(ended)
    }

    /// Returns the guard that detects trials which damage others.
    pub(crate) fn damage_guard(&self) -> &DamageGuard {
        &self.damage_guard
    }

    /// Returns the sandbox of trials, if they run in one.
    pub fn sandbox(&self) -> Option<&Sandbox> {
        self.launcher.sandbox()
    }

    /// Runs a program that does nothing, to find out whether trials can be run.
    ///
    /// # Errors
    /// When trials cannot be run.
    pub fn probe(&self, cancel: &Cancel) -> Result<(), PropertyError> {
        let directory = self.directory(&Document::new([]))?;
        let nothing = CommandLine { program: "true".into(), arguments: Vec::new() };
        let setting = Setting::of(&directory, Some(Duration::from_secs(60)), Output::Discard);
        let ended = self.run(&nothing, &setting, cancel).map_err(PropertyError::launch)?;
        match ended.end {
            End::Exited(0) | End::Cancelled => Ok(()),
            end => Err(PropertyError::Other {
                what: "a program that does nothing fails".to_owned(),
                source: std::io::Error::other(end.to_string()),
            }),
        }
    }

    /// Returns the launcher, for a program that runs longer than a trial.
    pub(crate) fn launcher(&self) -> &Launcher {
        &self.launcher
    }

    /// Returns the job that [`TrialHost::run`] runs.
    pub(crate) fn job(&self, command: &CommandLine, setting: &Setting<'_>) -> Job {
        let temporary = setting.temporary.as_os_str();
        Job {
            program: command.program.clone(),
            arguments: command.arguments.clone(),
            directory: setting.directory.to_path_buf(),
            environment: [
                ("TMPDIR".into(), temporary.into()),
                ("TMP".into(), temporary.into()),
                ("TEMP".into(), temporary.into()),
                // The inherited value is the directory in which dwindle was started, and some
                // programs use it.
                ("PWD".into(), setting.directory.into()),
            ]
            .into_iter()
            .chain(self.environment.iter().cloned())
            .collect(),
            mark: Some(("DWINDLE_TRIAL".into(), temporary.into())),
            user: self.user,
            lane: setting.temporary.parent().unwrap_or(setting.temporary).to_owned(),
            limits: self.limits.clone(),
            timeout: setting.time_limit,
            output: setting.output,
        }
    }
}

/// The circumstances of one run.
#[derive(Clone, Copy, Debug)]
pub struct Setting<'a> {
    /// The directory in which the command starts.
    pub directory: &'a Path,
    /// The directory for its temporary files.
    pub temporary: &'a Path,
    /// How long it may take.
    pub time_limit: Option<Duration>,
    /// Where its output goes.
    pub output: Output,
    /// The file that is its standard input; `None` for nothing.
    pub stdin: Option<&'a Path>,
}

impl<'a> Setting<'a> {
    /// Returns the circumstances of a trial in `directory`.
    pub fn of(directory: &'a TrialDirectory, time_limit: Option<Duration>, output: Output) -> Setting<'a> {
        let (directory, temporary) = (directory.path(), directory.temporary());
        Setting { directory, temporary, time_limit, output, stdin: None }
    }

    /// Sets the standard input.
    pub fn reading(self, stdin: Option<&'a Path>) -> Setting<'a> {
        Setting { stdin, ..self }
    }
}

/// Writes the command in shell syntax.
impl std::fmt::Display for CommandLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&quoted(&self.program.to_string_lossy()))?;
        self.arguments.iter().try_for_each(|argument| write!(f, " {}", quoted(&argument.to_string_lossy())))
    }
}

/// Quotes a word for a shell if necessary.
pub(crate) fn quoted(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-./=:,+@%".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_can_be_pasted_into_a_shell() {
        let arguments = ["--x=1", "a b", "it's", ""].map(OsString::from).to_vec();
        let command = CommandLine { program: "./run.sh".into(), arguments };
        assert_eq!(command.to_string(), r"./run.sh --x=1 'a b' 'it'\''s' ''");
    }
}
