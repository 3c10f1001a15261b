//! One persistent tester: a process that answers for one candidate after the other.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::{Duration, Instant};

use dwindle_reduce::Document;

use super::answers::{Answers, LONGEST_LINE};
use crate::process::{
    Captured, Drain, End, Job, LaunchError, Launcher, Running, Streams, set_nonblocking, wait_readable,
};
use crate::property::Cancel;
use crate::trial::{Damage, TrialDirectory};

/// First answers after which a second, unasked line is waited for. After them a tester is known to
/// answer once for each candidate.
const WATCHED_ANSWERS: u64 = 2;
/// Shortest and longest wait for a second line.
const SECOND_LINE_WAIT: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(2)];
/// The wait for a second line as a multiple of the time of the answer.
const SECOND_LINE_FACTOR: u32 = 3;
/// Bytes that are kept at each end of a tester's standard error.
const KEPT: usize = 16 << 10;

/// A persistent tester. Dropping it kills it, with all processes that it started.
pub(super) struct Tester {
    // Fields are dropped in this order, so it ends before its directory is removed.
    running: Running,
    requests: File,
    answers: File,
    received: Answers,
    stderr: Drain,
    n_answers: u64,
    /// How long to wait for a second line.
    second_line_wait: Duration,
    directory: TrialDirectory,
}

/// How a tester ended.
pub(super) struct Ending {
    pub(super) end: End,
    pub(super) had_answered: bool,
    /// Whether it has read the path, so that it may have ended because of the candidate.
    pub(super) was_asked: bool,
    pub(super) stderr: Captured,
}

impl Ending {
    /// Whether the candidate did not cause it: the tester was gone before, or exited with status 0.
    pub(super) fn has_left(&self) -> bool {
        !self.was_asked || self.end == End::Exited(0)
    }
}

/// The response of a tester.
pub(super) enum Response {
    /// A line, without its end.
    Line(String),
    /// The tester ended instead.
    Ended(Ending),
    /// The time limit was exceeded. The tester is still busy and cannot be asked again.
    OutOfTime,
}

impl Tester {
    /// Starts a tester.
    pub(super) fn start(
        launcher: &Launcher,
        job: &Job,
        directory: TrialDirectory,
    ) -> Result<Tester, LaunchError> {
        let (from_us, requests) = io::pipe()?;
        let (answers, to_us) = io::pipe()?;
        let (stderr, to_stderr) = io::pipe()?;
        let answers = File::from(std::os::fd::OwnedFd::from(answers));
        set_nonblocking(&answers)?;
        let streams = Streams {
            stdin: Some(from_us.into()),
            stdout: Some(to_us.into()),
            stderr: Some(to_stderr.into()),
        };
        Ok(Tester {
            running: launcher.start(job, streams)?,
            requests: File::from(std::os::fd::OwnedFd::from(requests)),
            answers,
            received: Answers::default(),
            stderr: Drain::new(stderr.into(), KEPT)?,
            n_answers: 0,
            second_line_wait: SECOND_LINE_WAIT[0],
            directory,
        })
    }

    /// Returns its own directory.
    pub(super) fn directory(&self) -> &TrialDirectory {
        &self.directory
    }

    /// Whether it has not ended.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.running.look(), Ok(None))
    }

    /// Returns which of its own directories are missing.
    pub(super) fn damage(&self) -> Damage {
        self.directory.damage(&Document::new([]))
    }

    /// Returns how many lines it has answered.
    pub(super) fn n_answers(&self) -> u64 {
        self.n_answers
    }

    /// Returns the start of the output that it wrote unasked. After its first answers, waits for
    /// such output.
    pub(super) fn unasked(&mut self) -> Option<String> {
        if self.n_answers <= WATCHED_ANSWERS {
            // If the wait fails, the next call of `ask` fails as well.
            let _ = wait_readable(&[Some(self.answers.as_fd())], Some(self.second_line_wait));
        }
        self.said()
    }

    /// Returns the start of its output since its last answer.
    pub(super) fn said(&mut self) -> Option<String> {
        self.receive();
        let said = self.received.rest().trim_ascii();
        (!said.is_empty()).then(|| String::from_utf8_lossy(said).into_owned())
    }

    /// Asks about the candidate at `path`, which contains no line end, and waits for a line.
    pub(super) fn ask(
        &mut self,
        path: &Path,
        time_limit: Option<Duration>,
        cancel: &Cancel,
    ) -> Result<Response, LaunchError> {
        let killed_on_cancel = self.running.kill_on(cancel);
        let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
        // The tester has read everything before, so its pipe has room for a line. This fails if the
        // tester is gone.
        let is_sent = self.requests.write_all(&[path.as_os_str().as_bytes(), b"\n"].concat()).is_ok();
        let began = Instant::now();
        let response = self.wait(deadline, is_sent);
        let wait = SECOND_LINE_FACTOR * began.elapsed();
        self.second_line_wait = wait.clamp(SECOND_LINE_WAIT[0], SECOND_LINE_WAIT[1]);
        drop(killed_on_cancel);
        response
    }

    fn wait(&mut self, deadline: Option<Instant>, is_sent: bool) -> Result<Response, LaunchError> {
        loop {
            // This comes before reading: once the tester has ended, all its output is in the pipe.
            let ended = self.running.look()?;
            self.stderr.read();
            self.receive();
            if let Some(line) = self.received.next_line() {
                self.n_answers += 1;
                return Ok(Response::Line(line));
            }
            if let Some(outcome) = ended {
                let stderr = std::mem::replace(&mut self.stderr, Drain::closed()).finish();
                // Bytes that it has not read are still in the pipe.
                let n_unread = rustix::io::ioctl_fionread(&self.requests).unwrap_or(0);
                let was_asked = is_sent && n_unread == 0;
                let had_answered = 0 < self.n_answers;
                return Ok(Response::Ended(Ending { end: outcome.end, had_answered, was_asked, stderr }));
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Ok(Response::OutOfTime);
            }
            let max_wait = left.into_iter().chain(self.running.max_wait()).min();
            wait_readable(&[self.running.file(), Some(self.answers.as_fd()), self.stderr.pipe()], max_wait)?;
        }
    }

    fn receive(&mut self) {
        let mut chunk = [0; LONGEST_LINE];
        while !self.received.is_full() {
            match self.answers.read(&mut chunk) {
                Ok(0) => return,
                Ok(n_bytes) => self.received.push(&chunk[..n_bytes]),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    }
}
