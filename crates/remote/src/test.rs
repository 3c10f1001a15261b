//! A test that can run on a farm.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use dwindle_run::files::Modes;
use dwindle_run::property::CandidatePaths;
use dwindle_run::trial::PackedExtra;

/// A test as a script, with everything that it needs.
#[derive(Debug)]
pub struct RemoteTest {
    /// The name of the script, without a directory.
    pub name: OsString,
    /// The content of the script.
    pub script: Vec<u8>,
    /// The paths that are passed to it.
    pub paths: CandidatePaths,
    /// What is put beside each candidate.
    pub with: Vec<PackedExtra>,
    /// The permissions of the candidate's files.
    pub modes: Modes,
    /// The time limit of trials that have none of their own.
    pub time_limit: Duration,
    /// Additional time for an action, for tests that wait themselves.
    pub extra_time: Duration,
}

/// Why a test cannot run on a farm.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct RemoteTestError(pub(crate) String);

impl RemoteTest {
    /// Returns the interpreter that the script's first line names, which has to exist; `None` if
    /// the test is not a script.
    pub(crate) fn interpreter(&self) -> Option<String> {
        let line = self.script.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
        let line = std::str::from_utf8(line).ok()?;
        let mut words = line.split_ascii_whitespace();
        let program = words.next()?;
        let is_env = Path::new(program).file_name().is_some_and(|name| name == "env");
        let named = words.find(|word| !word.starts_with('-') && !word.contains('=')).filter(|_| is_env);
        Some(named.unwrap_or(program).to_owned())
    }

    /// Returns the paths that are passed to the script, relative to the trial's directory.
    pub(crate) fn relative_paths(&self) -> Vec<PathBuf> {
        self.paths.in_directory(Path::new("")).collect()
    }

    /// Returns the file that the script may read from its standard input.
    pub(crate) fn only_file(&self) -> Option<PathBuf> {
        self.paths.only_file(Path::new(""))
    }

    /// Returns the time limit of an action, in seconds. It is rounded up to a power of two, so that
    /// it is the same in each run and cached results are found.
    pub(crate) fn limit(&self, limit: Option<Duration>) -> u64 {
        let least = limit.unwrap_or(self.time_limit).saturating_add(self.extra_time);
        let seconds = least.as_secs().saturating_add(u64::from(0 < least.subsec_nanos()));
        seconds.clamp(1, 1 << 30).next_power_of_two()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test_of(script: &str) -> RemoteTest {
        RemoteTest {
            name: "test.sh".into(),
            script: script.into(),
            paths: CandidatePaths::root(),
            with: Vec::new(),
            modes: Modes::default(),
            time_limit: Duration::from_secs(5),
            extra_time: Duration::ZERO,
        }
    }

    #[test]
    fn the_interpreter_is_what_the_first_line_names() {
        let interpreter = |script: &str| test_of(script).interpreter();
        assert_eq!(interpreter("#!/bin/bash -e\n").as_deref(), Some("/bin/bash"));
        assert_eq!(interpreter("#! /usr/bin/env python3\n").as_deref(), Some("python3"));
        assert_eq!(interpreter("#!/usr/bin/env -S A=b perl -w\n").as_deref(), Some("perl"));
        assert_eq!(interpreter("exit 0\n"), None);
    }

    #[test]
    fn limits_are_powers_of_two() {
        let test = test_of("");
        let limit = |milliseconds| test.limit(Some(Duration::from_millis(milliseconds)));
        assert_eq!((limit(1), limit(1001), limit(4000), limit(4001)), (1, 2, 4, 8));
        assert_eq!(test.limit(None), 8);
        assert_eq!(test.limit(Some(Duration::MAX)), 1 << 30);
    }
}
