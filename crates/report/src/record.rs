//! The record of a session: lines written while it runs, from which its report is made.
//!
//! The first line describes the session; the others are the events as in [`JsonLines`], without
//! single answers.

use std::io::{self, Write};
use std::time::Duration;

use dwindle_reduce::{Event, Stamped};
use serde::{Deserialize, Serialize};

use crate::display::Display;
use crate::json::JsonLines;

/// The description of a session.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The command line.
    pub command: Vec<String>,
    /// The inputs as the user wrote them, for people.
    pub input: String,
    /// The absolute paths of the originals.
    pub originals: Vec<String>,
    /// The absolute path of the result.
    pub output: String,
}

/// Writes a record.
pub struct Recorder<W> {
    lines: JsonLines<W>,
}

/// A parsed record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Record {
    /// What was reduced.
    pub about: About,
    /// The events so far, without single answers.
    pub events: Vec<Stamped>,
}

#[derive(Deserialize)]
struct Line {
    seconds: f64,
    #[serde(flatten)]
    event: Event,
}

impl<W: Write> Recorder<W> {
    /// Creates a record and writes its first line.
    ///
    /// # Errors
    /// When writing fails.
    pub fn new(mut sink: W, about: &About) -> io::Result<Recorder<W>> {
        let mut first = serde_json::to_vec(about)?;
        first.push(b'\n');
        sink.write_all(&first)?;
        Ok(Recorder { lines: JsonLines::new(sink) })
    }
}

impl<W: Write> Display for Recorder<W> {
    fn event(&mut self, stamped: &Stamped) -> io::Result<()> {
        match stamped.event {
            Event::Learned { .. } => Ok(()),
            _ => self.lines.event(stamped),
        }
    }
}

impl Record {
    /// Parses a record, even one that is still being written or was cut off: an incomplete line is
    /// ignored. `None` if it is not a record.
    pub fn read(text: &str) -> Option<Record> {
        let mut lines = text.lines();
        let about = serde_json::from_str(lines.next()?).ok()?;
        let events = lines.filter_map(|line| {
            let line: Line = serde_json::from_str(line).ok()?;
            Some(Stamped { at: Duration::try_from_secs_f64(line.seconds).ok()?, event: line.event })
        });
        Some(Record { about, events: events.collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::story;

    fn about() -> About {
        About {
            input: "crash.c".to_owned(),
            output: "/home/me/crash.reduced.c".to_owned(),
            ..About::default()
        }
    }

    fn recorded() -> String {
        let mut sink = Vec::new();
        let mut recorder = Recorder::new(&mut sink, &about()).unwrap();
        story().iter().for_each(|stamped| recorder.event(stamped).unwrap());
        String::from_utf8(sink).unwrap()
    }

    #[test]
    fn a_record_gives_back_everything_but_single_answers() {
        let record = Record::read(&recorded()).unwrap();
        assert_eq!(record.about, about());
        let expected = story().into_iter().filter(|stamped| !matches!(stamped.event, Event::Learned { .. }));
        assert_eq!(record.events, expected.collect::<Vec<_>>());
    }

    #[test]
    fn a_torn_line_is_left_out() {
        let text = recorded();
        let whole = Record::read(&text).unwrap();
        let torn = Record::read(&text[..text.len() - 5]).unwrap();
        assert_eq!(torn.events, whole.events[..whole.events.len() - 1]);
        assert_eq!(Record::read(""), None);
        assert_eq!(Record::read("{\"inp"), None);
    }
}
