//! Trials in this process and by workers: other processes, usually on other machines, each at the
//! other end of a pipe.

mod assignment;
mod bases;
mod connection;
mod dispatcher;
mod executor;
mod local_or_worker;
mod options;
mod trial;
mod worker_pool;

pub use assignment::Assignment;
pub use executor::Distributed;
pub use options::{AssignmentOptions, WorkerDescription, WorkerOptions, WorkerPoolError, WorkerPoolOptions};
pub use worker_pool::{LocalSeat, WorkerPool};
