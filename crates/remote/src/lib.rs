//! Trials on a build farm, by the [Remote Execution API v2].
//!
//! A [`Farm`] stands beside the property of this process: [`FarmTest::property`] asks a candidate
//! here or there, wherever there is room. What a farm says is a verdict only where it shows that
//! the test ran to its end. All else is tried again, and in the end loses the farm: it never makes
//! a candidate boring.
//!
//! [Remote Execution API v2]: https://github.com/bazelbuild/remote-apis

mod action;
mod address;
mod answer;
mod asking;
mod assignment;
mod blob;
mod calls;
mod elsewhere;
mod error;
mod executor;
mod farm;
mod folder;
mod grpc;
mod header;
mod inputs;
mod introduction;
mod operation;
mod options;
mod seats;
mod server;
mod shared;
mod test;
mod trouble;
mod uploads;

pub use address::Address;
pub use assignment::FarmTest;
pub use error::FarmError;
pub use executor::WithNews;
pub use farm::{Farm, Figures, InsideSeat};
pub use header::Header;
pub use options::{FarmOptions, property_of_image};
pub use test::{RemoteTest, RemoteTestError};
