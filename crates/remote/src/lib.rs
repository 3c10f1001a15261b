//! Trials on a build farm, by the [Remote Execution API v2].
//!
//! A [`Farm`] runs trials besides those of this process: [`FarmTest::property`] tests each
//! candidate wherever there is room. The result of an action counts as a verdict only if it shows
//! that the test ran to its end. All other results are tried again, and in the end the farm is
//! given up; they never make a candidate boring.
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
mod seats;
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
