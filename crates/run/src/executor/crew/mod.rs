//! Trials here and on other machines, by workers at the other ends of pipes.

mod assignment;
mod channel;
mod distributed;
mod link;
mod options;
mod pool;
mod pooled;
mod start;
mod trial;

pub use assignment::Assignment;
pub use distributed::Distributed;
pub use options::{AssignmentOptions, CrewError, CrewOptions, Described, WorkerOptions};
pub use start::{Crew, LocalSeat};
