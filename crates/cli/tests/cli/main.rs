//! The program as its users start it.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod batch;
mod check_and_verify;
mod fixture;
mod garbage;
mod hints;
mod interruption;
mod killed;
mod limits;
mod messages;
mod output;
mod reduction;
mod remote;
mod report;
mod safety;
mod ssh;
mod tests;
mod workers;
