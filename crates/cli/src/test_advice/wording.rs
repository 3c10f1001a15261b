//! The description of one run of a test.

use std::fmt::Write;

use dwindle_reduce::Verdict;
use dwindle_report::words;
use dwindle_run::property::Diagnosis;

/// Last lines of each output that are shown.
const SHOWN_LINES: usize = 10;

/// Returns the description of a run: command, directory, end, time, the end of its outputs.
pub fn describe(diagnosis: &Diagnosis) -> String {
    let verdict = match diagnosis.verdict {
        Verdict::Interesting => "interesting",
        Verdict::Boring => "not interesting",
        Verdict::Unresolved => "no answer",
    };
    let Some(run) = &diagnosis.run else {
        return format!("{verdict} after {}", words::span(diagnosis.wall));
    };
    let ended = &run.ended;
    let mut text = format!(
        "command    {}\ndirectory  {}\nended      {} after {} ({verdict})",
        words::printable(&run.command),
        words::path(&run.directory),
        ended.end,
        words::span(ended.wall),
    );
    for (name, output) in [("stdout", &ended.stdout), ("stderr", &ended.stderr)] {
        let _ = write!(text, "\n{name:9}  {}", words::counted(output.n_bytes(), "byte"));
        let shown = output.last_lines(SHOWN_LINES);
        if !shown.is_empty() {
            text.push_str(", the end of it:");
        }
        for line in shown.lines() {
            let _ = write!(text, "\n  | {}", words::printable(line));
        }
    }
    text
}
