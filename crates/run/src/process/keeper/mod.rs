//! Keepers: small processes that start trials and see to it that nothing of them survives.
//!
//! A keeper is this program once more, started with a hidden argument. It runs one job at a time,
//! so that every process below it belongs to that job: no marking, no guessing. What does what:
//!
//! - **Start.** The child of a keeper makes a new session (no terminal, an own process group), sets
//!   the kernel's limits, asks to be killed with the keeper, and executes the program. It borrows
//!   the keeper's memory until then.
//! - **pidfd.** The keeper sleeps in `poll` until the program ends, dwindle says something or is
//!   gone, time is up, or it is time for a look at memory and the number of processes.
//! - **Process group.** When the job is over, for whatever reason, its whole group is killed at one
//!   stroke; a fork bomb has no chance to refill it.
//! - **Subreaper.** What left the group (`setsid`, daemons) becomes a child of the keeper as soon
//!   as its own parent ends. The keeper kills and reaps its children until it has none; only then
//!   is the job reported as ended, so that its directory can be removed. Only own children are
//!   killed, whose numbers cannot have been given to others.
//!   Where the system refuses a subreaper, the keeper searches for the trial's session and mark
//!   (see `orphans`), which is slower and misses a process that has neither.
//! - **End of file.** When dwindle ends, even by `kill -9`, the keeper reads the end of its socket,
//!   kills all it has, and ends.
//! - **Mark.** Should a keeper itself be killed, its program is killed by the kernel (parent death
//!   signal), and dwindle finds the rest by a variable in their environment, `DWINDLE_TRIAL`, whose
//!   value is like no other job's.
//!
//! Out of reach is what a trial has somebody else start (a daemon of the system, a container
//! engine), and a process stuck in the kernel. For such a one a keeper is given up after a while,
//! and goes on trying on its own.

mod client;
mod idle;
mod kept_job;
mod message;
mod orphans;
mod pool;
mod reaping;
mod server;
mod socket;
mod spawn;
mod wire;

pub(super) use kept_job::KeptJob;
pub use orphans::{adopt_orphans, can_adopt_orphans};
pub(super) use pool::Pool;
pub use reaping::end_children;
pub use server::serve_if_asked;
pub(super) use server::this_program_serves;

/// The hidden first argument with which a program becomes a keeper.
pub const KEEPER_ARGUMENT: &str = "--be-the-keeper-of-trials";
