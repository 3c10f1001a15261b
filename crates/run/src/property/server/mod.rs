//! A property that is a program which answers for one candidate after the other.

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
use self::tester::{Ending, Heard, Tester};
use super::{Answered, Attempt, Cancel, CandidatePaths, Portable, Property, PropertyError};
use crate::process::{End, Output};
use crate::trial::{Bench, CommandLine, Harm, Setting};

/// Testers that end one after the other without a single answer, before it is taken for a fault of
/// the tester.
const MOST_SILENT: u32 = 3;

/// How a persistent tester is run.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The tester, a line for the shell. It starts in the directory that dwindle was started in.
    pub command: OsString,
    /// The path that it is asked about.
    pub paths: CandidatePaths,
    /// How long an answer may take. After that, the tester is ended and another one is started for
    /// the next question.
    pub time_limit: Option<Duration>,
    /// What it means if the tester ends instead of answering: it may be what tests, or what is
    /// tested.
    pub on_crash: Verdict,
}

/// Asks testers that stay, one for each worker, which saves the start of interpreters and virtual
/// machines.
///
/// A tester reads the absolute path of a candidate from a line of its standard input, and writes
/// `interesting`, `boring` or `unresolved` as a line to its standard output, without delay. For
/// several files the path is that of the directory with all of them. The candidate's directory is
/// removed after the answer. What a tester starts is ended with the tester; what it started for one
/// candidate may disturb the next. A tester may exit with status 0 when it has answered often
/// enough. It answers once for each path; behind the word, it may repeat the path (`boring
/// /tmp/…`), so that no answer is taken for that to another question. A tester that says more
/// than it was asked is ended, and another one is started; where earlier answers of it may have
/// been wrong, the session ends.
pub struct ServerProperty {
    options: ServerOptions,
    home: PathBuf,
    bench: Arc<Bench>,
    idle: Mutex<Vec<Tester>>,
    n_silent: AtomicU32,
    /// Whether any of them ever answered.
    has_answered: AtomicBool,
}

impl ServerProperty {
    /// Describes testers. They are started when they are needed.
    ///
    /// # Errors
    /// When the current directory cannot be told.
    pub fn new(options: ServerOptions, bench: Arc<Bench>) -> Result<ServerProperty, PropertyError> {
        let home = std::env::current_dir().map_err(|source| PropertyError::Other {
            what: "cannot tell the current directory".into(),
            source,
        })?;
        Ok(ServerProperty {
            options,
            home,
            bench,
            idle: Mutex::default(),
            n_silent: AtomicU32::default(),
            has_answered: AtomicBool::default(),
        })
    }

    /// Returns the same property with a time limit for each answer.
    pub fn with_time_limit(mut self, time_limit: Option<Duration>) -> ServerProperty {
        self.options.time_limit = time_limit;
        self
    }

    /// Returns a tester that is alive: one that waits or a new one.
    fn tester(&self) -> Result<Tester, PropertyError> {
        loop {
            let Some(mut tester) = self.idle().pop() else { return self.start() };
            // Another trial may have removed its directories.
            if tester.is_alive() && tester.harm() == Harm::None {
                return Ok(tester);
            }
        }
    }

    fn start(&self) -> Result<Tester, PropertyError> {
        let directory = self.bench.directory(&Document::new([]))?;
        let command = CommandLine {
            program: "/bin/sh".into(),
            arguments: vec!["-c".into(), self.options.command.clone()],
        };
        let setting = Setting {
            directory: &self.home,
            temporary: directory.temporary(),
            // The time limit is for an answer, not for its life.
            time_limit: None,
            output: Output::Discard,
            stdin: None,
        };
        let job = self.bench.job(&command, &setting);
        Tester::start(self.bench.launcher(), &job, directory).map_err(PropertyError::launch)
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
        // This is how a shell says that there is no such program. It would be a bad joke to call
        // that interesting.
        if matches!(end, End::Exited(126 | 127)) {
            return Err(fault());
        }
        let n_silent = self.n_silent.fetch_add(1, Ordering::Relaxed) + 1;
        // The first candidate is the original, which no tester can fail at that is to answer for
        // it.
        let is_fault = MOST_SILENT <= n_silent || !self.has_answered.load(Ordering::Relaxed);
        // If crashes are what is looked for, none of the testers may live to answer.
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
        self.bench.undisturbed().run(|| self.answer(input, attempt, cancel))
    }
}

impl ServerProperty {
    /// Asks a tester, and returns what is missing afterwards of its directories and the
    /// candidate's, too.
    fn answer(
        &self,
        input: &Document,
        attempt: Attempt,
        cancel: &Cancel,
    ) -> Result<(Answered, Harm), PropertyError> {
        let time_limit = attempt.time_limit.or(self.options.time_limit);
        loop {
            let mut tester = self.tester()?;
            match tester.said() {
                None => {}
                Some(_) if tester.n_answers() == 1 => continue,
                // Each answer may have been that to the question before.
                Some(line) => return Err(self.unasked(&line)),
            }
            let directory = self.bench.directory_beside(tester.directory(), input)?;
            let path = self.path(directory.path())?;
            let asked = Instant::now();
            let heard = tester.ask(&path, time_limit, cancel).map_err(PropertyError::launch)?;
            let harm = match cancel.is_cancelled() {
                true => Harm::None,
                false => directory.harm(input).max(tester.harm()),
            };
            match heard {
                // It is being killed: what it says next would be about how its children die.
                Heard::Line(_) if cancel.is_cancelled() => return Ok((Answered::NOTHING, harm)),
                Heard::Line(line) => {
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
                    // What says more than it was asked is not asked again.
                    if tester.unasked().is_none() {
                        self.idle().push(tester);
                    }
                    return Ok((Answered { verdict: directory.believed(verdict), took }, harm));
                }
                Heard::OutOfTime => return Ok((Answered::NOTHING, harm)),
                Heard::Ended(Ending { end, .. }) if cancel.is_cancelled() || end.is_no_answer() => {
                    return Ok((Answered::NOTHING, harm));
                }
                // It did not fail at this candidate. The next one has not answered yet, so this
                // ends.
                Heard::Ended(ending) if ending.had_answered && ending.has_left() => {}
                Heard::Ended(ending) => {
                    let took = asked.elapsed();
                    return Ok((Answered { verdict: self.ended(&ending)?, took }, harm));
                }
            }
        }
    }
}

/// What a tester said to a question.
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
