//! Where trials take place: a fresh directory for each, in a space that belongs to the session.

mod access;
mod bench;
mod directory;
mod extra;
mod filling;
mod harm;
mod parcel;
mod removal;
mod space;
mod spaces;
mod sweep;
mod usage;

pub use access::{Access, Owner};
pub(crate) use bench::quoted;
pub use bench::{Bench, BenchOptions, CommandLine, Setting};
pub use directory::TrialDirectory;
pub use extra::{Extra, Means};
pub(crate) use harm::{Harm, Undisturbed};
pub use parcel::{Packed, Parcel};
pub(crate) use removal::{Bounds, remove_at};
pub use spaces::{Place, Spaces};
pub(crate) use sweep::is_space;
pub use sweep::{Swept, sweep};
pub use usage::{Usage, Used};
