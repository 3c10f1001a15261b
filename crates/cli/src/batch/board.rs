//! How far a batch is, for people.

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
use crate::first_minute::shortest;

/// Time between two lines of a plain log, and between two states of a terminal's last line.
const LOG_INTERVAL: Duration = Duration::from_secs(10);
const SCREEN_INTERVAL: Duration = Duration::from_millis(200);

/// What is known of all inputs. Clones share it.
#[derive(Clone)]
pub struct Board {
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

/// Tells the board how small an input is.
pub struct Progress {
    board: Board,
    number: usize,
}

impl Board {
    /// Begins with nothing done.
    pub fn new(items: &[Item], is_quiet: bool) -> Board {
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
        Board { shared: Arc::new(Mutex::new(state)) }
    }

    /// Writes a line.
    pub fn say(&self, text: &str) {
        self.state().say(text);
    }

    /// Writes an error, which is said in any case.
    pub fn complain(&self, text: &str) {
        self.state().write(text);
    }

    /// Writes a line that holds for all inputs, once.
    pub fn say_once(&self, text: &str) {
        let mut state = self.state();
        if state.said.insert(text.to_owned()) {
            state.say(text);
        }
    }

    /// Takes what came of an input, and writes it as a line.
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

    /// Takes how small an input is now, and shows the state of all if it is time.
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
    /// Writes a line above the last one of a terminal.
    fn say(&self, text: &str) {
        if !self.is_quiet {
            self.write(text);
        }
    }

    fn write(&self, text: &str) {
        let start = if self.is_terminal { "\r\x1b[K" } else { "" };
        // Nobody is left to hear that stderr is closed.
        let _ = writeln!(io::stderr().lock(), "{start}{text}");
    }

    /// Returns what a line says of an input that is done.
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
            Outcome::Duplicate(other) => format!("{input}: goes wrong as {} does", name(*other)),
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
    /// Watches the session of an input.
    pub fn new(board: Board, number: usize) -> Progress {
        Progress { board, number }
    }
}

impl Observer for Progress {
    fn see(&mut self, stamped: &Stamped) {
        match &stamped.event {
            Event::Started { cost, .. } | Event::Accepted { cost, .. } | Event::Retracted { cost, .. } => {
                self.board.now(self.number, Some(cost.bytes));
            }
            _ => {}
        }
    }

    fn tick(&mut self, _at: Duration, _counts: Counts) {
        self.board.now(self.number, None);
    }

    fn notice(&mut self, _at: Duration, notice: &Notice) {
        let input = {
            let state = self.board.state();
            words::path(&shortest(&state.rows[self.number].input))
        };
        self.board.say(&format!("{input}: {notice}"));
    }
}
