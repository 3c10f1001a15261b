//! Files beside which a test works that does not work alone.

use std::path::PathBuf;
use std::sync::Arc;

use dwindle_run::checkup::needed_neighbours;
use dwindle_run::property::{Cancel, CommandError, Diagnosis};
use dwindle_run::trial::Bench;

use super::beside::extras;
use super::ground::Ground;
use super::prepared::Setup;
use crate::failure::Failure;
use crate::first_minute::with_neighbours;
use crate::subject::Test;

impl Setup {
    /// Returns why nothing could be learnt from a command, and which files it may lack.
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
        let ground = Ground { access: self.access(), with: self.with.clone(), confinement: None };
        match self.neighbours(&ground, None, cancel) {
            Ok(neighbours) if !neighbours.is_empty() => with_neighbours(failure, &neighbours),
            _ => failure,
        }
    }

    /// Finds files beside which the test works that does not work alone.
    pub(super) fn neighbours(
        &self,
        ground: &Ground,
        first: Option<&Diagnosis>,
        cancel: &Cancel,
    ) -> Result<Vec<PathBuf>, Failure> {
        let is_input = |path: &PathBuf| {
            *path == self.input.origin
                || self.input.document.files().iter().any(|file| *path == self.input.origin.join(file.path()))
        };
        for directory in self.scene.directories() {
            let found = needed_neighbours(
                &directory,
                |path| self.scene.is_named(path, first),
                |with| {
                    let beside: Vec<PathBuf> = with.iter().filter(|path| !is_input(path)).cloned().collect();
                    let Ok(with) = extras(&beside) else { return Ok(false) };
                    let bench = self.bench(&ground.with(with));
                    Ok(self.works(&bench, cancel))
                },
            );
            if let Some(found) = found.map_err(|error| Failure::environment_of(&error))? {
                // A flaky test says yes beside anything, and now perhaps beside nothing.
                let alone = || self.works(&self.bench(ground), cancel);
                let is_flaky = !found.is_empty() && (0..3).any(|_| alone());
                return Ok(if is_flaky { Vec::new() } else { found });
            }
        }
        Ok(Vec::new())
    }

    /// Whether the test works with what is on this bench.
    fn works(&self, bench: &Arc<Bench>, cancel: &Cancel) -> bool {
        match &self.test {
            Test::Command(command) => self.learn(command, bench, cancel).is_ok(),
            Test::Script(_) | Test::Server(_) => {
                self.ask(bench, cancel).is_ok_and(|asked| asked.first.verdict.is_interesting())
            }
        }
    }
}
