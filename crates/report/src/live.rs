//! The progress display on a terminal: three lines, redrawn in place.

use std::io::{self, Write};
use std::time::Duration;

use dwindle_reduce::{Counts, Event, Stamped};
use unicode_width::UnicodeWidthChar;

use crate::display::Display;
use crate::state::State;
use crate::words;

/// The minimum time between two redraws.
const REDRAW: Duration = Duration::from_millis(100);

/// What a live display needs to know about its terminal and session.
pub struct Screen {
    /// Returns the width of the terminal in columns, which may change.
    pub columns: Box<dyn Fn() -> usize>,
    /// What is being reduced, as the user wrote it.
    pub input: String,
    /// The path of the best document, for the user to find after an interruption.
    pub output: String,
}

/// Draws the state of a reduction in place, at most ten times a second, and clears it at the end.
pub struct Live<W> {
    sink: W,
    screen: Screen,
    state: State,
    drawn_lines: usize,
    drawn_at: Option<Duration>,
}

impl<W: Write> Live<W> {
    /// Creates a display that draws on `sink`, which must be a terminal.
    pub fn new(sink: W, screen: Screen) -> Live<W> {
        Live { sink, screen, state: State::default(), drawn_lines: 0, drawn_at: None }
    }

    fn draw_when_due(&mut self) -> io::Result<()> {
        let due = self.drawn_at.is_none_or(|drawn_at| drawn_at + REDRAW <= self.state.at);
        if !due || self.state.original.is_none() {
            return Ok(());
        }
        self.drawn_at = Some(self.state.at);
        // The last column is left free: some terminals wrap as soon as it is written.
        let columns = (self.screen.columns)().saturating_sub(1).max(20);
        let lines = frame(&self.state, &self.screen).map(|line| cut(&line, columns));
        let mut text = self.erasing();
        text.push_str(&lines.join("\n"));
        self.drawn_lines = lines.len();
        self.sink.write_all(text.as_bytes())?;
        self.sink.flush()
    }

    /// Returns the escape sequence that moves to the start of the drawing and clears it.
    fn erasing(&self) -> String {
        match self.drawn_lines {
            0 => String::new(),
            1 => "\r\x1b[J".to_owned(),
            n_lines => format!("\r\x1b[{}A\x1b[J", n_lines - 1),
        }
    }

    fn clear(&mut self) -> io::Result<()> {
        let text = self.erasing();
        self.drawn_lines = 0;
        self.sink.write_all(text.as_bytes())?;
        self.sink.flush()
    }
}

impl<W: Write> Display for Live<W> {
    fn event(&mut self, stamped: &Stamped) -> io::Result<()> {
        self.state.event(stamped);
        match stamped.event {
            Event::Finished { .. } => self.clear(),
            _ => self.draw_when_due(),
        }
    }

    fn tick(&mut self, at: Duration, counts: Counts) -> io::Result<()> {
        self.state.tick(at, counts);
        if self.state.stopped.is_some() { Ok(()) } else { self.draw_when_due() }
    }

    fn message(&mut self, _: Duration, text: &str) -> io::Result<()> {
        self.clear()?;
        self.drawn_at = None;
        writeln!(self.sink, "{text}")
    }
}

fn frame(state: &State, screen: &Screen) -> [String; 3] {
    let (original, now) = (state.original.unwrap_or(ZERO), state.now.unwrap_or(ZERO));
    let sizes = format!(
        "{}  {} of {}  {} of {}  {} gone  {}",
        screen.input,
        words::number(now.bytes),
        words::counted(original.bytes, "byte"),
        words::number(now.tokens),
        words::counted(original.tokens, "token"),
        words::percent_gone(original.bytes, now.bytes),
        words::duration(state.at),
    );
    let mut trials = format!(
        "{}  {} run, {} from memory",
        state.pass.as_deref().unwrap_or("starting"),
        words::counted(state.counts.executed, "trial"),
        words::number(state.counts.known),
    );
    if let Some(rate) = state.rate() {
        trials.push_str(&format!("  {}", words::rate(rate)));
    }
    let leaves = format!("Ctrl-C stops and leaves {}", screen.output);
    [sizes, trials, leaves]
}

const ZERO: dwindle_reduce::Cost = dwindle_reduce::Cost { tokens: 0, bytes: 0, files: 0 };

/// Truncates a line to a number of columns, with an ellipsis in the last one.
fn cut(line: &str, columns: usize) -> String {
    let width = |character: char| character.width().unwrap_or(0);
    if line.chars().map(width).sum::<usize>() <= columns {
        return line.to_owned();
    }
    let mut used = 0;
    let mut text: String = line
        .chars()
        .take_while(|character| {
            used += width(*character);
            used < columns
        })
        .collect();
    text.push('…');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::{started, story};

    fn screen(columns: usize) -> Screen {
        Screen {
            columns: Box::new(move || columns),
            input: "crash.c".to_owned(),
            output: "crash.reduced.c".to_owned(),
        }
    }

    fn drawn(columns: usize) -> String {
        let mut sink = Vec::new();
        let mut live = Live::new(&mut sink, screen(columns));
        for stamped in story() {
            live.event(&stamped).unwrap();
        }
        String::from_utf8(sink).unwrap().replace('\x1b', "␛").replace('\r', "␍")
    }

    #[test]
    fn the_display_is_drawn_in_place_and_cleared_at_the_end() {
        insta::assert_snapshot!(drawn(120));
    }

    #[test]
    fn lines_are_cut_to_the_terminal() {
        let text = drawn(40);
        let widest = text.lines().map(|line| line.rsplit("[J").next().unwrap().chars().count()).max();
        assert_eq!(widest, Some(39));
    }

    #[test]
    fn a_message_stays_above_the_display() {
        let mut sink = Vec::new();
        let mut live = Live::new(&mut sink, screen(80));
        live.event(&started(0, 30, 300)).unwrap();
        live.message(Duration::ZERO, "the disk is full").unwrap();
        live.tick(Duration::ZERO, Counts::default()).unwrap();
        let text = String::from_utf8(sink).unwrap();
        let after = text.split("\x1b[J").nth(1).unwrap();
        assert!(after.starts_with("the disk is full\ncrash.c  300 of"), "{after:?}");
    }

    #[test]
    fn wide_characters_are_cut_by_columns() {
        assert_eq!(cut("日本語日本語", 7), "日本語…");
        assert_eq!(cut("日本語", 6), "日本語");
        assert_eq!(cut("abc", 3), "abc");
    }

    #[test]
    fn it_draws_at_most_ten_times_a_second() {
        let mut sink = Vec::new();
        let mut live = Live::new(&mut sink, screen(80));
        live.event(&started(0, 30, 300)).unwrap();
        for milli in 0..1000 {
            live.tick(Duration::from_millis(milli), Counts::default()).unwrap();
        }
        let drawings = String::from_utf8(sink).unwrap().matches("\x1b[J").count();
        assert_eq!(drawings, 9);
    }
}
