//! The check before a reduction: the test on the original, again, and on an empty input.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Verdict;
use dwindle_report::words;
use dwindle_run::checkup::{Checkup, Finding};
use dwindle_run::flaky::{Observations, Repeated};
use dwindle_run::limits::default_time_limit;
use dwindle_run::process::{self, Confinement, Mechanism, is_root};
use dwindle_run::property::{Cancel, Property};

use super::first_run::FirstRun;
use super::prepared::Setup;
use super::trial_settings::TrialSettings;
use crate::args::values::SandboxName;
use crate::failure::Failure;

/// The result of the check.
pub struct Checked {
    /// The property with its time limit, which runs a candidate several times if necessary.
    pub property: Arc<dyn Property>,
    /// The property with its time limit, which runs a candidate once in this process.
    pub single: Arc<dyn Property>,
    /// The time limit of trials at the start.
    pub time_limit: Duration,
    /// A description of what a command must keep doing.
    pub signature: Option<String>,
    /// The answers of all runs so far.
    pub observations: Arc<Observations>,
    /// A warning that the signature may be too weak.
    pub doubt: Option<String>,
    /// A script that checks the same as the command.
    pub script: Option<String>,
    /// The runs.
    pub checkup: Checkup,
    /// The user's files without which the test does not work.
    pub neighbours: Vec<PathBuf>,
    /// Lines for the user about how trials are run.
    pub notices: Vec<String>,
    /// The sandbox of trials.
    pub confinement: Option<Confinement>,
    /// The same property without a sandbox, for the result.
    pub outside: Option<Arc<dyn Property>>,
    pub(super) settings: TrialSettings,
}

impl Setup {
    /// Runs the test on the original, again, and on an empty input. Without `--timeout`, the first
    /// run has no time limit, and the limit of later ones depends on its time.
    pub fn check_up(&self, cancel: &Cancel) -> Result<Checked, Failure> {
        let original = &self.input.document;
        let mut notices = Vec::new();
        let mut settings = self.first_settings(&mut notices, cancel)?;
        if is_root() && self.user.is_none() {
            notices.push("trials run as root; --run-as USER runs them as another user".to_owned());
        }
        let mut first_run = self.run_first(&self.trial_host(&settings), cancel)?;
        for other in self.other_settings(&settings) {
            if first_run.first.verdict != Verdict::Boring {
                break;
            }
            let again = self.run_first(&self.trial_host(&other), cancel)?;
            if again.first.verdict.is_interesting() {
                // The first setting is tried again, because a flaky test may say yes by chance.
                first_run = self.run_first(&self.trial_host(&settings), cancel)?;
                if first_run.first.verdict == Verdict::Boring {
                    notices.extend(self.notice_of(&other)?);
                    (first_run, settings) = (again, other);
                }
            }
        }
        let first_wall = first_run.first.wall;
        let time_limit = self.timeout.unwrap_or_else(|| default_time_limit(first_wall));
        let mut limit = self.limit(time_limit);
        if first_run.first.verdict != Verdict::Unresolved && limit.learn(first_wall) {
            notices.push(format!(
                "the test takes {}, which is near --timeout; the limit of trials is raised to {}",
                words::span(first_wall),
                words::span(limit.now())
            ));
        }
        let mut outside = None;
        if settings.confinement.is_some() && self.sandbox == SandboxName::Auto {
            let choice = self.choose_sandbox(first_run, &settings, limit.now(), &mut notices, cancel)?;
            (first_run, settings, outside) = (choice.first_run, choice.settings, choice.outside);
        }
        let FirstRun { property, first, signature, doubt, script } = first_run;
        let observations = Arc::new(Observations::new(self.trust).with_limit(limit));
        let single = property.limited(limit.now());
        let property = Arc::new(Repeated::new(single.clone(), observations.clone()));
        let checkup = Checkup::repeated(first, &property, original, cancel)
            .map_err(|error| Failure::environment_of(&error))?;
        let neighbours = match checkup.finding() {
            Finding::NotInteresting => self.neighbours(&settings, Some(&checkup.first), cancel)?,
            _ => Vec::new(),
        };
        let confinement = settings.confinement;
        notices.extend(notice_of_orphans(confinement));
        Ok(Checked {
            property,
            single,
            time_limit,
            signature,
            doubt,
            script,
            observations,
            checkup,
            neighbours,
            notices,
            confinement,
            outside,
            settings,
        })
    }
}

/// Returns a notice about processes that a trial leaves behind, if some may survive it.
fn notice_of_orphans(confinement: Option<Confinement>) -> Option<String> {
    let are_alone = confinement.is_some_and(|it| it.processes && it.by == Mechanism::Namespaces);
    (!are_alone && !process::can_adopt_orphans()).then(|| {
        "this system does not support subreapers: processes that a trial leaves behind are searched for, and one that \
         leaves its session and clears its environment is not found"
            .to_owned()
    })
}
