//! One run of a reduction: its budget, its journal, its events and its result on disk.

mod accepted_hash;
mod begin;
mod confirming;
mod ended;
mod observer;
mod pending_hints;
mod repeats;
mod running;
mod saver;
mod signals;
mod start;
mod wait;

pub use accepted_hash::AcceptedHash;
pub use ended::{Ended, Failure, Labels, Reliability, Status, Summary};
pub use observer::{Notice, Observer};
pub use signals::Signals;
pub use start::{Session, SessionOptions};
