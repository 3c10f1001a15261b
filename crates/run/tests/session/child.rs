//! Running a test of this program as a child process.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc;

use dwindle_run::property::Cancel;

/// The variable with the directory of a child.
pub const HOME: &str = "DWINDLE_TEST_HOME";

/// Returns the command that runs an ignored test of this program as a child.
pub fn command(test: &str, home: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([test, "--exact", "--ignored", "--nocapture", "--test-threads=1"]).env(HOME, home);
    command
}

/// Returns the directory of this child.
pub fn home() -> PathBuf {
    std::env::var_os(HOME).expect("started by another test").into()
}

/// Runs a child, which must succeed.
pub fn succeeds(mut command: Command) {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success(),
        "{}\n{told}\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(told.contains("1 passed"), "{told}");
}

/// Starts a child and reads its output.
pub fn start(command: &mut Command) -> (Child, BufReader<ChildStdout>) {
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let told = BufReader::new(child.stdout.take().unwrap());
    (child, told)
}

/// Waits until a child writes a line with a text.
pub fn wait_for(told: &mut BufReader<ChildStdout>, what: &str) {
    let mut line = String::new();
    while !line.trim_end().ends_with(what) {
        line.clear();
        assert_ne!(told.read_line(&mut line).unwrap(), 0, "the child ended before it said {what}");
    }
}

/// Blocks a trial until it is cancelled.
pub fn until_cancelled(cancel: &Cancel) {
    let (wake, woken) = mpsc::channel();
    let _guard = cancel.on_cancel(move || wake.send(()).unwrap());
    woken.recv().unwrap();
}
