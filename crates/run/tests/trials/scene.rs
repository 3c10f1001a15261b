//! The fixture for tests of running trials.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use dwindle_reduce::{Document, Verdict};
use dwindle_run::limits::Limits;
use dwindle_run::process::Launcher;
use dwindle_run::property::{Cancel, CandidatePaths, Property, PropertyError, ScriptProperty};
use dwindle_run::trial::{TempBase, TrialHost, TrialHostOptions};

/// A directory for a test's script and its trials.
pub struct Fixture {
    home: PathBuf,
    trials: PathBuf,
    _temporary: Option<tempfile::TempDir>,
}

impl Fixture {
    pub fn new() -> Fixture {
        let temporary = tempfile::tempdir().unwrap();
        fs::set_permissions(temporary.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let home = temporary.path().to_path_buf();
        Fixture { _temporary: Some(temporary), ..Fixture::at(home) }
    }

    /// Uses the directory of the fixture of another process.
    pub fn at(home: PathBuf) -> Fixture {
        let trials = home.join("trials");
        fs::create_dir_all(&trials).unwrap();
        Fixture { home, trials, _temporary: None }
    }

    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Writes an executable script and returns its path.
    pub fn script(&self, text: &str) -> PathBuf {
        let path = self.home.join("test.sh");
        fs::write(&path, text).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        path
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.join(name)
    }

    pub fn trial_host(&self, launcher: Launcher, limits: Limits) -> Arc<TrialHost> {
        let base = TempBase::Below(self.trials.clone());
        Arc::new(TrialHost::new(TrialHostOptions { base, limits, launcher, ..TrialHostOptions::default() }))
    }

    /// Returns a property that runs a shell script of these lines.
    pub fn property(&self, launcher: Launcher, lines: &str) -> ScriptProperty {
        self.limited(launcher, lines, Limits::default())
    }

    pub fn limited(&self, launcher: Launcher, lines: &str, limits: Limits) -> ScriptProperty {
        let script = self.script(&format!("#!/bin/sh\n{lines}\n"));
        ScriptProperty::new(&script, CandidatePaths::of(&crash()), self.trial_host(launcher, limits)).unwrap()
    }

    /// Returns what the trials left behind, which must be nothing.
    pub fn left_overs(&self) -> Vec<PathBuf> {
        let inner = |path: PathBuf| fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
        // The session's directory contains a lane for each thread, and these the files of trials.
        inner(self.trials.clone()).flat_map(inner).flat_map(inner).collect()
    }
}

pub fn crash() -> Document {
    Document::single("crash.c", "int main() {}\n")
}

pub fn verdict(property: &dyn Property) -> Verdict {
    test(property).unwrap()
}

pub fn test(property: &dyn Property) -> Result<Verdict, PropertyError> {
    property.test(&crash(), &Cancel::new())
}

/// Waits until a condition holds, for ten seconds at most.
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("not within ten seconds: {what}");
}

/// Whether a process with this id runs. A zombie does not run.
pub fn is_alive(pid: &str) -> bool {
    let status = fs::read_to_string(Path::new("/proc").join(pid.trim()).join("stat"));
    status.is_ok_and(|text| text.rsplit(')').next().is_some_and(|rest| !rest.trim_start().starts_with('Z')))
}
