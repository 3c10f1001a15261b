//! The output of a tester as lines and verdicts.

use dwindle_reduce::Verdict;

/// Most bytes of a line. A longer one is an error of the tester.
pub(super) const LONGEST_LINE: usize = 4 << 10;

/// Splits the output of a tester into lines.
#[derive(Debug, Default)]
pub struct Answers {
    received: Vec<u8>,
}

impl Answers {
    /// Adds output of the tester.
    pub fn push(&mut self, bytes: &[u8]) {
        self.received.extend_from_slice(bytes);
    }

    /// Whether more than one line may have was received. Lines must then be taken before more is
    /// read.
    pub fn is_full(&self) -> bool {
        LONGEST_LINE < self.received.len()
    }

    /// Returns the output that was not taken yet.
    pub fn rest(&self) -> &[u8] {
        &self.received
    }

    /// Removes and returns a line, without its end; all output if that is too long for a line.
    pub fn next_line(&mut self) -> Option<String> {
        let end = match self.received.iter().position(|byte| *byte == b'\n') {
            Some(at) => at + 1,
            None if self.is_full() => self.received.len(),
            None => return None,
        };
        let line: Vec<u8> = self.received.drain(..end).collect();
        Some(String::from_utf8_lossy(line.trim_ascii_end()).into_owned())
    }

    /// Returns the verdict of a line; `None` if it is not an answer.
    pub fn verdict_of(line: &str) -> Option<Verdict> {
        match line.trim() {
            "interesting" => Some(Verdict::Interesting),
            "boring" => Some(Verdict::Boring),
            "unresolved" => Some(Verdict::Unresolved),
            _ => None,
        }
    }
}
