//! The parts of a reduction that a single run and a batch have in common.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use dwindle_passes::{Expected, KeepGate, ValidGate};
use dwindle_reduce::{Document, Gate, ReducerOptions, Verdict};
use dwindle_report::{About, Recorder};
use dwindle_run::property::{Cancel, Property};
use dwindle_run::session::{self, Ended, Observer, Status, Summary};

use crate::args::{ReduceArgs, SearchArgs};
use crate::displays::DisplayObserver;
use crate::failure::Failure;
use crate::locations::Locations;
use crate::planning::{self, Planned};
use crate::setup::Setup;
use crate::subject::Test;

/// Returns the gates for `--keep` and `--valid`.
pub fn gates(
    search: &SearchArgs,
    original: &Document,
    planned: &Planned,
) -> Result<Vec<Arc<dyn Gate>>, Failure> {
    let keep = KeepGate::new(original, &search.keep).map_err(|error| Failure::usage_of(&error))?;
    let mut gates: Vec<Arc<dyn Gate>> = Vec::new();
    if !keep.is_empty() {
        gates.push(Arc::new(keep));
    }
    if search.valid {
        let valid = ValidGate::new(original, &planned.trees).map_err(|error| {
            Failure::usage_of(&error).help("leave --valid out, or name the language:  --language LANGUAGE")
        })?;
        gates.push(Arc::new(valid));
    }
    Ok(gates)
}

/// Returns the texts that the test looks for: in a script, in what is put beside candidates, and in
/// options about the output of a command. None with `--no-expected`, or in a file that cannot be
/// read.
pub fn expected(args: &ReduceArgs, test: &Test) -> Expected {
    if args.search.no_expected {
        return Expected::default();
    }
    let property = &args.property;
    let read = |path: &Path| fs::read(path).unwrap_or_default();
    let of_test = match test {
        Test::Script(path) => Expected::of_script(&read(path)),
        Test::Command(_) => {
            let lists = [&property.stdout_contains, &property.stderr_contains, &property.matches];
            Expected::of_texts(lists.into_iter().flatten().map(String::as_str))
        }
        Test::Server(_) => Expected::default(),
    };
    let beside = property.with.iter().map(|path| Expected::of_lines(&read(path)));
    beside.fold(of_test, |all, other| all.and(&other))
}

/// Returns the options of the reducer.
pub fn options(args: &ReduceArgs, original: &Document, gates: Vec<Arc<dyn Gate>>) -> ReducerOptions {
    ReducerOptions {
        gates,
        look_ahead: planning::look_ahead(&args.search),
        max_trials: args.session.max_trials,
        target_bytes: args.session.target_size.map(|target| target.of(original.n_bytes())),
    }
}

/// Tests the result without a sandbox. If it is interesting in the sandbox only, the session has
/// failed.
pub fn confirmed(ended: Ended, outside: Option<&dyn Property>) -> Ended {
    let Some(outside) = outside.filter(|_| ended.failure.is_none()) else { return ended };
    let cancel = Cancel::new();
    // Up to three times, for a flaky test.
    let is_confirmed = (0..3).any(|_| outside.test(&ended.best, &cancel).is_ok_and(Verdict::is_interesting));
    if is_confirmed {
        return ended;
    }
    let summary = Summary { status: Status::Failed, ..ended.summary };
    Ended { summary, failure: Some(session::Failure::NotOutside), ..ended }
}

/// Starts the record of the session. Returns `None` if it can't be written; only reports need it.
pub fn recorder(locations: &Locations, setup: &Setup) -> Option<Box<dyn Observer>> {
    let original = |path: &PathBuf| {
        let absolute = path.canonicalize().unwrap_or_else(|_| path.clone());
        absolute.to_string_lossy().into_owned()
    };
    let about = About {
        command: std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect(),
        input: setup.facts.input.clone(),
        originals: setup.named.iter().map(original).collect(),
        output: locations.output.path().to_string_lossy().into_owned(),
    };
    let recorder = Recorder::new(File::create(locations.record()?).ok()?, &about).ok()?;
    Some(Box::new(DisplayObserver::new(Box::new(recorder))))
}
