//! The settings of trials that are tried in the check: who may enter their directories, which files
//! are beside the candidate, and the sandbox.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dwindle_report::words;
use dwindle_run::files::Shape;
use dwindle_run::hints::HintPrograms;
use dwindle_run::process::{Confinement, Launcher, Sandbox, is_root};
use dwindle_run::property::Cancel;
use dwindle_run::trial::{Access, Extra, Owner, Swept, TempBase, TrialHost, TrialHostOptions, sweep};

use super::prepared::Setup;
use crate::args::values::SandboxName;
use crate::failure::Failure;
use crate::subject::Test;

/// One setting of trials.
#[derive(Clone)]
pub(super) struct TrialSettings {
    pub(super) access: Access,
    pub(super) with: Vec<Extra>,
    pub(super) confinement: Option<Confinement>,
}

impl TrialSettings {
    /// Returns the setting with more extra files.
    pub(super) fn with(&self, with: Vec<Extra>) -> TrialSettings {
        TrialSettings { with: [self.with.clone(), with].concat(), ..self.clone() }
    }
}

/// Least time limit of a program for its hints.
const LEAST_TIME_FOR_HINTS: Duration = Duration::from_secs(60);

impl Setup {
    /// Removes the temporary directories of killed sessions. Returns lines about them for the user.
    pub fn sweep(&self, cancel: &Cancel) -> Option<String> {
        let Swept { n_removed, left } = sweep(&TempBase::default(), cancel);
        let mut told = Vec::new();
        if 0 < n_removed {
            let folders = words::counted(n_removed as u64, "folder");
            told.push(format!("removed {folders} of trials that earlier runs left"));
        }
        told.extend(left.iter().map(|(path, why)| {
            format!("can't remove {}, which an earlier run left: {why}", words::path(path))
        }));
        (!told.is_empty()).then(|| told.join("\n"))
    }

    /// Returns the setting in which the original is tested first: with a sandbox if it is wanted
    /// and possible.
    pub(super) fn first_settings(
        &self,
        notices: &mut Vec<String>,
        cancel: &Cancel,
    ) -> Result<TrialSettings, Failure> {
        let open = TrialSettings { access: self.access(), with: self.with.clone(), confinement: None };
        let within = |confinement| TrialSettings { confinement: Some(confinement), ..open.clone() };
        match self.sandbox {
            SandboxName::Off => Ok(open),
            SandboxName::Strict => match self.probe(&within(Confinement::STRICT), cancel) {
                Ok(()) => Ok(within(Confinement::STRICT)),
                Err(why) => {
                    Err(Failure::environment(format!("--sandbox strict is not possible here: {why}"))
                        .help("--sandbox auto isolates trials as far as the system allows"))
                }
            },
            SandboxName::Auto => {
                let why = match self.probe(&within(Confinement::USUAL), cancel) {
                    Ok(()) => return Ok(within(Confinement::USUAL)),
                    Err(why) => why,
                };
                let fallback = Confinement::without_namespaces().map(within);
                match fallback.filter(|settings| self.probe(settings, cancel).is_ok()) {
                    Some(settings) => Ok(settings),
                    None => {
                        notices.push(format!("no sandbox here: {why}"));
                        Ok(open)
                    }
                }
            }
        }
    }

    /// Returns the runner of programs for hints. They get more time than a trial.
    pub fn hint_programs(&self, trial_limit: Duration) -> Result<HintPrograms, Failure> {
        let home = std::env::current_dir();
        let home =
            home.map_err(|error| Failure::environment(format!("can't find the current directory: {error}")))?;
        let limit = LEAST_TIME_FOR_HINTS.max(trial_limit * 10);
        Ok(HintPrograms::new(self.trial_host(&self.settings_of_programs()), self.paths.clone(), home, limit))
    }

    /// Returns the setting in which programs for hints run: in the sandbox only if that is strict.
    pub(super) fn settings_of_programs(&self) -> TrialSettings {
        let confinement = (self.sandbox == SandboxName::Strict).then_some(Confinement::STRICT);
        TrialSettings { access: self.access(), with: self.with.clone(), confinement }
    }

    /// Fails if a sandbox cannot be created, with the reason.
    fn probe(&self, settings: &TrialSettings, cancel: &Cancel) -> Result<(), String> {
        if self.sandbox == SandboxName::Strict {
            if self.user.is_some() || self.share_trials {
                return Err(
                    "trials run as a user of the sandbox, without --run-as and --share-trials".to_owned()
                );
            }
            if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
                return Err("sockets can't be blocked on this architecture".to_owned());
            }
        }
        let trial_host = self.trial_host(settings);
        if trial_host.sandbox().is_none() {
            return Err("there are no namespaces on this system".to_owned());
        }
        trial_host.probe(cancel).map_err(|error| error.to_string())
    }

    /// Returns the launcher of trials.
    fn launcher(&self, confinement: Option<Confinement>) -> Launcher {
        let launcher = Launcher::default();
        let sandboxed = confinement.and_then(|confinement| {
            let origin = match self.input.shape {
                Shape::File => None,
                Shape::Tree | Shape::Several => Some(self.input.origin.clone()),
            };
            let beside = self.facts.script.as_ref().and_then(|script| script.parent()).map(Path::to_owned);
            let shown = self.facts.script.iter().cloned().chain(beside).chain(origin).collect();
            launcher.sandboxed(Sandbox::new(confinement, shown))
        });
        sandboxed.unwrap_or(launcher)
    }

    /// Returns who may enter the directories of trials according to the options.
    pub(super) fn access(&self) -> Access {
        match &self.user {
            Some(user) => Access::User(Owner { uid: user.uid, gid: user.gid }),
            None if self.share_trials => Access::Share,
            None => Access::Private,
        }
    }

    /// Returns the settings to try if the original is not interesting: directories that other users
    /// may enter, in case that the test changes to another user; and other names of the candidate.
    pub(super) fn other_settings(&self, first: &TrialSettings) -> Vec<TrialSettings> {
        let accesses: &[Access] = match (&self.test, first.access) {
            (Test::Script(_) | Test::Server(_), Access::Private)
                if is_root() && first.confinement.is_none() =>
            {
                &[Access::Enter, Access::Share]
            }
            _ => &[],
        };
        let opened = accesses.iter().map(|&access| TrialSettings { access, ..first.clone() });
        let named = Some(self.other_names()).filter(|names| !names.is_empty());
        opened.chain(named.map(|names| first.with(names))).collect()
    }

    /// Returns a notice about the setting that the test needs. Fails if only the user can allow it.
    pub(super) fn notice_of(&self, settings: &TrialSettings) -> Result<Option<String>, Failure> {
        let is_public = self.modes.are_public();
        match settings.access {
            Access::Enter if self.access() == Access::Private && is_public => Ok(Some(
                "the test changes to another user, so others may enter the directories of trials; --share-trials confirms it"
                    .to_owned(),
            )),
            Access::Enter | Access::Share if self.access() == Access::Private => {
                let why = match is_public {
                    true => "and writes temporary files as that user",
                    false => "and the input is not readable for others",
                };
                Err(Failure::usage(format!("the test changes to another user, {why}"))
                    .help("--share-trials lets every user of this machine into the directories of trials"))
            }
            _ => Ok(None),
        }
    }

    /// Returns other names under which scripts for other tools may look for candidates: a directory
    /// within itself, several files in one directory by their last names. They are used only if the
    /// test says no without them, because a tool that follows links would see everything twice.
    fn other_names(&self) -> Vec<Extra> {
        if !matches!(self.test, Test::Script(_)) {
            return Vec::new();
        }
        let files = self.input.document.files();
        let is_free = |name: &OsStr| files.iter().all(|file| !file.path().starts_with(name));
        match (self.input.shape, self.input.origin.file_name()) {
            (Shape::Tree, Some(name)) if is_free(name) => vec![Extra::itself(name)],
            (Shape::Several, _) => {
                let names = files.iter().map(|file| (file.path(), file.path().file_name()));
                let names: Vec<_> = names.filter_map(|(path, name)| Some((path, name?))).collect();
                let is_only = |name: &OsStr| names.iter().filter(|(_, other)| *other == name).count() == 1;
                let fit = names.iter().filter(|(_, name)| is_free(name) && is_only(name));
                fit.map(|(path, name)| Extra::within(*path, *name)).collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn trial_host(&self, settings: &TrialSettings) -> Arc<TrialHost> {
        let environment = self.user.iter().flat_map(|user| {
            let home = user.home.clone().into_os_string();
            [("HOME", home), ("USER", user.name.clone()), ("LOGNAME", user.name.clone())]
        });
        Arc::new(TrialHost::new(TrialHostOptions {
            with: settings.with.clone(),
            access: settings.access,
            limits: self.limits.clone(),
            modes: self.modes.clone(),
            launcher: self.launcher(settings.confinement),
            environment: environment.map(|(name, value)| (name.into(), value)).collect(),
            usage: self.usage.clone(),
            ..TrialHostOptions::default()
        }))
    }
}
