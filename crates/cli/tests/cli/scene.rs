//! A directory with an input and a test in it, and the program run there.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Output;

use assert_cmd::Command;

/// A directory of its own for one test.
pub struct Scene {
    home: tempfile::TempDir,
}

/// What a run of the program left to see.
pub struct Seen {
    /// The exit status.
    pub status: Option<i32>,
    /// The standard output.
    pub stdout: String,
    /// The standard error.
    pub stderr: String,
}

impl Scene {
    /// Makes a directory with the file `words.txt`, of 200 numbered lines, and the test `test.sh`
    /// of these lines.
    pub fn new(test: &str) -> Scene {
        let scene = Scene { home: tempfile::tempdir().unwrap() };
        let lines: String = (1..=200).map(|number| format!("line {number} has some words\n")).collect();
        scene.write("words.txt", &lines);
        scene.script("test.sh", test);
        scene
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

    /// The names of what is in the directory now, without those that start with a dot.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.home.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.retain(|name| !name.starts_with('.'));
        names.sort();
        names
    }

    /// The program, about to be run in the directory.
    pub fn command(&self, arguments: &[&str]) -> std::process::Command {
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("dwindle"));
        command.args(arguments).current_dir(self.home.path()).env("NO_COLOR", "1");
        command
    }

    /// Runs the program in the directory.
    pub fn run(&self, arguments: &[&str]) -> Seen {
        Seen::of(Command::from_std(self.command(arguments)).output().unwrap())
    }
}

impl Seen {
    pub fn of(output: Output) -> Seen {
        Seen {
            status: output.status.code(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// As `of`, where stdout is no text.
    pub fn of_bytes(output: Output) -> Seen {
        let stdout = String::from_utf8_lossy(&output.stdout).into_owned();
        Seen { status: output.status.code(), stdout, stderr: String::from_utf8(output.stderr).unwrap() }
    }

    /// Fails with everything there is to see unless the exit status is as expected.
    #[track_caller]
    pub fn check(self, status: i32) -> Seen {
        assert_eq!(self.status, Some(status), "stdout:\n{}\nstderr:\n{}", self.stdout, self.stderr);
        self
    }

    /// Fails unless stderr contains each of the texts.
    #[track_caller]
    pub fn says(self, texts: &[&str]) -> Seen {
        for text in texts {
            assert!(self.stderr.contains(text), "`{text}` is not in stderr:\n{}", self.stderr);
        }
        self
    }
}
