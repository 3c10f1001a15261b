//! A directory with an input and a test, in which tests run the program.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;
use serde_json::Value;

/// A test of `words.txt` that needs two of its lines.
pub const TWO_LINES: &str = "grep -q 'line 42 ' words.txt && grep -q 'line 123 has' words.txt";

/// A directory for one test.
pub struct Fixture {
    home: tempfile::TempDir,
}

/// The exit status and the output of a run of the program.
pub struct RunOutput {
    /// The exit status.
    pub status: Option<i32>,
    /// The standard output.
    pub stdout: String,
    /// The standard error.
    pub stderr: String,
}

impl Fixture {
    /// Creates a directory with the file `words.txt`, which has 200 numbered lines, and the script
    /// `test.sh` with the lines `test`.
    pub fn new(test: &str) -> Fixture {
        let fixture = Fixture { home: tempfile::tempdir().unwrap() };
        let lines: String = (1..=200).map(|number| format!("line {number} has some words\n")).collect();
        fixture.write("words.txt", &lines);
        fixture.script("test.sh", test);
        fixture
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    pub fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::create_dir_all(self.path(name).parent().unwrap()).unwrap();
        fs::write(self.path(name), text).unwrap();
    }

    pub fn script(&self, name: &str, lines: &str) {
        self.write(name, format!("#!/bin/sh\n{lines}\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn exists(&self, name: &str) -> bool {
        self.path(name).symlink_metadata().is_ok()
    }

    /// Returns the sorted names in the directory, without those that start with a dot.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.home.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        names
    }

    /// Returns a command that runs the program in the directory.
    pub fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("dwindle"));
        command.args(arguments).current_dir(self.home.path()).env("NO_COLOR", "1");
        command
    }

    /// Returns the summary that a run with `--summary summary.json` wrote.
    pub fn summary(&self) -> Value {
        serde_json::from_str(&self.read("summary.json")).unwrap()
    }

    /// Runs the program in the directory.
    pub fn run(&self, arguments: &[&str]) -> RunOutput {
        RunOutput::of(Command::from_std(self.command(arguments)).output().unwrap())
    }
}

impl RunOutput {
    pub fn of(output: Output) -> RunOutput {
        RunOutput {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Like `of`, but stdout may be invalid UTF-8.
    pub fn of_bytes(output: Output) -> RunOutput {
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        RunOutput { status: output.status.code(), stdout, stderr: String::from_utf8(output.stderr).unwrap() }
    }

    /// Fails and shows the output unless the exit status is as expected.
    #[track_caller]
    pub fn check(self, status: i32) -> RunOutput {
        assert_eq!(self.status, Some(status), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Fails unless stderr contains each of the texts.
    #[track_caller]
    pub fn says(self, texts: &[&str]) -> RunOutput {
        for text in texts {
            assert!(self.stderr.contains(text), "`{text}` is not in stderr:\n{}", self.stderr);
        }
        self
    }
}
