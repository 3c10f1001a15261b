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
use crate::trial::{Bench, CommandLine, Setting};

/// Most hints that are taken of one program about one document.
const MOST_HINTS: usize = 10_000;
/// Most bytes that are read of it.
const MOST_BYTES: usize = 256 << 20;
/// Bytes that are kept of its standard error.
const KEPT: usize = 16 << 10;
/// How long to wait until what it did not read yet is written again.
const WRITE_AGAIN: Duration = Duration::from_millis(20);

/// Runs programs that propose how a document could be made smaller.
///
/// A program starts in the directory that dwindle was started in, gets the path of a copy as `$1`,
/// and writes a JSON object in each line of its standard output. A whole text: `{"content":
/// BASE64}` or `{"text": …}`, with `"file": PATH` where there are several files. A patch:
/// `{"edits": [{"file": PATH, "start": BYTE, "end": BYTE, "text": …}]}`. It ends, or says
/// `{"idle": true}`. Its standard input begins with `{"content": BASE64, "interesting": true}`, the
/// document if it is one file; each whole text is answered with `"interesting": false`. So external
/// reducers of Shrink Ray work as they are, and list all their first steps.
#[derive(Debug)]
pub struct HintPrograms {
    bench: Arc<Bench>,
    paths: CandidatePaths,
    home: PathBuf,
    time_limit: Duration,
}

/// What came of asking a program.
#[derive(Debug, Default)]
pub struct Hinted {
    /// What it proposes, in its order.
    pub hints: Vec<Edits>,
    /// Why it said less than it might have.
    pub fault: Option<HintError>,
}

/// Why a program's hints are none, or not all.
#[derive(Debug, thiserror::Error)]
pub enum HintError {
    /// A line is no message.
    #[error(transparent)]
    Message(#[from] MessageError),
    /// It ended with an error and said nothing.
    #[error("it ended with {ending}{}{}", if .output.is_empty() { "" } else { ": " }, .output)]
    Failed {
        /// How it ended.
        ending: String,
        /// The last line of its standard error.
        output: String,
    },
    /// It did not end in time; what it said is not used, as another run might say more.
    #[error("it did not end within {} s", .limit.as_secs())]
    OutOfTime {
        /// The limit.
        limit: Duration,
    },
    /// It says more than there is room for; the rest is left out.
    #[error("it writes more than {MOST_HINTS} hints or {} MB", MOST_BYTES >> 20)]
    TooMuch,
}

impl HintPrograms {
    /// Describes how programs are run: in which directory, with which path as `$1`, and how long
    /// they may take.
    pub fn new(
        bench: Arc<Bench>,
        paths: CandidatePaths,
        home: PathBuf,
        time_limit: Duration,
    ) -> HintPrograms {
        HintPrograms { bench, paths, home, time_limit }
    }

    /// Runs `command`, a line for the shell, on a document.
    ///
    /// # Errors
    /// When the environment does not let us. What the program itself does wrong is a [`HintError`].
    pub fn ask(&self, command: &str, document: &Document, cancel: &Cancel) -> Result<Hinted, PropertyError> {
        let directory = self.bench.directory(document)?;
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
        let job = self.bench.job(&line, &setting);
        let mut talk = Talk::default();
        talk.to_write.extend(task(document));
        let launch = |streams| self.bench.launcher().start(&job, streams);
        talk.run(document, launch, self.time_limit, cancel).map_err(PropertyError::launch)
    }
}

/// What was said and heard so far.
#[derive(Default)]
struct Talk {
    to_write: VecDeque<u8>,
    received: Vec<u8>,
    n_received: usize,
    hinted: Hinted,
}

impl Talk {
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
            // First whether it ended: all that it wrote before is in the pipe by then.
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
            let again = (!self.to_write.is_empty() && stdin.is_some()).then_some(WRITE_AGAIN);
            let patience = left.into_iter().chain(running.patience()).chain(again).min();
            wait_readable(&[running.file(), stdout.as_ref().map(AsFd::as_fd), stderr.pipe()], patience)?;
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

    /// Writes what the program takes; one that does not read its input is none the worse.
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

    /// Reads what is there, and whether there may be more.
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
                if MOST_BYTES < self.n_received {
                    self.hinted.fault = Some(HintError::TooMuch);
                }
                true
            }
            Err(error) => error.kind() == ErrorKind::Interrupted,
        }
    }

    /// Takes all whole lines; whether the program has nothing more to say.
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
            Ok(Message::Hint(..)) if MOST_HINTS <= self.hinted.hints.len() => {
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
