//! The part of dwindle that uses files, processes, threads, clocks and the network.
//!
//! A [`Property`](property::Property) tests whether a document is interesting. It runs
//! [trials](trial) in a [`TrialHost`](trial::TrialHost), each in its own directory. An
//! [`Executor`](executor::Executor) runs several trials at once, and a
//! [`Session`](session::Session) submits trials until nothing smaller is found.
//!
//! ```no_run
//! use std::{path::Path, sync::Arc};
//! use dwindle_reduce::Document;
//! use dwindle_run::property::{Cancel, CandidatePaths, Property, ScriptProperty};
//! use dwindle_run::trial::{TrialHost, TrialHostOptions};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     // It must come first, so that the processes of trials end with this process.
//!     dwindle_run::process::serve_if_asked();
//!     let document = Document::single("crash.c", std::fs::read("crash.c")?);
//!     let trial_host = Arc::new(TrialHost::new(TrialHostOptions::default()));
//!     let paths = CandidatePaths::of(&document);
//!     let script = ScriptProperty::new(Path::new("test.sh"), paths, trial_host)?;
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
