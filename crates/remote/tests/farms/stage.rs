//! A farm on a fake server, and questions to it.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use dwindle_reduce::{Document, Verdict};
use dwindle_remote::{Address, Farm, FarmError, FarmOptions, FarmTest, Header, RemoteTest};
use dwindle_run::files::Modes;
use dwindle_run::property::{Attempt, Cancel, CandidatePaths, Property, PropertyError};

use crate::fake::{Fake, Test};

/// Interesting if the text has both `a` and `b`. With a `u`, it ends as if a limit was reached.
pub const BOTH: Test = |text| match text {
    text if text.contains(&b'u') => 153,
    text => i32::from(!(text.contains(&b'a') && text.contains(&b'b'))),
};

/// The correct verdict.
pub fn verdict_of(text: &str) -> Verdict {
    match BOTH(text.as_bytes()) {
        0 => Verdict::Interesting,
        1 => Verdict::Boring,
        _ => Verdict::Unresolved,
    }
}

pub fn document(text: &str) -> Document {
    Document::single("input", text)
}

/// Texts of all three verdicts.
pub fn texts() -> Vec<String> {
    let parts = ["", "a", "b", "ab", "u", "xa", "bb", "ba"];
    (0..40).map(|number| format!("{number}{}", parts[number % parts.len()])).collect()
}

pub fn options(fake: &Fake) -> FarmOptions {
    FarmOptions {
        address: Address::parse(&fake.address()).unwrap(),
        headers: vec![Header::parse("x-key=secret").unwrap()],
        instance: "main".to_owned(),
        platform: Vec::new(),
        n_slots: 8,
        uses_cache: true,
        max_silence: Duration::from_secs(20),
    }
}

pub fn started(options: &FarmOptions) -> Result<(Farm, Arc<FarmTest>), FarmError> {
    started_beside(options, 0)
}

/// Starts a farm besides `n_inside` seats inside.
pub fn started_beside(options: &FarmOptions, n_inside: usize) -> Result<(Farm, Arc<FarmTest>), FarmError> {
    let farm = Farm::connect(options, n_inside, &Cancel::new())?;
    let test = assigned(&farm, "input")?;
    Ok((farm, test))
}

/// Registers a test for files of this name.
pub fn assigned(farm: &Farm, file: &str) -> Result<Arc<FarmTest>, FarmError> {
    let test = RemoteTest {
        name: "test.sh".into(),
        script: b"#!/bin/sh\nexit 0\n".to_vec(),
        paths: CandidatePaths::files([file]),
        with: Vec::new(),
        modes: Modes::default(),
        time_limit: Duration::from_secs(5),
        extra_time: Duration::ZERO,
    };
    farm.assign(test, &Document::single(file, "a and b"), false, &Cancel::new())
}

/// A property that must not be asked.
pub fn nobody() -> Arc<dyn Property> {
    Arc::new(|_: &Document, _: &Cancel| -> Result<Verdict, PropertyError> { panic!("asked inside") })
}

/// A farm on which all trials run.
pub fn farm(options: &FarmOptions) -> (Farm, Arc<dyn Property>) {
    let (farm, test) = started(options).unwrap_or_else(|error| panic!("{error}"));
    (farm, test.property(nobody()))
}

/// Asks about all texts, several at once, and checks the verdicts.
pub fn ask_all(property: &Arc<dyn Property>) {
    thread::scope(|scope| {
        for part in texts().chunks(10) {
            let part = part.to_vec();
            scope.spawn(move || {
                for text in part {
                    let verdict = property.test(&document(&text), &Cancel::new()).unwrap();
                    assert_eq!(verdict, verdict_of(&text), "{text}");
                }
            });
        }
    });
}

/// Asks about one text.
pub fn ask(property: &Arc<dyn Property>, text: &str) -> Result<Verdict, PropertyError> {
    property.test(&document(text), &Cancel::new())
}

/// Repeats the question about one text, as for a flaky test.
pub fn ask_again(property: &Arc<dyn Property>, text: &str, nth: u32) -> Verdict {
    let attempt = Attempt { nth, time_limit: None };
    property.attempt(&document(text), attempt, &Cancel::new()).unwrap().verdict
}
