//! One process that answers, one candidate after the other.

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
use crate::trial::{Harm, TrialDirectory};

/// After so many answers a tester is known to answer once for each question.
const WATCHED_ANSWERS: u64 = 2;
/// How long a second line is waited for after those answers: at least, at most, and by how long the
/// answer itself took.
const SETTLES: [Duration; 2] = [Duration::from_millis(20), Duration::from_secs(2)];
const SETTLES_BY: u32 = 3;
/// Bytes that are kept of what a tester says on its standard error.
const KEPT: usize = 16 << 10;

/// A persistent tester under way. Dropping it ends it, with all that it started.
pub(super) struct Tester {
    // Ends before its directory is removed: fields are dropped in this order.
    running: Running,
    requests: File,
    answers: File,
    received: Answers,
    stderr: Drain,
    n_answers: u64,
    /// How long a second line may take.
    settles: Duration,
    directory: TrialDirectory,
}

/// How a tester ended.
pub(super) struct Ending {
    pub(super) end: End,
    pub(super) had_answered: bool,
    /// It read the question, so that it may have ended because of it.
    pub(super) was_asked: bool,
    pub(super) stderr: Captured,
}

impl Ending {
    /// Reports that the candidate has nothing to do with it: the tester was gone before, or had
    /// done its share.
    pub(super) fn has_left(&self) -> bool {
        !self.was_asked || self.end == End::Exited(0)
    }
}

/// What came of a question.
pub(super) enum Heard {
    /// A line, without its end.
    Line(String),
    /// The tester ended instead.
    Ended(Ending),
    /// Time is over. The tester still thinks, and cannot be asked anything else.
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
            settles: SETTLES[0],
            directory,
        })
    }

    /// Returns its own directory.
    pub(super) fn directory(&self) -> &TrialDirectory {
        &self.directory
    }

    /// Whether it did not end since the last answer.
    pub(super) fn is_alive(&mut self) -> bool {
        matches!(self.running.look(), Ok(None))
    }

    /// Returns what is missing of its own directories.
    pub(super) fn harm(&self) -> Harm {
        self.directory.harm(&Document::new([]))
    }

    /// Returns how often it answered.
    pub(super) fn n_answers(&self) -> u64 {
        self.n_answers
    }

    /// Returns the start of what it said without being asked. In the beginning, it is waited for.
    pub(super) fn unasked(&mut self) -> Option<String> {
        if self.n_answers <= WATCHED_ANSWERS {
            // If the wait fails, so does the next question.
            let _ = wait_readable(&[Some(self.answers.as_fd())], Some(self.settles));
        }
        self.said()
    }

    /// Returns the start of what it said since its last answer.
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
    ) -> Result<Heard, LaunchError> {
        let killed_on_cancel = self.running.kill_on(cancel);
        let deadline = time_limit.and_then(|limit| Instant::now().checked_add(limit));
        // It has answered everything before, so that its pipe has room for a line. It fails if the
        // tester is gone.
        let is_sent = self.requests.write_all(&[path.as_os_str().as_bytes(), b"\n"].concat()).is_ok();
        let began = Instant::now();
        let heard = self.listen(deadline, is_sent);
        self.settles = (SETTLES_BY * began.elapsed()).clamp(SETTLES[0], SETTLES[1]);
        drop(killed_on_cancel);
        heard
    }

    fn listen(&mut self, deadline: Option<Instant>, is_sent: bool) -> Result<Heard, LaunchError> {
        loop {
            // First whether it ended: all that it wrote before is in the pipe by then.
            let ended = self.running.look()?;
            self.stderr.read();
            self.receive();
            if let Some(line) = self.received.next_line() {
                self.n_answers += 1;
                return Ok(Heard::Line(line));
            }
            if let Some(outcome) = ended {
                let stderr = std::mem::replace(&mut self.stderr, Drain::closed()).finish();
                // What it did not read is still in the pipe.
                let n_unread = rustix::io::ioctl_fionread(&self.requests).unwrap_or(0);
                let was_asked = is_sent && n_unread == 0;
                let had_answered = 0 < self.n_answers;
                return Ok(Heard::Ended(Ending { end: outcome.end, had_answered, was_asked, stderr }));
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                return Ok(Heard::OutOfTime);
            }
            let patience = left.into_iter().chain(self.running.patience()).min();
            wait_readable(&[self.running.file(), Some(self.answers.as_fd()), self.stderr.pipe()], patience)?;
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
