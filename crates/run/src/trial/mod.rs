//! Where trials take place: a fresh directory for each, in a space that belongs to the session.

mod bench;
mod directory;
mod extra;
mod removal;
mod space;
mod spaces;
mod sweep;

pub(crate) use bench::quoted;
pub use bench::{Bench, BenchOptions, CommandLine, Setting};
pub use directory::TrialDirectory;
pub use extra::{Extra, Means};
pub use spaces::{Place, Spaces};
