//! Running programs and killing everything that they leave behind.
//!
//! On Linux a [`Launcher`] runs its jobs under keepers (see `keeper`). They leave no process
//! behind, whatever the job does and however dwindle ends. On other systems, and in programs that
//! do not call [`serve_if_asked`], jobs are children of this process and are killed as a process
//! group.

mod capture;
mod confinement;
mod direct;
mod exit_watch;
mod job;
#[cfg(target_os = "linux")]
mod keeper;
mod launcher;
mod poll;
mod procfs;
mod reap;
mod running;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(target_os = "linux")]
mod secrets;
mod signals;
mod streams;
mod supervision;
mod user;
mod without_namespaces;

pub use capture::Captured;
pub(crate) use capture::Drain;
pub use confinement::{Confinement, Mechanism, Sandbox};
pub(crate) use job::Outcome;
pub use job::{End, Ended, Excess, Job, LaunchError, Output};
#[cfg(target_os = "linux")]
pub use keeper::{KEEPER_ARGUMENT, adopt_orphans, can_adopt_orphans, end_children, serve_if_asked};
pub use launcher::Launcher;
pub(crate) use poll::{set_nonblocking, wait_readable};
pub(crate) use running::Running;
pub use signals::signal_name;
pub(crate) use streams::Streams;
pub use user::{User, is_root};

/// Does nothing: there are keepers on Linux only.
#[cfg(not(target_os = "linux"))]
pub fn serve_if_asked() {}

/// Does nothing: orphans are adopted on Linux only.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn adopt_orphans() -> std::io::Result<()> {
    Ok(())
}

/// Returns `true`: on systems other than Linux there are no keepers that would need it.
#[cfg(not(target_os = "linux"))]
pub fn can_adopt_orphans() -> bool {
    true
}

/// Does nothing: children are found on Linux only.
///
/// # Errors
/// Never.
#[cfg(not(target_os = "linux"))]
pub fn end_children() -> std::io::Result<()> {
    Ok(())
}
