//! Whole sessions, with threads, files, signals and kills.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod child;
mod endings;
mod faults;
mod flaky;
mod generated;
mod killed;
mod limits;
mod observers;
mod results;
mod signals;
mod toy;
