//! From the arguments to an input and a property.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::Verdict;
use dwindle_report::words;
use dwindle_run::checkup::{Checkup, Finding, needed_neighbours};
use dwindle_run::files::{Input, Shape};
use dwindle_run::limits::{Limits, default_time_limit};
use dwindle_run::process::Launcher;
use dwindle_run::property::{Cancel, CandidatePaths, Diagnosis, Property, ScriptProperty};
use dwindle_run::trial::{Bench, BenchOptions, Extra, Means, Place};

use crate::args::{PropertyArgs, SubjectArgs};
use crate::failure::Failure;
use crate::first_minute::Scene;
use crate::subject::{Subject, Test};

/// What is to be reduced and what tests it, ready to run.
pub struct Setup {
    /// What is to be reduced.
    pub input: Input,
    /// The user's side, for advice.
    pub scene: Scene,
    test: Test,
    paths: CandidatePaths,
    with: Vec<Extra>,
    limits: Limits,
    timeout: Option<Duration>,
}

/// Where the original is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// Where the user says.
    Input,
    /// In the backup that an earlier run with `--in-place` made, if there is one.
    Backup,
}

/// What the first minute showed.
pub struct Checked {
    /// The property, with the time limit that holds for all trials.
    pub property: Arc<dyn Property>,
    /// That time limit.
    pub time_limit: Duration,
    /// What a command must keep doing, in words.
    pub signature: Option<String>,
    /// The runs.
    pub checkup: Checkup,
    /// Files of the user's beside which the test works, when it does not work alone.
    pub neighbours: Vec<PathBuf>,
}

impl Setup {
    /// Reads the inputs and looks at the options of trials.
    pub fn new(subject: &SubjectArgs, property: &PropertyArgs, source: Source) -> Result<Setup, Failure> {
        let Subject { test, inputs } = Subject::new(subject, property)?;
        let input = match (source, &inputs[..]) {
            (Source::Backup, [input]) => Input::load_original(input),
            _ => Input::load(&inputs),
        };
        let input = input.map_err(|error| Failure::usage_of(&error))?;
        let mut limits = Limits::default();
        limits.memory = property.memory.or(limits.memory);
        let script = match &test {
            Test::Script(path) => std::path::absolute(path).ok(),
            Test::Command(_) | Test::Server(_) => None,
        };
        let scene = Scene {
            input: inputs.iter().map(|input| words::path(input)).collect::<Vec<_>>().join(" "),
            origin: input.origin.clone(),
            script,
            files: input.document.files().iter().map(|file| file.path().to_owned()).collect(),
        };
        let paths = candidate_paths(&input, &inputs);
        let with = extras(&property.with)?;
        Ok(Setup { input, scene, test, paths, with, limits, timeout: property.timeout })
    }

    /// Gives what tests it.
    pub fn test(&self) -> &Test {
        &self.test
    }

    /// Runs the first minute: the test on the original, again, and on an empty input. Without `--timeout`, the first
    /// run has no time limit, and those after it have one that depends on it.
    pub fn check_up(&self, cancel: &Cancel) -> Result<Checked, Failure> {
        let original = &self.input.document;
        let bench = self.bench(self.with.clone());
        let first = self
            .property(&bench, self.timeout)?
            .diagnose(original, cancel)
            .map_err(|error| Failure::environment_of(&error))?;
        let time_limit = self.timeout.unwrap_or_else(|| default_time_limit(first.wall));
        let property = self.property(&bench, Some(time_limit))?;
        let checkup = Checkup::complete(first, &*property, original, cancel)
            .map_err(|error| Failure::environment_of(&error))?;
        let neighbours = match checkup.finding() {
            Finding::NotInteresting => self.neighbours(&checkup.first, time_limit, cancel)?,
            _ => Vec::new(),
        };
        Ok(Checked { property, time_limit, signature: None, checkup, neighbours })
    }

    /// Finds files beside which the test works that does not work alone.
    fn neighbours(
        &self,
        first: &Diagnosis,
        time_limit: Duration,
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
                    let bench = self.bench([self.with.clone(), with].concat());
                    let Ok(property) = self.property(&bench, Some(time_limit)) else { return Ok(false) };
                    property.test(&self.input.document, cancel).map(Verdict::is_interesting)
                },
            );
            if let Some(found) = found.map_err(|error| Failure::environment_of(&error))? {
                return Ok(found);
            }
        }
        Ok(Vec::new())
    }

    fn bench(&self, with: Vec<Extra>) -> Arc<Bench> {
        let (place, launcher) = (Place::default(), Launcher::default());
        Arc::new(Bench::new(BenchOptions { place, with, limits: self.limits.clone(), launcher }))
    }

    /// Makes the property with a time limit for each trial.
    fn property(
        &self,
        bench: &Arc<Bench>,
        time_limit: Option<Duration>,
    ) -> Result<Arc<dyn Property>, Failure> {
        match &self.test {
            Test::Script(path) => ScriptProperty::new(path, self.paths.clone(), bench.clone())
                .map(|script| Arc::new(script.with_time_limit(time_limit)) as Arc<dyn Property>)
                .map_err(|error| Failure::environment_of(&error)),
            Test::Command(_) | Test::Server(_) => Err(Failure::usage("only scripts")),
        }
    }
}

/// Gives the number of physical cores that this process may use.
pub fn physical_cores() -> usize {
    let allowed = std::thread::available_parallelism().map_or(1, usize::from);
    num_cpus::get_physical().clamp(1, allowed)
}

fn extras(paths: &[PathBuf]) -> Result<Vec<Extra>, Failure> {
    let extras = paths.iter().map(|path| Extra::new(path, Means::default()));
    extras.collect::<Result<_, _>>().map_err(|error| Failure::usage_of(&error))
}

/// Gives the paths that a test is told: the files that the user named, in that order.
fn candidate_paths(input: &Input, named: &[PathBuf]) -> CandidatePaths {
    match input.shape {
        Shape::File => CandidatePaths::of(&input.document),
        Shape::Tree => CandidatePaths::root(),
        Shape::Several => CandidatePaths::files(named.iter().map(|path| {
            let absolute = path.canonicalize().or_else(|_| std::path::absolute(path)).unwrap_or(path.clone());
            absolute.strip_prefix(&input.origin).map(Path::to_owned).unwrap_or(absolute)
        })),
    }
}
