//! Workers: the protocol over a pipe, and the process that runs trials at its far end.
//!
//! `docs/workers.md` describes the protocol. The other end is
//! [`WorkerPool`](crate::executor::WorkerPool).

mod building;
mod documents;
mod event;
pub(crate) mod frame;
mod greeting;
mod message;
mod serve;
mod task;
mod task_trials;

pub(crate) use greeting::Greeting;
pub use greeting::PROTOCOL;
pub(crate) use message::{Base, Order, PackedFile, Patch, Reply, Request};
pub use serve::{ServeError, ServeOptions, serve};
pub use task::{Task, TaskOptions};
