//! Running trials, with real processes and directories.

#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

#[cfg(target_os = "linux")]
mod attacks;
mod command;
mod extras;
mod faults;
mod hints;
mod neighbours;
#[cfg(target_os = "linux")]
mod orphans;
#[cfg(target_os = "linux")]
mod sandbox;
mod scene;
mod script;
mod server;
mod symptoms;
