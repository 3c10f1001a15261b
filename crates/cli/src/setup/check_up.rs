//! The first minute: the test on the original, again, and on an empty input.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Verdict;
use dwindle_report::words;
use dwindle_run::checkup::{Checkup, Finding};
use dwindle_run::flaky::{Observations, Repeated};
use dwindle_run::limits::default_time_limit;
use dwindle_run::process::{self, Confinement, SandboxMeans, is_root};
use dwindle_run::property::{Cancel, Property};

use super::asking::Asked;
use super::ground::Ground;
use super::prepared::Setup;
use crate::args::values::SandboxName;
use crate::failure::Failure;

/// What the first minute showed.
pub struct Checked {
    /// The property, with the time limit that holds for all trials.
    pub property: Arc<dyn Property>,
    /// The same, for one run in this process.
    pub single: Arc<dyn Property>,
    /// That time limit.
    pub time_limit: Duration,
    /// What a command must keep doing, in words.
    pub signature: Option<String>,
    /// What all runs showed so far.
    pub observations: Arc<Observations>,
    /// Why that may be too little, as a warning.
    pub doubt: Option<String>,
    /// The same as a script.
    pub script: Option<String>,
    /// The runs.
    pub checkup: Checkup,
    /// Files of the user's beside which the test works, when it does not work alone.
    pub neighbours: Vec<PathBuf>,
    /// What the user should know about how trials are run.
    pub notices: Vec<String>,
    /// What a sandbox keeps away from trials.
    pub confinement: Option<Confinement>,
    /// The same property without a sandbox, for the result.
    pub outside: Option<Arc<dyn Property>>,
    pub(super) ground: Ground,
}

impl Setup {
    /// Runs the first minute: the test on the original, again, and on an empty input. Without
    /// `--timeout`, the first run has no time limit, and those after it have one that depends on
    /// it.
    pub fn check_up(&self, cancel: &Cancel) -> Result<Checked, Failure> {
        let original = &self.input.document;
        let mut notices = Vec::new();
        let mut ground = self.first_ground(&mut notices, cancel)?;
        if is_root() && self.user.is_none() {
            notices.push("trials run as root; --run-as USER runs them as another user".to_owned());
        }
        let mut asked = self.ask(&self.bench(&ground), cancel)?;
        for other in self.other_grounds(&ground) {
            if asked.first.verdict != Verdict::Boring {
                break;
            }
            let again = self.ask(&self.bench(&other), cancel)?;
            if again.first.verdict.is_interesting() {
                // A flaky test says yes sooner or later, wherever it runs.
                asked = self.ask(&self.bench(&ground), cancel)?;
                if asked.first.verdict == Verdict::Boring {
                    notices.extend(self.notice_of(&other)?);
                    (asked, ground) = (again, other);
                }
            }
        }
        let first_wall = asked.first.wall;
        let time_limit = self.timeout.unwrap_or_else(|| default_time_limit(first_wall));
        let mut limit = self.limit(time_limit);
        if asked.first.verdict != Verdict::Unresolved && limit.learn(first_wall) {
            notices.push(format!(
                "the test takes {}, which is near --timeout: trials may take {}",
                words::span(first_wall),
                words::span(limit.now())
            ));
        }
        let mut outside = None;
        if ground.confinement.is_some() && self.sandbox == SandboxName::Auto {
            let compared = self.compared(asked, &ground, limit.now(), &mut notices, cancel)?;
            (asked, ground, outside) = (compared.asked, compared.ground, compared.outside);
        }
        let Asked { property, first, signature, doubt, script } = asked;
        let observations = Arc::new(Observations::new(self.trust).with_limit(limit));
        let single = property.limited(limit.now());
        let property = Arc::new(Repeated::new(single.clone(), observations.clone()));
        let checkup = Checkup::repeated(first, &property, original, cancel)
            .map_err(|error| Failure::environment_of(&error))?;
        let neighbours = match checkup.finding() {
            Finding::NotInteresting => self.neighbours(&ground, Some(&checkup.first), cancel)?,
            _ => Vec::new(),
        };
        let confinement = ground.confinement;
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
            ground,
        })
    }
}

/// Returns what to tell about processes that a trial leaves behind, if some may survive it.
fn notice_of_orphans(confinement: Option<Confinement>) -> Option<String> {
    let are_alone = confinement.is_some_and(|it| it.processes && it.by == SandboxMeans::Namespaces);
    (!are_alone && !process::can_adopt_orphans()).then(|| {
        "this system lets no process adopt orphans: what a trial leaves behind is searched for, and lives on if it \
         leaves the session and clears its environment"
            .to_owned()
    })
}
