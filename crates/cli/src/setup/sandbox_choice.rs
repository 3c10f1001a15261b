//! Choosing the sandbox in which a test behaves as without one.

use std::sync::Arc;
use std::time::Duration;

use dwindle_run::checkup::Comparison;
use dwindle_run::process::Confinement;
use dwindle_run::property::{Cancel, Property, PropertyError};

use super::arguments::doubt_of;
use super::first_run::{FirstRun, Unlimited};
use super::prepared::Setup;
use super::trial_settings::TrialSettings;
use crate::failure::Failure;
use crate::subject::Test;

/// The setting that was chosen for trials.
pub(super) struct SandboxChoice {
    /// The first run in that setting.
    pub(super) first_run: FirstRun,
    /// The setting.
    pub(super) settings: TrialSettings,
    /// The property without a sandbox, if the setting has one.
    pub(super) outside: Option<Arc<dyn Property>>,
}

impl Setup {
    /// Compares a test in a sandbox with the test without one. Tries weaker sandboxes until they
    /// agree.
    pub(super) fn choose_sandbox(
        &self,
        first_run: FirstRun,
        settings: &TrialSettings,
        time_limit: Duration,
        notices: &mut Vec<String>,
        cancel: &Cancel,
    ) -> Result<SandboxChoice, Failure> {
        let environment = |error: PropertyError| Failure::environment_of(&error);
        let mut open = TrialSettings { confinement: None, ..settings.clone() };
        let mut without = self.try_first_run(&open, cancel);
        let is_interesting = |first_run: &Option<FirstRun>| {
            first_run.as_ref().is_some_and(|first_run| first_run.first.verdict.is_interesting())
        };
        if first_run.first.verdict.is_interesting() && !is_interesting(&without) {
            // In a sandbox, a test can change to another user. Without one, that user must first be
            // allowed to enter the directories.
            for other in self.other_settings(&open) {
                let again = self.try_first_run(&other, cancel).filter(|_| self.notice_of(&other).is_ok());
                if is_interesting(&again) {
                    (without, open) = (again, other);
                    break;
                }
            }
        }
        let Some(without) = without else {
            // Nothing can be learned from the command without a sandbox.
            notices.push("no sandbox: the command behaves differently in it".to_owned());
            let first_run = self.run_first(&self.trial_host(&open), cancel)?;
            return Ok(SandboxChoice { first_run, settings: open, outside: None });
        };
        let outside = without.property.limited(time_limit);
        let mut comparison = Comparison::new(&*outside, &self.input.document, &without.first);
        let weaker = settings.confinement.map(Confinement::weaker).unwrap_or_default();
        let weaker =
            weaker.into_iter().map(|weaker| TrialSettings { confinement: Some(weaker), ..settings.clone() });
        let attempts =
            [(Some(first_run), settings.clone())].into_iter().chain(weaker.map(|weaker| (None, weaker)));
        for (number, (first_run, settings)) in attempts.enumerate() {
            let Some(first_run) = first_run.or_else(|| self.try_first_run(&settings, cancel)) else {
                continue;
            };
            if first_run.signature != without.signature {
                continue;
            }
            let inside = first_run.property.limited(time_limit);
            if comparison.agrees(&*inside, &first_run.first, cancel).map_err(environment)? {
                if 0 < number {
                    let left = settings.confinement.map(|left| left.to_string()).unwrap_or_default();
                    notices.push(format!(
                        "the test behaves differently if it can't write outside its directory; the remaining sandbox: {left}"
                    ));
                }
                let first_run = FirstRun { property: Unlimited::Limited(inside), ..first_run };
                return Ok(SandboxChoice { first_run, settings, outside: Some(outside) });
            }
        }
        notices.push("no sandbox: the test behaves differently in every sandbox".to_owned());
        let first_run = FirstRun { property: Unlimited::Limited(outside), ..without };
        Ok(SandboxChoice { first_run, settings: open, outside: None })
    }

    /// Runs the property for the first time in another setting. Returns `None` if nothing can be
    /// learned from a command there.
    fn try_first_run(&self, settings: &TrialSettings, cancel: &Cancel) -> Option<FirstRun> {
        let trial_host = self.trial_host(settings);
        match &self.test {
            Test::Command(command) => {
                let command = self.learn(command, &trial_host, cancel).ok()?.with_others(self.others.clone());
                let (signature, script) = (Some(command.signature()), Some(self.script_of(&command)));
                let doubt = doubt_of(&command);
                let property = Unlimited::Command(command);
                let first = property.as_property().diagnose(&self.input.document, cancel).ok()?;
                Some(FirstRun { property, first, signature, doubt, script })
            }
            Test::Script(_) | Test::Server(_) => self.run_first(&trial_host, cancel).ok(),
        }
    }
}
