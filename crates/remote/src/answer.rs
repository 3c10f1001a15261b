//! How an action ended, and which of its ends are verdicts.
//!
//! Servers differ in what they keep of actions that fail, and in what they do about time limits.
//! Therefore the action runs a script of ours (`wrapper.sh`), which runs the test, writes the
//! test's status and exits with 0. An action that ends in any other way gives no verdict.

use std::time::Duration;

use bazel_remote_apis::build::bazel::remote::execution::v2::{ActionResult, ExecutedActionMetadata};
use dwindle_reduce::Verdict;
use dwindle_run::process::End;

/// The script that an action runs. Its arguments: the time limit in seconds, the interpreter that
/// must exist, the standard input, whether to show the output, the test, and the test's arguments.
pub(crate) const WRAPPER: &str = include_str!("wrapper.sh");

/// Exit statuses of the script when there is no verdict.
const TIMED_OUT: i32 = 75;
const MISSING: i32 = 76;
const KILLED: i32 = 77;
/// Exit status 128 + SIGKILL, which platforms report when memory is short.
const KILLED_BY_PLATFORM: i32 = 137;

/// How an action ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    /// The test ended by itself.
    Answer(Verdict),
    /// The test ran out of time.
    TimedOut,
    /// The platform killed the action.
    Killed,
    /// Something that the action needs is missing; described in words.
    Missing(String),
    /// The action failed in another way; described in words.
    Failed(String),
}

/// Returns how an action ended, from its exit code and its outputs.
pub(crate) fn ending_of(exit_code: i32, stdout: &[u8], stderr: &[u8]) -> Ending {
    match exit_code {
        0 => match status_in(stdout) {
            Some(status) => Ending::Answer(verdict_of(status)),
            None => Ending::Failed(format!("it wrote {:?} instead of an answer", shortened(stdout))),
        },
        TIMED_OUT => Ending::TimedOut,
        KILLED => Ending::Answer(Verdict::Unresolved),
        KILLED_BY_PLATFORM => Ending::Killed,
        MISSING => Ending::Missing(match shortened(stderr) {
            said if said.is_empty() => "/dev/null can't be written".to_owned(),
            said => said.trim_start_matches("dwindle: ").to_owned(),
        }),
        other => Ending::Failed(match shortened(stderr) {
            said if said.is_empty() => format!("it ended with status {other}"),
            said => format!("it ended with status {other}: {said}"),
        }),
    }
}

/// Returns the verdict for an exit status of a test, by the same rules as for local trials.
fn verdict_of(status: i32) -> Verdict {
    match End::Exited(status) {
        End::Exited(0) => Verdict::Interesting,
        end if end.is_no_answer() => Verdict::Unresolved,
        _ => Verdict::Boring,
    }
}

fn status_in(stdout: &[u8]) -> Option<i32> {
    let digits = stdout.strip_prefix(b"dwindle ")?.strip_suffix(b"\n")?;
    let is_number = (1..=3).contains(&digits.len()) && digits.iter().all(u8::is_ascii_digit);
    std::str::from_utf8(digits).ok().filter(|_| is_number)?.parse().ok()
}

/// Returns how long the action ran by the worker's clock, if the server reports it.
pub(crate) fn duration_of(result: &ActionResult) -> Option<Duration> {
    let ExecutedActionMetadata { execution_start_timestamp, execution_completed_timestamp, .. } =
        result.execution_metadata.as_ref()?;
    let (from, to) = (execution_start_timestamp.as_ref()?, execution_completed_timestamp.as_ref()?);
    let nanoseconds =
        i128::from(to.seconds - from.seconds) * 1_000_000_000 + i128::from(to.nanos - from.nanos);
    u64::try_from(nanoseconds).ok().map(Duration::from_nanos)
}

/// Returns the last part of an output, for an error message.
pub(crate) fn shortened(output: &[u8]) -> String {
    const MOST: usize = 600;
    let text = String::from_utf8_lossy(&output[output.len().saturating_sub(4 * MOST)..]);
    let text = text.trim();
    let n_chars = text.chars().count();
    text.chars().skip(n_chars.saturating_sub(MOST)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(exit_code: i32, stdout: &str) -> Ending {
        ending_of(exit_code, stdout.as_bytes(), b"")
    }

    #[test]
    fn a_test_that_ended_by_itself_is_a_verdict_as_it_is_here() {
        for (stdout, verdict) in [
            ("dwindle 0\n", Verdict::Interesting),
            ("dwindle 1\n", Verdict::Boring),
            ("dwindle 124\n", Verdict::Boring),
            ("dwindle 152\n", Verdict::Unresolved),
        ] {
            assert_eq!(of(0, stdout), Ending::Answer(verdict), "{stdout:?}");
        }
    }

    #[test]
    fn nothing_else_makes_a_candidate_boring() {
        let is_boring = |ending: &Ending| *ending == Ending::Answer(Verdict::Boring);
        for stdout in ["", "1\n", "dwindle 1", "dwindle \n", "dwindle 1\ndwindle 1\n", "dwindle -1\n"] {
            assert!(matches!(of(0, stdout), Ending::Failed(_)), "{stdout:?}");
        }
        for exit_code in (-1..300).filter(|code| *code != 0) {
            assert!(!is_boring(&of(exit_code, "dwindle 1\n")), "{exit_code}");
        }
        assert_eq!(of(75, ""), Ending::TimedOut);
        assert_eq!(of(137, ""), Ending::Killed);
    }

    #[test]
    fn the_script_writes_what_is_read() {
        use std::process::{Command, Stdio};
        let home = tempfile::tempdir().unwrap();
        let trial = home.path().join("trial");
        std::fs::create_dir(&trial).unwrap();
        std::fs::write(trial.join("a b.txt"), "text").unwrap();
        let run = |test: &str, limit: &str, needed: &str| {
            let script = home.path().join("test.sh");
            std::fs::write(&script, format!("#!/bin/sh\n{test}\n")).unwrap();
            std::fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
            let mut command = Command::new("/bin/sh");
            command.args(["-c", WRAPPER, "dwindle", limit, needed, "a b.txt", "no", "../test.sh", "a b.txt"]);
            let output = command.current_dir(&trial).stdin(Stdio::null()).output().unwrap();
            ending_of(output.status.code().unwrap_or(-1), &output.stdout, &output.stderr)
        };
        let answer = Ending::Answer;
        assert_eq!(
            run("[ \"$(cat \"$1\")\" = text ] && [ \"$(cat)\" = text ]", "9", ""),
            answer(Verdict::Interesting)
        );
        assert_eq!(
            run("[ \"$1\" = \"$PWD/a b.txt\" ] && touch \"$TMPDIR/x\"", "9", "sh"),
            answer(Verdict::Interesting)
        );
        assert_eq!(run("echo noise; echo dwindle 0; exit 124", "9", ""), answer(Verdict::Boring));
        assert_eq!(run("kill -9 $$", "9", ""), answer(Verdict::Unresolved));
        assert_eq!(run("sleep 9", "1", ""), Ending::TimedOut);
        assert!(
            matches!(run("true", "9", "no-such-program"), Ending::Missing(what) if what.contains("no-such-program"))
        );
    }
}
