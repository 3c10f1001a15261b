//! Where a fault happens.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use tempfile::TempDir;

use crate::fault::{Fault, Need, USUAL};

/// Seconds after which a run counts as hanging.
const LONGEST: &str = "240";

/// Shell functions of all faults.
const PRELUDE: &str = r#"
# The usual run, with more options.
run() { "$D" test.sh words.txt "$@"; }
# The usual run in the background; its process is $p.
begin() { "$D" test.sh words.txt "$@" & p=$!; }
# A run that leaves a session behind and no result.
part() { "$D" test.sh words.txt --max-trials 15 -q >/dev/null && rm words.reduced.txt; J=$(echo .dwindle/*/journal); }
# Overwrites the byte at a place of the journal; from its end if negative.
flip() { local at=$1; [ "$at" -ge 0 ] || at=$(($(stat -c %s "$J") + at)); printf '\377' | dd of="$J" bs=1 seek=$at conv=notrunc status=none; }
# Reduces a copy of the input with another name, by a test that looks at its argument.
named() { cp words.txt "./$1" && "$D" ./argument.sh "./$1" -o words.reduced.txt && rm -r "./$1"; }
# As another user, in a directory of its own.
as_other() { chmod 777 . tmp; setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
# The usual run as the user with this number, whose processes nobody else counts.
as_other_number() { chmod 777 . tmp; setpriv --reuid=$1 --regid=$1 --clear-groups "$D" test.sh words.txt; }
# Waits until a command succeeds.
until_true() { for _ in $(seq 600); do "$@" 2>/dev/null && return; sleep 0.05; done; echo "never: $*" >&2; exit 99; }
"#;

/// A directory with an input and a test in it.
pub struct Scene {
    home: TempDir,
}

/// What is left to see of a run.
pub struct Seen {
    pub status: Option<i32>,
    pub stderr: String,
    /// What is left in the file systems for trials.
    pub left: Vec<String>,
}

impl Scene {
    pub fn new(fault: &Fault) -> Scene {
        let scene = Scene { home: tempfile::tempdir().unwrap() };
        fs::set_permissions(scene.home.path(), Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(scene.path("tmp")).unwrap();
        fs::write(scene.path("words.txt"), words()).unwrap();
        scene.script("test.sh", if fault.test.is_empty() { USUAL } else { fault.test });
        scene.script("argument.sh", "grep -q 'line 7 ' \"$1\" && grep -q 'line 42 ' \"$1\"");
        scene
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.home.path().join(name)
    }

    fn script(&self, name: &str, lines: &str) {
        fs::write(self.path(name), format!("#!/bin/sh\n{lines}\n")).unwrap();
        fs::set_permissions(self.path(name), Permissions::from_mode(0o755)).unwrap();
    }

    /// Runs a fault to its end.
    pub fn run(&self, fault: &Fault) -> Seen {
        let home = self.home.path().to_str().unwrap();
        let mut script = String::from(PRELUDE);
        let has_mounts = has(Need::Mounts);
        if has_mounts {
            // The program lies where another user can run it, too.
            script.push_str("mount -t tmpfs -o size=2g trials /dev/shm\n");
            script.push_str("touch .program; mount --bind \"$D\" .program; D=$PWD/.program\n");
        }
        script.push_str(&format!("({}\n)\nstatus=$?\n", fault.run));
        // What is left is counted where the mounts are.
        script.push_str("ls -A tmp >.left\n");
        if has_mounts {
            script.push_str("ls -A /dev/shm >>.left\n");
        }
        script.push_str("exit $status\n");
        let mut command = Command::new("timeout");
        command.args(["-k", "5", LONGEST]);
        if has_mounts {
            command.args(["unshare", "--mount", "--propagation", "private"]);
        }
        command.args(["bash", "-c", &script]);
        command
            .env("D", env!("CARGO_BIN_EXE_dwindle"))
            .env("S", home)
            .env("TMPDIR", self.path("tmp"))
            .env("NO_COLOR", "1");
        command.env("HOME", home).env("LC_ALL", "C.UTF-8").env(crate::check::MARK, fault.name);
        let output = command.current_dir(home).stdin(Stdio::null()).output().unwrap();
        let left = fs::read_to_string(self.path(".left")).unwrap_or_default();
        Seen {
            status: output.status.code(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
            left: left.lines().filter(|name| name.starts_with("dwindle")).map(str::to_owned).collect(),
        }
    }
}

/// The input: 60 numbered lines.
pub fn words() -> String {
    (1..=60).map(|number| format!("line {number} has some words\n")).collect()
}

/// Whether the machine has what a fault needs.
pub fn has(need: Need) -> bool {
    let succeeds = |program: &str, arguments: &[&str]| {
        let status =
            Command::new(program).args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status();
        status.is_ok_and(|status| status.success())
    };
    static MOUNTS: OnceLock<bool> = OnceLock::new();
    static USERS: OnceLock<bool> = OnceLock::new();
    match need {
        Need::Mounts => *MOUNTS.get_or_init(|| {
            let mount = "mount -t tmpfs none /dev/shm && [ \"$(id -u)\" = 0 ]";
            succeeds("unshare", &["--mount", "--propagation", "private", "sh", "-c", mount])
        }),
        Need::Users => *USERS.get_or_init(|| {
            has(Need::Mounts)
                && succeeds("setpriv", &["--reuid=65534", "--regid=65534", "--clear-groups", "true"])
        }),
        Need::Faketime => succeeds("faketime", &["-f", "+1d", "true"]),
    }
}
