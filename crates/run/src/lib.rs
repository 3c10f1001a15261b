//! Where dwindle touches the world.
//!
//! A [`Property`](property::Property) says whether a document is interesting; it runs
//! [trials](trial), each in a directory of its own, on a [`Bench`](trial::Bench). An
//! [`Executor`](executor::Executor) asks it about many documents at once, and a
//! [`Session`](session::Session) does so until nothing smaller is found.
//!
//! ```no_run
//! use std::{path::Path, sync::Arc};
//! use dwindle_reduce::Document;
//! use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
//! use dwindle_run::trial::{Bench, BenchOptions};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // First of all: then nothing that a trial starts survives it.
//!     dwindle_run::process::serve_if_asked();
//!     let document = Document::single("crash.c", std::fs::read("crash.c")?);
//!     let bench = Arc::new(Bench::new(BenchOptions::default()));
//!     let script = ScriptProperty::new(Path::new("test.sh"), CandidatePaths::of(&document), bench)?;
//!     let verdict = script.test(&document, &Cancel::default())?;
//!     println!("the bug is there: {}", verdict.is_interesting());
//!     Ok(())
//! }
//! ```

pub mod checkup;
pub mod executor;
pub mod files;
pub mod flaky;
#[cfg(feature = "grammars")]
pub mod grammar;
pub mod hints;
pub mod journal;
pub mod limits;
pub mod process;
pub mod property;
pub mod session;
pub mod trial;
pub mod verify;
pub mod worker;
