//! The record of a session, which `dwindle report` reads.

use dwindle_reduce::Event;
use dwindle_report::display::Display;
use dwindle_report::record::Recorder;
use dwindle_report::{Record, Sample, State, page};

pub(super) fn run(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let Some(record) = Record::read(text) else { return };
    let sample = Sample { name: record.about.input.clone(), bytes };
    let html = page(&record, std::slice::from_ref(&sample), &[]);
    assert!(html.starts_with("<!DOCTYPE html>") && html.trim_end().ends_with("</html>"));
    assert!(!html.contains("<script"), "nothing of a record is markup");

    let mut written = Vec::new();
    let mut recorder = Recorder::new(&mut written, &record.about).expect("memory takes everything");
    let kept = record.events.iter().filter(|stamped| !matches!(stamped.event, Event::Learned { .. }));
    let mut state = State::default();
    for stamped in kept.clone() {
        recorder.event(stamped).expect("memory takes everything");
        state.event(stamped);
    }
    let written = String::from_utf8(written).expect("JSON is text");
    let again = Record::read(&written).expect("what was written can be read");
    assert_eq!(again.about, record.about);
    // Times are kept to the microsecond.
    assert!(again.events.iter().map(|stamped| &stamped.event).eq(kept.map(|stamped| &stamped.event)));
}
