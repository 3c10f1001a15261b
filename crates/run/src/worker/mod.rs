//! Trials in another process, over a pipe: the protocol, and the end of it that runs trials.
//!
//! `docs/workers.md` describes the protocol. The other end is [`Crew`](crate::executor::Crew).

mod building;
mod desk;
mod documents;
pub(crate) mod frame;
mod greeting;
mod happening;
mod message;
mod serve;
mod task;

pub(crate) use greeting::Greeting;
pub use greeting::PROTOCOL;
pub(crate) use message::{Base, FileParcel, Order, Patch, Reply, Request};
pub use serve::{ServeError, ServeOptions, serve};
pub use task::{Task, TaskOptions};
