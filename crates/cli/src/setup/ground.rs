//! Where the first trials take place: who may enter, what stands beside the candidate, and within
//! which sandbox.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use dwindle_report::words;
use dwindle_run::files::Shape;
use dwindle_run::hints::HintPrograms;
use dwindle_run::process::{Confinement, Launcher, Sandbox, is_root};
use dwindle_run::property::Cancel;
use dwindle_run::trial::{Access, Bench, BenchOptions, Extra, Owner, Place, Swept, sweep};

use super::prepared::Setup;
use crate::args::values::SandboxName;
use crate::failure::Failure;
use crate::subject::Test;

/// What differs between the directories of trials that are tried in the first minute.
#[derive(Clone)]
pub(super) struct Ground {
    pub(super) access: Access,
    pub(super) with: Vec<Extra>,
    pub(super) confinement: Option<Confinement>,
}

impl Ground {
    /// Returns the same with more extra files.
    pub(super) fn with(&self, with: Vec<Extra>) -> Ground {
        Ground { with: [self.with.clone(), with].concat(), ..self.clone() }
    }
}

/// The least time that a program is given for its hints.
const LEAST_TIME_FOR_HINTS: Duration = Duration::from_secs(60);

impl Setup {
    /// Removes what dead sessions left where trials take place, and returns what to tell about it.
    pub fn sweep(&self, cancel: &Cancel) -> Option<String> {
        let Swept { n_removed, left } = sweep(&Place::default(), cancel);
        let mut told = Vec::new();
        if 0 < n_removed {
            let folders = words::counted(n_removed as u64, "folder");
            told.push(format!("removed {folders} of trials that earlier runs left"));
        }
        told.extend(
            left.iter().map(|(path, why)| format!("{} is left by an earlier run: {why}", words::path(path))),
        );
        (!told.is_empty()).then(|| told.join("\n"))
    }

    /// Returns the ground on which the original is tested first: within a sandbox if one is wanted
    /// and can be made.
    pub(super) fn first_ground(&self, notices: &mut Vec<String>, cancel: &Cancel) -> Result<Ground, Failure> {
        let open = Ground { access: self.access(), with: self.with.clone(), confinement: None };
        let within = |confinement| Ground { confinement: Some(confinement), ..open.clone() };
        match self.sandbox {
            SandboxName::Off => Ok(open),
            SandboxName::Strict => match self.probe(&within(Confinement::STRICT), cancel) {
                Ok(()) => Ok(within(Confinement::STRICT)),
                Err(why) => Err(Failure::environment(format!(
                    "--sandbox strict can't hold here what it promises: {why}"
                ))
                .help("--sandbox auto keeps away as much as the system allows")),
            },
            SandboxName::Auto => {
                let why = match self.probe(&within(Confinement::USUAL), cancel) {
                    Ok(()) => return Ok(within(Confinement::USUAL)),
                    Err(why) => why,
                };
                let fallback = Confinement::without_namespaces().map(within);
                match fallback.filter(|ground| self.probe(ground, cancel).is_ok()) {
                    Some(ground) => Ok(ground),
                    None => {
                        notices.push(format!("no sandbox here: {why}"));
                        Ok(open)
                    }
                }
            }
        }
    }

    /// Returns what runs programs that are asked for hints; they get more time than a trial.
    pub fn hint_programs(&self, trial_limit: Duration) -> Result<HintPrograms, Failure> {
        let home = std::env::current_dir();
        let home =
            home.map_err(|error| Failure::environment(format!("can't find the current directory: {error}")))?;
        let limit = LEAST_TIME_FOR_HINTS.max(trial_limit * 10);
        Ok(HintPrograms::new(self.bench(&self.ground_of_programs()), self.paths.clone(), home, limit))
    }

    /// Returns the ground on which programs of the user's run that propose candidates: within the
    /// sandbox if nothing may run outside.
    pub(super) fn ground_of_programs(&self) -> Ground {
        let confinement = (self.sandbox == SandboxName::Strict).then_some(Confinement::STRICT);
        Ground { access: self.access(), with: self.with.clone(), confinement }
    }

    /// Tries whether a sandbox can be made.
    fn probe(&self, ground: &Ground, cancel: &Cancel) -> Result<(), String> {
        if self.sandbox == SandboxName::Strict {
            if self.user.is_some() || self.share_trials {
                return Err(
                    "trials run as a user of the sandbox, without --run-as and --share-trials".to_owned()
                );
            }
            if !cfg!(any(target_arch = "x86_64", target_arch = "aarch64")) {
                return Err("sockets can't be kept away on this architecture".to_owned());
            }
        }
        let bench = self.bench(ground);
        if bench.sandbox().is_none() {
            return Err("there are no namespaces on this system".to_owned());
        }
        bench.probe(cancel).map_err(|error| error.to_string())
    }

    /// Returns what runs trials.
    fn launcher(&self, confinement: Option<Confinement>) -> Launcher {
        let launcher = Launcher::default();
        let sandboxed = confinement.and_then(|confinement| {
            let origin = match self.input.shape {
                Shape::File => None,
                Shape::Tree | Shape::Several => Some(self.input.origin.clone()),
            };
            let beside = self.scene.script.as_ref().and_then(|script| script.parent()).map(Path::to_owned);
            let shown = self.scene.script.iter().cloned().chain(beside).chain(origin).collect();
            launcher.sandboxed(Sandbox::new(confinement, shown))
        });
        sandboxed.unwrap_or(launcher)
    }

    /// Returns who may enter the directories of trials, as far as the options say it.
    pub(super) fn access(&self) -> Access {
        match &self.user {
            Some(user) => Access::User(Owner { uid: user.uid, gid: user.gid }),
            None if self.share_trials => Access::Share,
            None => Access::Private,
        }
    }

    /// Lists what to try when the original is not interesting: an entrance for other users, in case
    /// that the test drops to one, and for a directory its own name.
    pub(super) fn other_grounds(&self, first: &Ground) -> Vec<Ground> {
        let accesses: &[Access] = match (&self.test, first.access) {
            (Test::Script(_) | Test::Server(_), Access::Private)
                if is_root() && first.confinement.is_none() =>
            {
                &[Access::Enter, Access::Share]
            }
            _ => &[],
        };
        let opened = accesses.iter().map(|&access| Ground { access, ..first.clone() });
        let named = Some(self.other_names()).filter(|names| !names.is_empty());
        opened.chain(named.map(|names| first.with(names))).collect()
    }

    /// Returns what to tell about directories that the test needs; fails where only the user can
    /// allow them.
    pub(super) fn notice_of(&self, ground: &Ground) -> Result<Option<String>, Failure> {
        let is_public = self.modes.are_public();
        match ground.access {
            Access::Enter if self.access() == Access::Private && is_public => Ok(Some(
                "the test drops to another user, so others may enter the directories of trials; --share-trials says that it is meant"
                    .to_owned(),
            )),
            Access::Enter | Access::Share if self.access() == Access::Private => {
                let why = match is_public {
                    true => "and writes temporary files as that user",
                    false => "and the input is not readable for others",
                };
                Err(Failure::usage(format!("the test drops to another user, {why}"))
                    .help("--share-trials lets every user of this machine into the directories of trials"))
            }
            _ => Ok(None),
        }
    }

    /// Lists other names under which scripts for other tools look for candidates: a directory in
    /// itself, several files in one directory by their last names. Only where a test says no
    /// without them: tools that follow links would see everything twice.
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

    pub(super) fn bench(&self, ground: &Ground) -> Arc<Bench> {
        let environment = self.user.iter().flat_map(|user| {
            let home = user.home.clone().into_os_string();
            [("HOME", home), ("USER", user.name.clone()), ("LOGNAME", user.name.clone())]
        });
        Arc::new(Bench::new(BenchOptions {
            with: ground.with.clone(),
            access: ground.access,
            limits: self.limits.clone(),
            modes: self.modes.clone(),
            launcher: self.launcher(ground.confinement),
            environment: environment.map(|(name, value)| (name.into(), value)).collect(),
            usage: self.usage.clone(),
            ..BenchOptions::default()
        }))
    }
}
