//! Finding the user's files without which a test does not work.

use std::path::PathBuf;
use std::sync::Arc;

use dwindle_run::checkup::needed_neighbours;
use dwindle_run::property::{Cancel, CommandError, Diagnosis};
use dwindle_run::trial::TrialHost;

use super::arguments::extras;
use super::prepared::Setup;
use super::trial_settings::TrialSettings;
use crate::failure::Failure;
use crate::subject::Test;
use crate::test_advice::with_neighbours;

impl Setup {
    /// Returns why nothing could be learned from a command, and which files it may lack.
    pub(super) fn unlearnt(&self, error: &CommandError, cancel: &Cancel) -> Failure {
        let failure = match error {
            CommandError::NothingWrong { .. }
            | CommandError::NotFound { .. }
            | CommandError::LacksFile { .. }
            | CommandError::NoDifference { .. }
            | CommandError::NotSo { .. } => Failure::no(error),
            CommandError::NoAnswer { .. } | CommandError::TooWeak { .. } => return Failure::no(error),
            CommandError::Environment(error) => return Failure::environment_of(error),
            _ => return Failure::usage_of(error),
        };
        let settings = TrialSettings { access: self.access(), with: self.with.clone(), confinement: None };
        match self.neighbours(&settings, None, cancel) {
            Ok(neighbours) if !neighbours.is_empty() => with_neighbours(failure, &neighbours),
            _ => failure,
        }
    }

    /// Returns the user's files without which the test does not work.
    pub(super) fn neighbours(
        &self,
        settings: &TrialSettings,
        first: Option<&Diagnosis>,
        cancel: &Cancel,
    ) -> Result<Vec<PathBuf>, Failure> {
        let is_input = |path: &PathBuf| {
            *path == self.input.origin
                || self.input.document.files().iter().any(|file| *path == self.input.origin.join(file.path()))
        };
        for directory in self.facts.directories() {
            let found = needed_neighbours(
                &directory,
                |path| self.facts.is_named(path, first),
                |with| {
                    let beside: Vec<PathBuf> = with.iter().filter(|path| !is_input(path)).cloned().collect();
                    let Ok(with) = extras(&beside) else { return Ok(false) };
                    let trial_host = self.trial_host(&settings.with(with));
                    Ok(self.works(&trial_host, cancel))
                },
            );
            if let Some(found) = found.map_err(|error| Failure::environment_of(&error))? {
                // A flaky test may say yes by chance, also without the files.
                let alone = || self.works(&self.trial_host(settings), cancel);
                let is_flaky = !found.is_empty() && (0..3).any(|_| alone());
                return Ok(if is_flaky { Vec::new() } else { found });
            }
        }
        Ok(Vec::new())
    }

    /// Whether the test works in this setting.
    fn works(&self, trial_host: &Arc<TrialHost>, cancel: &Cancel) -> bool {
        match &self.test {
            Test::Command(command) => self.learn(command, trial_host, cancel).is_ok(),
            Test::Script(_) | Test::Server(_) => self
                .run_first(trial_host, cancel)
                .is_ok_and(|first_run| first_run.first.verdict.is_interesting()),
        }
    }
}
