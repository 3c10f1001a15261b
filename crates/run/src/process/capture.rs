//! The output of a trial: its head and its tail, in bounded memory.

use std::fs::File;
use std::io::{self, Read};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use super::poll::set_nonblocking;

/// Bytes that are read from a pipe at once.
const CHUNK: usize = 64 << 10;
/// Chunks that are read by one call. So a trial that never stops writing cannot outlive its time
/// limit.
const CHUNKS_PER_READ: usize = 16;

/// The first and the last bytes of an output, its length and a digest of all of it.
#[derive(Clone, PartialEq, Eq)]
pub struct Captured {
    head: Vec<u8>,
    tail: Vec<u8>,
    n_bytes: u64,
    digest: [u8; 32],
}

impl Captured {
    /// Returns an empty output.
    pub fn nothing() -> Captured {
        Capture::new(0).finish()
    }

    /// Returns the number of bytes that were written, kept or not.
    pub fn n_bytes(&self) -> u64 {
        self.n_bytes
    }

    /// Returns the number of bytes between the head and the tail, which were not kept.
    pub fn n_dropped(&self) -> u64 {
        self.n_bytes - (self.head.len() + self.tail.len()) as u64
    }

    /// Returns the kept pieces: one if nothing is missing, else the head and the tail.
    pub fn pieces(&self) -> Vec<Vec<u8>> {
        if self.n_dropped() == 0 {
            vec![[self.head.as_slice(), &self.tail].concat()]
        } else {
            vec![self.head.clone(), self.tail.clone()]
        }
    }

    /// Whether the head or the tail contains `text`. A text across the gap between them is not
    /// found.
    pub fn contains(&self, text: &[u8]) -> bool {
        self.pieces().iter().any(|piece| memchr::memmem::find(piece, text).is_some())
    }

    /// Whether two outputs are the same, also in the part that was not kept.
    pub fn is_same(&self, other: &Captured) -> bool {
        self.n_bytes == other.n_bytes && self.digest == other.digest
    }

    /// Returns the last `n_lines` lines, for messages.
    pub fn last_lines(&self, n_lines: usize) -> String {
        let pieces = self.pieces();
        let last = pieces.last().map_or(&[][..], |piece| piece.trim_ascii_end());
        let from =
            last.iter().rev().enumerate().filter(|(_, byte)| **byte == b'\n').nth(n_lines.saturating_sub(1));
        let start = from.map_or(0, |(from_end, _)| last.len() - from_end);
        String::from_utf8_lossy(&last[start..]).into_owned()
    }
}

impl std::fmt::Debug for Captured {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} bytes: {:?}", self.n_bytes, self.last_lines(5))
    }
}

/// An output that is being captured in bounded memory.
pub(crate) struct Capture {
    keep: usize,
    head: Vec<u8>,
    tail: Vec<u8>,
    n_bytes: u64,
    hasher: blake3::Hasher,
}

impl Capture {
    /// Starts a capture that keeps the first and the last `keep` bytes.
    pub(crate) fn new(keep: usize) -> Capture {
        Capture { keep, head: Vec::new(), tail: Vec::new(), n_bytes: 0, hasher: blake3::Hasher::new() }
    }

    fn push(&mut self, bytes: &[u8]) {
        self.n_bytes += bytes.len() as u64;
        self.hasher.update(bytes);
        let to_head = bytes.len().min(self.keep - self.head.len());
        let (head, rest) = bytes.split_at(to_head);
        self.head.extend_from_slice(head);
        self.tail.extend_from_slice(rest);
        // Trimming only when the tail has doubled costs O(1) for each byte.
        if self.tail.len() > 2 * self.keep + CHUNK {
            self.trim();
        }
    }

    fn trim(&mut self) {
        self.tail.drain(..self.tail.len().saturating_sub(self.keep));
    }

    pub(crate) fn finish(mut self) -> Captured {
        self.trim();
        let digest = *self.hasher.finalize().as_bytes();
        Captured { head: self.head, tail: self.tail, n_bytes: self.n_bytes, digest }
    }
}

/// The reading end of a pipe, and the output so far.
pub(crate) struct Drain {
    pipe: Option<File>,
    capture: Capture,
}

impl Drain {
    /// Makes the reading end of a pipe non-blocking, and keeps `keep` bytes at both ends of the
    /// output.
    pub(crate) fn new(pipe: OwnedFd, keep: usize) -> io::Result<Drain> {
        set_nonblocking(&pipe)?;
        Ok(Drain { pipe: Some(pipe.into()), capture: Capture::new(keep) })
    }

    /// Returns a drain without a pipe, for output that is discarded.
    pub(crate) fn closed() -> Drain {
        Drain { pipe: None, capture: Capture::new(0) }
    }

    /// Returns the pipe to wait for; `None` once its end was read.
    pub(crate) fn pipe(&self) -> Option<BorrowedFd<'_>> {
        self.pipe.as_ref().map(AsFd::as_fd)
    }

    /// Reads without blocking, at most 1 MiB.
    pub(crate) fn read(&mut self) {
        let mut chunk = vec![0; CHUNK];
        for _ in 0..CHUNKS_PER_READ {
            let Some(pipe) = &mut self.pipe else { return };
            match pipe.read(&mut chunk) {
                Ok(0) => self.pipe = None,
                Ok(n_bytes) => self.capture.push(&chunk[..n_bytes]),
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => return,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => self.pipe = None,
            }
        }
    }

    /// Reads without blocking once more, and ends the capture. Does not wait for processes that may
    /// write more.
    pub(crate) fn finish(mut self) -> Captured {
        self.read();
        self.capture.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn captured(keep: usize, writes: &[&[u8]]) -> Captured {
        let mut capture = Capture::new(keep);
        writes.iter().for_each(|bytes| capture.push(bytes));
        capture.finish()
    }

    #[test]
    fn a_short_output_is_kept_whole() {
        let output = captured(4, &[b"ab", b"cde", b"fg"]);
        assert_eq!(output.pieces(), [b"abcdefg".to_vec()]);
        assert_eq!(output.n_dropped(), 0);
    }

    #[test]
    fn a_long_output_keeps_its_ends() {
        let output = captured(3, &[b"abcdef", b"ghijkl"]);
        assert_eq!(output.pieces(), [b"abc".to_vec(), b"jkl".to_vec()]);
        assert_eq!((output.n_bytes(), output.n_dropped()), (12, 6));
    }

    #[test]
    fn memory_is_bounded() {
        let mut capture = Capture::new(10);
        for _ in 0..1000 {
            capture.push(&[b'x'; 1000]);
            assert!(capture.tail.len() <= 20 + CHUNK);
        }
        assert_eq!(capture.finish().n_bytes(), 1_000_000);
    }

    #[test]
    fn outputs_that_differ_in_the_part_not_kept_are_not_the_same() {
        let a = captured(1, &[b"xAx"]);
        assert!(a.is_same(&captured(1, &[b"xA", b"x"])));
        assert!(!a.is_same(&captured(1, &[b"xBx"])));
    }

    #[test]
    fn the_last_lines_are_returned() {
        let output = captured(100, &[b"one\ntwo\nthree\n"]);
        assert_eq!(output.last_lines(2), "two\nthree");
        assert_eq!(output.last_lines(9), "one\ntwo\nthree");
        assert_eq!(captured(100, &[]).last_lines(3), "");
    }
}
