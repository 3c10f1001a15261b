//! Running programs so that they end.

mod capture;
mod direct;
mod exits;
mod family;
mod job;
mod launcher;
mod poll;
mod reap;
mod signals;
mod supervision;

pub use capture::Captured;
pub use job::{End, Ended, Excess, Job, LaunchError, Output};
pub use launcher::Launcher;
pub use signals::signal_name;
