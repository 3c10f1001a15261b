//! What a tester writes, as lines and verdicts.

use dwindle_reduce::Verdict;

/// Bytes of a line that is no answer but a mistake.
pub(super) const LONGEST_LINE: usize = 4 << 10;

/// The lines of a tester, from its writes as they come.
#[derive(Debug, Default)]
pub struct Answers {
    received: Vec<u8>,
}

impl Answers {
    /// Takes what the tester wrote.
    pub fn push(&mut self, bytes: &[u8]) {
        self.received.extend_from_slice(bytes);
    }

    /// Whether there is more than a line may have, so that lines have to be taken before reading
    /// on.
    pub fn is_full(&self) -> bool {
        LONGEST_LINE < self.received.len()
    }

    /// Returns what was received and not yet taken.
    pub fn rest(&self) -> &[u8] {
        &self.received
    }

    /// Takes a line without its end, or all that was received if it is too long for a line.
    pub fn next_line(&mut self) -> Option<String> {
        let end = match self.received.iter().position(|byte| *byte == b'\n') {
            Some(at) => at + 1,
            None if self.is_full() => self.received.len(),
            None => return None,
        };
        let line: Vec<u8> = self.received.drain(..end).collect();
        Some(String::from_utf8_lossy(line.trim_ascii_end()).into_owned())
    }

    /// Returns the verdict that a line stands for; `None` when it is no answer.
    pub fn verdict_of(line: &str) -> Option<Verdict> {
        match line.trim() {
            "interesting" => Some(Verdict::Interesting),
            "boring" => Some(Verdict::Boring),
            "unresolved" => Some(Verdict::Unresolved),
            _ => None,
        }
    }
}
