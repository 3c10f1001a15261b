//! A program that is asked for hints about a document.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use dwindle_reduce::{Document, Edits};

use super::message::{Message, MessageError, not_yet, read, task};
use crate::process::{Drain, End, LaunchError, Output, Running, Streams, set_nonblocking, wait_readable};
use crate::property::{Cancel, CandidatePaths, PropertyError};
use crate::trial::{CommandLine, Setting, TrialHost};

/// Most hints of one program about one document.
const MAX_HINTS: usize = 10_000;
/// Most bytes that are read from a program.
const MAX_BYTES: usize = 256 << 20;
/// Bytes that are kept at each end of a program's standard error.
const KEPT: usize = 16 << 10;
/// Time between two attempts to write to a program that does not read.
const WRITE_INTERVAL: Duration = Duration::from_millis(20);

/// Runs programs that propose how a document could be made smaller.
///
/// A program starts in the directory in which dwindle was started. It gets the path of a copy of
/// the document as `$1`, and writes one JSON object in each line of its standard output:
///
/// - a whole text: `{"content": BASE64}` or `{"text": …}`, with `"file": PATH` if there are several
///   files;
/// - a patch: `{"edits": [{"file": PATH, "start": BYTE, "end": BYTE, "text": …}]}`;
/// - `{"idle": true}` when it has no more hints; or it just ends.
///
/// The first line of its standard input is `{"content": BASE64, "interesting": true}`, with the
/// document if that is one file. Each whole text in base64 is answered with `"interesting": false`.
/// So external reducers of Shrink Ray work unchanged, and list all their first steps.
#[derive(Debug)]
pub struct HintPrograms {
    trial_host: Arc<TrialHost>,
    paths: CandidatePaths,
    home: PathBuf,
    time_limit: Duration,
}

/// The answer of a program.
#[derive(Debug, Default)]
pub struct Hinted {
    /// Its hints, in its order.
    pub hints: Vec<Edits>,
    /// Why hints may be missing.
    pub fault: Option<HintError>,
}

/// Why hints of a program may be missing.
#[derive(Debug, thiserror::Error)]
pub enum HintError {
    /// A line is not a message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// It ended with an error and without a hint.
    #[error("it ended with {ending}{}{}", if .output.is_empty() { "" } else { ": " }, .output)]
    Failed {
        /// How it ended.
        ending: String,
        /// The last line of its standard error.
        output: String,
    },
    /// It did not end in time. Its hints are not used, because another run might have more.
    #[error("it did not end within {} s", .limit.as_secs())]
    OutOfTime {
        /// The limit.
        limit: Duration,
    },
    /// It wrote more than is read. The rest is ignored.
    #[error("it wrote more than {MAX_HINTS} hints or {} MB", MAX_BYTES >> 20)]
    TooMuch,
}

impl HintPrograms {
    /// Creates a runner of programs. They start in the directory `home`; `paths` chooses the path
    /// that is `$1`.
    pub fn new(
        trial_host: Arc<TrialHost>,
        paths: CandidatePaths,
        home: PathBuf,
        time_limit: Duration,
    ) -> HintPrograms {
        HintPrograms { trial_host, paths, home, time_limit }
    }

    /// Runs `command`, a shell command, on a document.
    ///
    /// # Errors
    /// When the environment failed. A fault of the program itself is a [`HintError`].
    pub fn ask(&self, command: &str, document: &Document, cancel: &Cancel) -> Result<Hinted, PropertyError> {
        let directory = self.trial_host.directory(document)?;
        let paths = self.paths.in_directory(directory.path()).map(Into::into);
        let shell = ["-c".into(), format!("{command} \"$@\"").into(), "hints".into()];
        let line =
            CommandLine { program: "/bin/sh".into(), arguments: shell.into_iter().chain(paths).collect() };
        let setting = Setting {
            directory: &self.home,
            temporary: directory.temporary(),
            time_limit: None,
            output: Output::Discard,
            stdin: None,
        };
        let job = self.trial_host.job(&line, &setting);
        let mut conversation = Conversation::default();
        conversation.to_write.extend(task(document));
        let launch = |streams| self.trial_host.launcher().start(&job, streams);
        conversation.run(document, launch, self.time_limit, cancel).map_err(PropertyError::launch)
    }
}

/// What is to be written to a program, and what was read from it.
#[derive(Default)]
struct Conversation {
    to_write: VecDeque<u8>,
    received: Vec<u8>,
    n_received: usize,
    hinted: Hinted,
}

impl Conversation {
    fn run(
        mut self,
        document: &Document,
        launch: impl FnOnce(Streams) -> Result<Running, LaunchError>,
        limit: Duration,
        cancel: &Cancel,
    ) -> Result<Hinted, LaunchError> {
        let (from_us, stdin) = io::pipe()?;
        let (stdout, to_us) = io::pipe()?;
        let (stderr, to_stderr) = io::pipe()?;
        set_nonblocking(&stdin)?;
        set_nonblocking(&stdout)?;
        let mut stdin = Some(File::from(OwnedFd::from(stdin)));
        let mut stdout = Some(File::from(OwnedFd::from(stdout)));
        let mut stderr = Drain::new(stderr.into(), KEPT)?;
        let mut running = launch(Streams {
            stdin: Some(from_us.into()),
            stdout: Some(to_us.into()),
            stderr: Some(to_stderr.into()),
        })?;
        let killed_on_cancel = running.kill_on(cancel);
        let deadline = Instant::now().checked_add(limit);
        let ended = loop {
            // This comes before reading: once the program has ended, all its output is in the pipe.
            let ended = running.look()?;
            stderr.read();
            self.write(&mut stdin);
            while self.receive(&mut stdout) && self.hinted.fault.is_none() {}
            if self.take_lines(document) || self.hinted.fault.is_some() {
                break None;
            }
            if let Some(outcome) = ended {
                self.take_last_line(document);
                break Some(outcome.end);
            }
            let left = deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()));
            if left == Some(Duration::ZERO) {
                self.hinted = Hinted { hints: Vec::new(), fault: Some(HintError::OutOfTime { limit }) };
                break None;
            }
            let again = (!self.to_write.is_empty() && stdin.is_some()).then_some(WRITE_INTERVAL);
            let max_wait = left.into_iter().chain(running.max_wait()).chain(again).min();
            wait_readable(&[running.file(), stdout.as_ref().map(AsFd::as_fd), stderr.pipe()], max_wait)?;
        };
        drop(killed_on_cancel);
        let failed = |end: &End| !matches!(end, End::Exited(0)) && self.hinted.hints.is_empty();
        if let Some(end) = ended.filter(failed)
            && self.hinted.fault.is_none()
        {
            let output = stderr.finish().last_lines(1);
            self.hinted.fault = Some(HintError::Failed { ending: end.to_string(), output });
        }
        Ok(self.hinted)
    }

    /// Writes as much as the program reads. It need not read its input.
    fn write(&mut self, stdin: &mut Option<File>) {
        while let Some(pipe) = stdin.as_mut() {
            let (piece, _) = self.to_write.as_slices();
            if piece.is_empty() {
                return;
            }
            match pipe.write(piece) {
                Ok(n_bytes) => drop(self.to_write.drain(..n_bytes)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => return,
                Err(_) => *stdin = None,
            }
        }
    }

    /// Reads from the program without waiting. Returns whether there may be more.
    fn receive(&mut self, stdout: &mut Option<File>) -> bool {
        let mut chunk = [0; 64 << 10];
        let Some(pipe) = stdout else { return false };
        match pipe.read(&mut chunk) {
            Ok(0) => {
                *stdout = None;
                false
            }
            Ok(n_bytes) => {
                self.n_received += n_bytes;
                self.received.extend_from_slice(&chunk[..n_bytes]);
                if MAX_BYTES < self.n_received {
                    self.hinted.fault = Some(HintError::TooMuch);
                }
                true
            }
            Err(error) => error.kind() == ErrorKind::Interrupted,
        }
    }

    /// Handles all whole lines. Returns whether the program must not be read further.
    fn take_lines(&mut self, document: &Document) -> bool {
        let Some(end) = memchr::memrchr(b'\n', &self.received) else { return false };
        let lines: Vec<u8> = self.received.drain(..=end).collect();
        lines.split(|byte| *byte == b'\n').any(|line| self.take(line, document))
    }

    fn take_last_line(&mut self, document: &Document) {
        let line = std::mem::take(&mut self.received);
        self.take(&line, document);
    }

    fn take(&mut self, line: &[u8], document: &Document) -> bool {
        if line.trim_ascii().is_empty() {
            return false;
        }
        match read(line, document) {
            Ok(Message::Idle) => return true,
            Ok(Message::Hint(..)) if MAX_HINTS <= self.hinted.hints.len() => {
                self.hinted.fault = Some(HintError::TooMuch);
            }
            Ok(Message::Hint(edits, content)) => {
                self.hinted.hints.push(edits);
                if let Some(content) = content {
                    self.to_write.extend(not_yet(&content));
                }
            }
            Err(error) => self.hinted.fault = Some(error.into()),
        }
        self.hinted.fault.is_some()
    }
}
