//! One run of a reduction: its budget, its journal, its events and its result on disk.

mod accepted_hash;
mod asking;
mod begin;
mod doubting;
mod ended;
mod observer;
mod patience;
mod running;
mod saver;
mod signals;
mod start;
mod watch;

pub use accepted_hash::AcceptedHash;
pub use ended::{Ended, Failure, Labels, Reliability, Status, Summary};
pub use observer::{Notice, Observer};
pub use signals::Signals;
pub use start::{Session, SessionOptions};
