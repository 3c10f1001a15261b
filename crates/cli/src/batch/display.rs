//! The display of a batch.

use std::collections::BTreeSet;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use dwindle_reduce::{Counts, Event, Stamped};
use dwindle_report::words;
use dwindle_run::session::{Notice, Observer};

use super::inputs::Item;
use super::outcome::Outcome;
use crate::test_advice::shortest;

/// Time between two lines of a plain log.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
/// Time between two updates of the last line of a terminal.
const SCREEN_INTERVAL: Duration = Duration::from_millis(200);

/// The progress of all inputs. Clones share it.
#[derive(Clone)]
pub struct BatchDisplay {
    shared: Arc<Mutex<State>>,
}

struct State {
    began: Instant,
    rows: Vec<Row>,
    shown: Option<Instant>,
    said: BTreeSet<String>,
    is_quiet: bool,
    is_terminal: bool,
}

struct Row {
    input: PathBuf,
    original: u64,
    now: Option<u64>,
    is_over: bool,
    has_failed: bool,
}

/// Updates the display from the session of one input.
pub struct Progress {
    display: BatchDisplay,
    number: usize,
}

impl BatchDisplay {
    /// Creates a display of inputs that have not begun.
    pub fn new(items: &[Item], is_quiet: bool) -> BatchDisplay {
        let row = |item: &Item| Row {
            input: item.input.clone(),
            original: item.n_bytes,
            now: None,
            is_over: false,
            has_failed: false,
        };
        let is_dumb = std::env::var_os("TERM").is_none_or(|term| term == "dumb");
        let state = State {
            began: Instant::now(),
            rows: items.iter().map(row).collect(),
            shown: None,
            said: BTreeSet::new(),
            is_quiet,
            is_terminal: io::stderr().is_terminal() && !is_dumb,
        };
        BatchDisplay { shared: Arc::new(Mutex::new(state)) }
    }

    /// Writes a line.
    pub fn say(&self, text: &str) {
        self.state().say(text);
    }

    /// Writes an error, even with `--quiet`.
    pub fn say_error(&self, text: &str) {
        self.state().write(text);
    }

    /// Writes a line that applies to all inputs, once.
    pub fn say_once(&self, text: &str) {
        let mut state = self.state();
        if state.said.insert(text.to_owned()) {
            state.say(text);
        }
    }

    /// Handles the outcome of an input, and writes it as a line.
    pub fn ended(&self, number: usize, outcome: &Outcome) {
        let mut state = self.state();
        let told = state.told(number, outcome);
        let row = &mut state.rows[number];
        row.is_over = true;
        row.has_failed = matches!(outcome, Outcome::Failed { .. });
        row.now = outcome.summary().map(|summary| summary.bytes[1]).or(row.now);
        if let Some(told) = told {
            state.say(&told);
        }
    }

    /// Updates the size of an input, and shows the progress if it is time.
    fn now(&self, number: usize, n_bytes: Option<u64>) {
        let mut state = self.state();
        if let Some(n_bytes) = n_bytes {
            state.rows[number].now = Some(n_bytes);
        }
        let interval = if state.is_terminal { SCREEN_INTERVAL } else { LOG_INTERVAL };
        if interval <= state.shown.unwrap_or(state.began).elapsed() {
            state.show();
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Writes a line, above the last one of a terminal.
    fn say(&self, text: &str) {
        if !self.is_quiet {
            self.write(text);
        }
    }

    fn write(&self, text: &str) {
        let start = if self.is_terminal { "\r\x1b[K" } else { "" };
        // An error is ignored: it could only be reported on stderr.
        let _ = writeln!(io::stderr().lock(), "{start}{text}");
    }

    /// Returns the line about the outcome of an input.
    fn told(&self, number: usize, outcome: &Outcome) -> Option<String> {
        let name = |number: usize| words::path(&shortest(&self.rows[number].input));
        let input = name(number);
        Some(match outcome {
            Outcome::Reduced(summary) => format!(
                "{input}: {} → {}, {} in {}",
                words::number(summary.bytes[0]),
                words::counted(summary.bytes[1], "byte"),
                words::counted(summary.executed, "trial"),
                words::duration(Duration::from_secs_f64(summary.seconds.max(0.0))),
            ),
            Outcome::Failed { failure, .. } => {
                let text = failure.to_string();
                let first = text.lines().next().unwrap_or_default();
                format!("{input}: failed: {}", first.trim_start_matches("error: "))
            }
            Outcome::Duplicate(other) => format!("{input}: fails in the same way as {}", name(*other)),
            Outcome::NotBegun => return None,
        })
    }

    fn show(&mut self) {
        self.shown = Some(Instant::now());
        if self.is_quiet {
            return;
        }
        let n_over = self.rows.iter().filter(|row| row.is_over).count() as u64;
        let n_failed = self.rows.iter().filter(|row| row.has_failed).count() as u64;
        let under_way: Vec<&Row> = self.rows.iter().filter(|row| !row.is_over && row.now.is_some()).collect();
        let original: u64 = self.rows.iter().map(|row| row.original).sum();
        let now: u64 = self.rows.iter().map(|row| row.now.unwrap_or(row.original)).sum();
        let failed = match n_failed {
            0 => String::new(),
            n_failed => format!(", {} failed", words::number(n_failed)),
        };
        let text = format!(
            "{}: {} of {} done{failed}, {} under way; {} → {} ({} gone)",
            words::duration(self.began.elapsed()),
            words::number(n_over),
            words::counted(self.rows.len() as u64, "input"),
            words::number(under_way.len() as u64),
            words::number(original),
            words::counted(now, "byte"),
            words::percent_gone(original, now),
        );
        match self.is_terminal {
            true => {
                let mut stderr = io::stderr().lock();
                let _ = write!(stderr, "\r\x1b[K{text}").and_then(|()| stderr.flush());
            }
            false => self.say(&text),
        }
    }
}

impl Progress {
    /// Creates an observer of the session of an input.
    pub fn new(display: BatchDisplay, number: usize) -> Progress {
        Progress { display, number }
    }
}

impl Observer for Progress {
    fn see(&mut self, stamped: &Stamped) {
        match &stamped.event {
            Event::Started { cost, .. } | Event::Accepted { cost, .. } | Event::Retracted { cost, .. } => {
                self.display.now(self.number, Some(cost.bytes));
            }
            _ => {}
        }
    }

    fn tick(&mut self, _at: Duration, _counts: Counts) {
        self.display.now(self.number, None);
    }

    fn notice(&mut self, _at: Duration, notice: &Notice) {
        let input = {
            let state = self.display.state();
            words::path(&shortest(&state.rows[self.number].input))
        };
        self.display.say(&format!("{input}: {notice}"));
    }
}
