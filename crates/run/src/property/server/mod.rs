//! A property that asks a persistent tester: a program that answers for many candidates.

mod answers;
mod tester;

use std::ffi::OsString;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dwindle_reduce::{Document, Verdict};

pub use self::answers::Answers;
use self::tester::{Ending, Response, Tester};
use super::{Answered, Attempt, Cancel, CandidatePaths, Portable, Property, PropertyError};
use crate::process::{End, Output};
use crate::trial::{CommandLine, Damage, Setting, TrialHost};

/// Testers in a row that end without an answer before that counts as a fault of the tester.
const MAX_SILENT: u32 = 3;

/// How a persistent tester is run.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The shell command of the tester. It starts in the directory in which dwindle was started.
    pub command: OsString,
    /// The paths that it is asked about.
    pub paths: CandidatePaths,
    /// How long an answer may take. After that the tester is killed, and another one is started for
    /// the next candidate.
    pub time_limit: Option<Duration>,
    /// The verdict if the tester ends instead of answering. The tester may itself be the program
    /// under test.
    pub on_crash: Verdict,
}

/// Asks persistent testers, one for each trial at a time. This saves the start of interpreters and
/// virtual machines.
///
/// A tester reads the absolute path of a candidate from a line of its standard input. It writes
/// `interesting`, `boring` or `unresolved` as a line to its standard output, without buffering. For
/// several files the path is that of the directory with all of them. The candidate's directory is
/// removed after the answer.
///
/// Processes that a tester starts are killed with the tester. A process that it started for one
/// candidate may disturb the next. A tester may exit with status 0 after any answer.
///
/// It answers once for each path. After the word it may repeat the path (`boring /tmp/…`); an
/// answer with another path is then an error. A tester that writes more lines than it was asked for
/// is killed, and another one is started. If its earlier answers may have been wrong, the session
/// ends.
pub struct ServerProperty {
    options: ServerOptions,
    home: PathBuf,
    trial_host: Arc<TrialHost>,
    idle: Mutex<Vec<Tester>>,
    n_silent: AtomicU32,
    /// Whether any tester has ever answered.
    has_answered: AtomicBool,
}

impl ServerProperty {
    /// Creates a property without starting a tester. They are started when they are needed.
    ///
    /// # Errors
    /// When the current directory is unknown.
    pub fn new(options: ServerOptions, trial_host: Arc<TrialHost>) -> Result<ServerProperty, PropertyError> {
        let home = std::env::current_dir().map_err(|source| PropertyError::Other {
            what: "cannot tell the current directory".into(),
            source,
        })?;
        Ok(ServerProperty {
            options,
            home,
            trial_host,
            idle: Mutex::default(),
            n_silent: AtomicU32::default(),
            has_answered: AtomicBool::default(),
        })
    }

    /// Sets the time limit of each answer.
    pub fn with_time_limit(mut self, time_limit: Option<Duration>) -> ServerProperty {
        self.options.time_limit = time_limit;
        self
    }

    /// Returns an idle tester that is alive, or a new one.
    fn tester(&self) -> Result<Tester, PropertyError> {
        loop {
            let Some(mut tester) = self.idle().pop() else { return self.start() };
            // Another trial may have removed its directories.
            if tester.is_alive() && tester.damage() == Damage::None {
                return Ok(tester);
            }
        }
    }

    fn start(&self) -> Result<Tester, PropertyError> {
        let directory = self.trial_host.directory(&Document::new([]))?;
        let command = CommandLine {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), self.options.command.clone()],
        };
        let setting = Setting {
            directory: &self.home,
            temporary: directory.temporary(),
            // The time limit is for one answer, not for the tester.
            time_limit: None,
            output: Output::Discard,
            stdin: None,
        };
        let job = self.trial_host.job(&command, &setting);
        Tester::start(self.trial_host.launcher(), &job, directory).map_err(PropertyError::launch)
    }

    /// Returns the path to ask about.
    fn path(&self, directory: &Path) -> Result<PathBuf, PropertyError> {
        let mut paths = self.options.paths.in_directory(directory);
        let path = match (paths.next(), paths.next()) {
            (Some(only), None) => only,
            _ => directory.to_path_buf(),
        };
        if path.as_os_str().as_bytes().contains(&b'\n') {
            let what = format!("a tester cannot be asked about {}, whose name has two lines", path.display());
            return Err(PropertyError::Other { what, source: io::ErrorKind::InvalidInput.into() });
        }
        Ok(path)
    }

    fn ended(&self, ending: &Ending) -> Result<Verdict, PropertyError> {
        let Ending { end, had_answered, stderr, .. } = ending;
        let fault = || {
            let (command, ending, said) = (self.command(), end.to_string(), stderr.last_lines(10));
            let output = match said.is_empty() {
                true => String::new(),
                false => format!("; the end of its standard error:\n{said}"),
            };
            PropertyError::Tester { command, ending, output }
        };
        if *had_answered {
            return Ok(self.options.on_crash);
        }
        // With these statuses a shell reports that it cannot run the program. That is never
        // *interesting*, even with `on_crash`.
        if matches!(end, End::Exited(126 | 127)) {
            return Err(fault());
        }
        let n_silent = self.n_silent.fetch_add(1, Ordering::Relaxed) + 1;
        // The first candidate is the original, for which a tester must be able to answer.
        let is_fault = MAX_SILENT <= n_silent || !self.has_answered.load(Ordering::Relaxed);
        // If crashes are interesting, all testers may crash before they answer.
        if is_fault && self.options.on_crash != Verdict::Interesting {
            return Err(fault());
        }
        Ok(self.options.on_crash)
    }

    fn unasked(&self, line: &str) -> PropertyError {
        PropertyError::Unasked { command: self.command(), answer: shortened(line) }
    }

    fn command(&self) -> String {
        self.options.command.to_string_lossy().into_owned()
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Tester>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Property for ServerProperty {
    fn test(&self, input: &Document, cancel: &Cancel) -> Result<Verdict, PropertyError> {
        Ok(self.attempt(input, Attempt::default(), cancel)?.verdict)
    }

    fn portable(&self) -> Option<Portable> {
        let ServerOptions { command, paths, on_crash, .. } = self.options.clone();
        Some(Portable::Server { command, paths, on_crash })
    }

    fn attempt(
        &self,
        input: &Document,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<Answered, PropertyError> {
        if cancel.is_cancelled() {
            return Ok(Answered::NOTHING);
        }
        self.trial_host.damage_guard().run(|| self.answer(input, attempt, cancel))
    }
}

impl ServerProperty {
    /// Asks a tester. Also returns which of its directories and the candidate's are missing
    /// afterwards.
    fn answer(
        &self,
        input: &Document,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<(Answered, Damage), PropertyError> {
        let time_limit = attempt.time_limit.or(self.options.time_limit);
        loop {
            let mut tester = self.tester()?;
            match tester.said() {
                None => {}
                Some(_) if tester.n_answers() == 1 => continue,
                // Each of its answers may have been for the candidate before.
                Some(line) => return Err(self.unasked(&line)),
            }
            let directory = self.trial_host.directory_beside(tester.directory(), input)?;
            let path = self.path(directory.path())?;
            let asked = Instant::now();
            let response = tester.ask(&path, time_limit, cancel).map_err(PropertyError::launch)?;
            let damage = match cancel.is_cancelled() {
                true => Damage::None,
                false => directory.damage(input).max(tester.damage()),
            };
            match response {
                // The tester is being killed, so its answer may be a consequence of that.
                Response::Line(_) if cancel.is_cancelled() => return Ok((Answered::NOTHING, damage)),
                Response::Line(line) => {
                    let took = asked.elapsed();
                    let verdict = match answer_of(&line, &path) {
                        Answer::Verdict(verdict) => verdict,
                        Answer::OfAnother => return Err(self.unasked(&line)),
                        Answer::None => {
                            return Err(PropertyError::Answer {
                                command: self.command(),
                                answer: shortened(&line),
                            });
                        }
                    };
                    self.n_silent.store(0, Ordering::Relaxed);
                    self.has_answered.store(true, Ordering::Relaxed);
                    // A tester that writes more than it was asked for is not asked again.
                    if tester.unasked().is_none() {
                        self.idle().push(tester);
                    }
                    return Ok((Answered { verdict: directory.believed(verdict), took }, damage));
                }
                Response::OutOfTime => return Ok((Answered::NOTHING, damage)),
                Response::Ended(Ending { end, .. }) if cancel.is_cancelled() || end.is_no_answer() => {
                    return Ok((Answered::NOTHING, damage));
                }
                // It left before it saw this candidate. The loop ends, because the next tester has
                // not answered yet.
                Response::Ended(ending) if ending.had_answered && ending.has_left() => {}
                Response::Ended(ending) => {
                    let took = asked.elapsed();
                    return Ok((Answered { verdict: self.ended(&ending)?, took }, damage));
                }
            }
        }
    }
}

/// The meaning of a tester's line.
enum Answer {
    Verdict(Verdict),
    /// An answer with the path of another candidate.
    OfAnother,
    None,
}

fn answer_of(line: &str, path: &Path) -> Answer {
    let (word, told) = line.trim().split_once(' ').unwrap_or((line, ""));
    match Answers::verdict_of(word) {
        Some(verdict) if told.is_empty() || told.trim() == path.to_string_lossy() => Answer::Verdict(verdict),
        Some(_) if Path::new(told.trim()).is_absolute() => Answer::OfAnother,
        _ => Answer::None,
    }
}

fn shortened(line: &str) -> String {
    line.chars().take(80).collect()
}
