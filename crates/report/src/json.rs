//! Events as JSON lines, for programs.
//!
//! One object per line, each with `seconds` (since the reduction began, to the microsecond) and
//! `event`; the other fields are those of [`Event`]. The last line is the event `summary`, with the
//! fields of the session's summary. `docs/events.md` shows a line of each kind.

use std::io::{self, Write};
use std::time::Duration;

use dwindle_reduce::{Event, Stamped};
use serde::Serialize;

use crate::display::Display;

/// Writes one line for each event, and flushes it.
pub struct JsonLines<W> {
    sink: W,
}

#[derive(Serialize)]
struct Line<'a, T> {
    seconds: f64,
    #[serde(flatten)]
    event: &'a T,
}

#[derive(Serialize)]
struct SummaryEvent<'a, S> {
    event: &'static str,
    #[serde(flatten)]
    summary: &'a S,
}

impl<W: Write> JsonLines<W> {
    /// Creates a writer of lines.
    pub fn new(sink: W) -> JsonLines<W> {
        JsonLines { sink }
    }

    /// Writes the last line. `summary` must serialize as an object; its `seconds` replaces the time
    /// stamp.
    pub fn summary<S: Serialize>(&mut self, summary: &S) -> io::Result<()> {
        self.line(&SummaryEvent { event: "summary", summary })
    }

    fn line<T: Serialize>(&mut self, line: &T) -> io::Result<()> {
        let mut text = serde_json::to_vec(line)?;
        text.push(b'\n');
        self.sink.write_all(&text)?;
        self.sink.flush()
    }
}

impl<W: Write> Display for JsonLines<W> {
    fn event(&mut self, stamped: &Stamped) -> io::Result<()> {
        self.line(&Line::<Event> { seconds: seconds(stamped.at), event: &stamped.event })
    }
}

fn seconds(at: Duration) -> f64 {
    at.as_micros() as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixtures::story;

    #[test]
    fn each_event_is_one_object_on_a_line() {
        let mut sink = Vec::new();
        let mut lines = JsonLines::new(&mut sink);
        for stamped in story() {
            lines.event(&stamped).unwrap();
        }
        insta::assert_snapshot!(String::from_utf8(sink).unwrap());
    }

    #[test]
    fn lines_can_be_read_back_as_events() {
        for stamped in story() {
            let mut sink = Vec::new();
            JsonLines::new(&mut sink).event(&stamped).unwrap();
            let event: Event = serde_json::from_slice(&sink).unwrap();
            assert_eq!(event, stamped.event);
        }
    }

    /// Each example in `docs/events.md` is a line of the story, and each kind of event has one.
    #[test]
    fn the_documented_lines_are_what_is_written() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/events.md");
        let document = std::fs::read_to_string(path).unwrap();
        let documented: Vec<&str> =
            document.split('`').filter(|code| code.starts_with("{\"seconds\"")).collect();
        let mut sink = Vec::new();
        let mut lines = JsonLines::new(&mut sink);
        for stamped in story() {
            lines.event(&stamped).unwrap();
        }
        let written = String::from_utf8(sink).unwrap();
        let kind = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["event"].to_string();
        for line in &documented {
            assert!(written.lines().any(|written| written == *line), "{line}");
        }
        for line in written.lines() {
            assert!(documented.iter().any(|documented| kind(documented) == kind(line)), "{line}");
        }
    }

    #[test]
    fn the_summary_is_the_event_of_that_name() {
        let mut sink = Vec::new();
        let summary = serde_json::json!({"status": "reduced", "seconds": 2.5});
        JsonLines::new(&mut sink).summary(&summary).unwrap();
        let line: serde_json::Value = serde_json::from_slice(&sink).unwrap();
        let expected = serde_json::json!({"event": "summary", "status": "reduced", "seconds": 2.5});
        assert_eq!(line, expected);
    }
}
