//! A task: a test and its settings, which a worker is told once.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::building::build;
use crate::files::Modes;
use crate::limits::Limits;
use crate::process::{Confinement, Launcher, Sandbox, User, is_root};
use crate::property::{Cancel, Portable, Property, PropertyError};
use crate::trial::{Access, Extra, Owner, PackedExtra, TrialHost, TrialHostOptions};

/// A test with everything that it needs, to be sent to workers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    test: Portable,
    with: Vec<PackedExtra>,
    modes: Vec<(Vec<u8>, u32)>,
    memory: Option<u64>,
    access: Access,
    run_as: Option<String>,
    confinement: Option<Confinement>,
    time_limit: Option<Duration>,
    /// How long either end may be silent.
    pub(crate) max_silence: Duration,
}

/// The parts of a task.
#[derive(Debug)]
pub struct TaskOptions<'a> {
    /// The test.
    pub test: Portable,
    /// The files beside each candidate.
    pub with: &'a [Extra],
    /// The permissions of the candidate's files.
    pub modes: &'a Modes,
    /// The memory limit of a trial; `None` for the default on the worker's machine.
    pub memory: Option<u64>,
    /// Who may enter the directories of trials.
    pub access: Access,
    /// The name of the user as whom trials run; the user id may differ between machines.
    pub run_as: Option<String>,
    /// The sandbox of trials.
    pub confinement: Option<Confinement>,
    /// The time limit of a trial, unless the trial has its own.
    pub time_limit: Option<Duration>,
    /// How long either end may be silent.
    pub max_silence: Duration,
}

/// A task on the machine where its trials run.
pub(super) struct Built {
    pub(super) property: Arc<dyn Property>,
    pub(super) confinement: Option<Confinement>,
}

impl Task {
    /// Creates a task. Reads all files that the test needs.
    ///
    /// # Errors
    /// When such a file cannot be read.
    pub fn new(options: TaskOptions<'_>) -> Result<Task, PropertyError> {
        let TaskOptions { test, with, modes, memory, access, run_as, confinement, time_limit, max_silence } =
            options;
        let with = with.iter().map(PackedExtra::of).collect::<Result<_, _>>()?;
        let modes = modes.to_list();
        Ok(Task { test, with, modes, memory, access, run_as, confinement, time_limit, max_silence })
    }

    /// Returns who must be able to enter the directory of the test itself.
    pub(super) fn access_of_home(&self) -> Access {
        let is_other_user = self.confinement.is_some_and(|confinement| confinement.strict) && is_root();
        match self.access {
            Access::Private if !is_other_user => Access::Private,
            _ => Access::Enter,
        }
    }

    /// Creates the property. Its files are written to `home`.
    pub(super) fn build(self, home: &Path, cancel: &Cancel) -> Result<Built, PropertyError> {
        let extras = self.with.into_iter().enumerate().map(|(number, parcel)| parcel.unpack(home, number));
        let with: Vec<Extra> = extras.collect::<Result<_, _>>()?;
        let user = self.run_as.as_deref().map(user).transpose()?;
        let access = match &user {
            Some(user) => Access::User(Owner { uid: user.uid, gid: user.gid }),
            None => self.access,
        };
        let test_home = home.join("test");
        std::fs::create_dir(&test_home)
            .map_err(|source| PropertyError::Directory { path: test_home.clone(), source })?;
        // The permissions of the directory above determine who may enter.
        open_to_all(&test_home)?;
        let mut limits = Limits::default();
        limits.memory = self.memory.or(limits.memory);
        let environment = user.iter().flat_map(|user| {
            let home = user.home.clone().into_os_string();
            [("HOME", home), ("USER", user.name.clone()), ("LOGNAME", user.name.clone())]
        });
        let environment: Vec<_> = environment.map(|(name, value)| (name.into(), value)).collect();
        let modes = Modes::from_list(self.modes);
        let trial_host = |confinement: Option<Confinement>| {
            let launcher = Launcher::default();
            let sandbox = confinement.map(|confinement| Sandbox::new(confinement, vec![test_home.clone()]));
            let launcher = match sandbox {
                Some(sandbox) => launcher.sandboxed(sandbox)?,
                None => launcher,
            };
            Some(Arc::new(TrialHost::new(TrialHostOptions {
                with: with.clone(),
                access,
                limits: limits.clone(),
                modes: modes.clone(),
                launcher,
                environment: environment.clone(),
                ..TrialHostOptions::default()
            })))
        };
        let (trial_host, confinement) = confined(self.confinement, trial_host, cancel)?;
        let property = build(self.test, &test_home, trial_host, self.time_limit)?;
        Ok(Built { property, confinement })
    }
}

/// Returns the trial host with the strongest sandbox that is possible here.
fn confined(
    wanted: Option<Confinement>,
    trial_host: impl Fn(Option<Confinement>) -> Option<Arc<TrialHost>>,
    cancel: &Cancel,
) -> Result<(Arc<TrialHost>, Option<Confinement>), PropertyError> {
    let fallback = wanted.filter(|wanted| !wanted.strict).and_then(|_| Confinement::without_namespaces());
    let mut failure = std::io::Error::other("there are no namespaces on this system");
    for confinement in wanted.into_iter().chain(fallback) {
        match trial_host(Some(confinement)).map(|trial_host| trial_host.probe(cancel).map(|()| trial_host)) {
            Some(Ok(trial_host)) => return Ok((trial_host, Some(confinement))),
            Some(Err(error)) => failure = std::io::Error::other(error.to_string()),
            None => {}
        }
    }
    let is_strict = wanted.is_some_and(|wanted| wanted.strict);
    trial_host(None).filter(|_| !is_strict).map(|trial_host| (trial_host, None)).ok_or_else(|| {
        PropertyError::Other { what: "--sandbox strict is not possible here".to_owned(), source: failure }
    })
}

fn user(name: &str) -> Result<User, PropertyError> {
    let failed = |source| PropertyError::Other { what: format!("trials can't run as `{name}` here"), source };
    match is_root() {
        true => User::find(name).map_err(failed),
        false => Err(failed(std::io::Error::other("only root can run trials as another user"))),
    }
}

/// Lets everybody enter a directory who may enter the one above.
fn open_to_all(path: &Path) -> Result<(), PropertyError> {
    std::fs::set_permissions(path, Permissions::from_mode(0o755))
        .map_err(|source| PropertyError::Directory { path: path.to_owned(), source })
}
