//! Answers of a test, kept in a file so that a measurement can be repeated without the test.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use anyhow::Context;
use dwindle_reduce::{ContentKey, Document, Verdict};

/// The verdicts of a property, by content.
#[derive(Default)]
pub struct Answers {
    known: RefCell<HashMap<ContentKey, Verdict>>,
}

impl Answers {
    /// Reads the answers that [`write`](Answers::write) wrote; none if there is no file.
    pub fn read(path: &Path) -> anyhow::Result<Answers> {
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            text => text.with_context(|| path.display().to_string())?,
        };
        let mut known = HashMap::new();
        for line in text.lines() {
            let (key, verdict) = line.split_once(' ').context("a line is a key and a verdict")?;
            let verdict = match verdict {
                "interesting" => Verdict::Interesting,
                "boring" => Verdict::Boring,
                _ => anyhow::bail!("{verdict} is no verdict"),
            };
            known.insert(key.parse().context("a key has 32 hexadecimal digits")?, verdict);
        }
        Ok(Answers { known: known.into() })
    }

    /// Writes all answers to a file. What was not resolved is written as boring.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let mut text = String::new();
        for (key, verdict) in &*self.known.borrow() {
            writeln!(text, "{key} {}", if verdict.is_interesting() { "interesting" } else { "boring" })?;
        }
        fs::write(path, text).with_context(|| path.display().to_string())
    }

    /// Returns the verdict of a document, by `test` if it is not known.
    pub fn verdict(&self, document: &Document, test: impl FnOnce() -> Verdict) -> Verdict {
        let key = document.key();
        let known = self.known.borrow().get(&key).copied();
        known.unwrap_or_else(|| {
            let verdict = test();
            self.known.borrow_mut().insert(key, verdict);
            verdict
        })
    }
}
