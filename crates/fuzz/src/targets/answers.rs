//! The protocol of `--server`: the output of testers.

use dwindle_reduce::Verdict;
use dwindle_run::property::Answers;

/// The most bytes of one read from a pipe.
const LARGEST_READ: usize = 4 << 10;

/// The first byte determines how the rest is divided into reads.
pub(super) fn run(bytes: &[u8]) {
    let Some((&size, written)) = bytes.split_first() else { return };
    let cut = lines(written, usize::from(size).max(1));
    assert!(cut.iter().all(|line| !line.contains('\n')));
    // Only lines that are no answers may depend on how they arrive.
    if written.split(|byte| *byte == b'\n').all(|line| line.len() < LARGEST_READ) {
        let expected: Vec<String> = whole_lines(written).collect();
        assert_eq!(cut, expected);
    }
    for line in &cut {
        let verdict = Answers::verdict_of(line);
        let spelled = verdict.map(|verdict| match verdict {
            Verdict::Interesting => "interesting",
            Verdict::Boring => "boring",
            Verdict::Unresolved => "unresolved",
        });
        assert!(spelled.is_none_or(|word| word == line.trim()), "{line:?} is {verdict:?}");
    }
}

/// Reads in the way a tester's pipe is read: bytes until there is more than a line, then lines, and
/// so on.
fn lines(written: &[u8], size: usize) -> Vec<String> {
    let mut answers = Answers::default();
    let mut found = Vec::new();
    for read in written.chunks(size) {
        answers.push(read);
        while answers.is_full() {
            found.extend(answers.next_line());
        }
        found.extend(answers.next_line());
    }
    found.extend(std::iter::from_fn(|| answers.next_line()));
    found
}

fn whole_lines(written: &[u8]) -> impl Iterator<Item = String> {
    let ended = written.split_inclusive(|byte| *byte == b'\n').filter(|line| line.ends_with(b"\n"));
    ended.map(|line| String::from_utf8_lossy(line.trim_ascii_end()).into_owned())
}
