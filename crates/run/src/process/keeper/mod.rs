//! Keepers: small processes that start trials and kill everything that they leave behind.
//!
//! A keeper is this program, started with a hidden argument. It runs one job at a time, so every
//! process below it belongs to that job. These mechanisms work together:
//!
//! - **Start.** The child of a keeper creates a new session (no terminal, a process group of its
//!   own), sets the kernel's limits, asks to be killed with the keeper, and executes the program.
//!   Until then it shares the keeper's memory.
//! - **pidfd.** The keeper sleeps in `poll` until the program ends, a message arrives, dwindle is
//!   gone, the time limit is reached, or memory and processes have to be measured.
//! - **Process group.** When the job is over, its process group is killed by one system call, so
//!   that a fork bomb cannot refill it.
//! - **Subreaper.** A process that left the group (`setsid`, daemons) becomes a child of the keeper
//!   when its own parent ends. The keeper kills and reaps its children until it has none. Only then
//!   it reports the end of the job, so that the directory can be removed. It kills only its own
//!   children, whose ids cannot have been given to other processes. Where the system refuses a
//!   subreaper, the keeper searches for the trial's session and mark (see `orphans`), which is
//!   slower and misses a process that has neither.
//! - **End of file.** When dwindle ends, even by `kill -9`, the keeper's socket is closed. The
//!   keeper then kills its job and ends.
//! - **Mark.** If a keeper is killed, the kernel kills its program (parent death signal). Dwindle
//!   finds the other processes by the variable `DWINDLE_TRIAL` in their environment, whose value is
//!   different for each job.
//!
//! Processes that another program starts for a trial (a system daemon, a container engine) are not
//! killed, nor is a process that is stuck in the kernel. A keeper with such a process is given up
//! after a while; it tries to kill the process until it succeeds.

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
pub(super) use pool::KeeperPool;
pub use reaping::end_children;
pub use server::serve_if_asked;
pub(super) use server::this_program_serves;

/// The hidden first argument with which a program becomes a keeper.
pub const KEEPER_ARGUMENT: &str = "--be-the-keeper-of-trials";
