//! The program as its users start it.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod batch;
mod first_minute;
mod garbage;
mod hints;
mod interruption;
mod killed;
mod reduction;
mod remote;
mod report;
mod safety;
mod scene;
mod ssh;
mod workers;
