//! Trials on a build farm, by the [Remote Execution API v2].
//!
//! A [`Farm`] runs trials besides those of this process: [`FarmTest::property`] tests each
//! candidate wherever there is room. The result of an action counts as a verdict only if it shows
//! that the test ran to its end. All other results are tried again, and in the end the farm is
//! given up; they never make a candidate boring.
//!
//! ```no_run
//! use std::{error::Error, sync::Arc, time::Duration};
//! use dwindle_reduce::Document;
//! use dwindle_remote::{Address, Farm, FarmOptions, RemoteTest, property_of_image};
//! use dwindle_run::property::{Cancel, CandidatePaths, Property};
//!
//! type Shared = Arc<dyn Property>;
//!
//! fn here_and_on_farm(document: &Document, here: Shared) -> Result<Shared, Box<dyn Error>> {
//!     let options = FarmOptions {
//!         address: Address::parse("grpcs://farm.example:8980")?,
//!         headers: Vec::new(),
//!         instance: "main".to_owned(),
//!         platform: vec![property_of_image("gcc:14")],
//!         n_slots: 100,
//!         uses_cache: true,
//!         max_silence: Duration::from_secs(120),
//!     };
//!     let test = RemoteTest {
//!         name: "test.sh".into(),
//!         script: std::fs::read("test.sh")?,
//!         paths: CandidatePaths::of(document),
//!         with: Vec::new(),
//!         modes: Default::default(),
//!         time_limit: Duration::from_secs(10),
//!         extra_time: Duration::ZERO,
//!     };
//!     let cancel = Cancel::default();
//!     let farm = Farm::connect(&options, 0, &cancel)?;
//!     Ok(farm.assign(test, document, false, &cancel)?.property(here))
//! }
//! ```
//!
//! [Remote Execution API v2]: https://github.com/bazelbuild/remote-apis

mod action;
mod address;
mod answer;
mod assignment;
mod blob;
mod call_error;
mod calls;
mod error;
mod executor;
mod farm;
mod first_checks;
mod folder;
mod grpc;
mod header;
mod inputs;
mod local_or_remote;
mod operation;
mod options;
mod server;
mod shared;
mod test;
mod trial_runner;
mod uploads;

pub use address::Address;
pub use assignment::FarmTest;
pub use error::FarmError;
pub use executor::WithNews;
pub use farm::{Farm, Figures, InsideSeat};
pub use header::Header;
pub use options::{FarmOptions, property_of_image};
pub use test::{RemoteTest, RemoteTestError};
