//! The directories in which trials run: a fresh one for each, within one that belongs to the
//! session.

mod access;
mod common_files;
mod damage;
mod directory;
mod extra;
mod packed_extra;
mod removal;
mod reusable;
mod sweep;
mod temp_root;
mod temp_roots;
mod trial_host;
mod usage;

pub use access::{Access, Owner};
pub(crate) use damage::{Damage, DamageGuard};
pub use directory::TrialDirectory;
pub use extra::{Extra, ExtraKind};
pub use packed_extra::{PackedEntry, PackedExtra};
pub(crate) use removal::{Bounds, remove_at};
pub(crate) use sweep::is_temp_root;
pub use sweep::{Swept, sweep};
pub use temp_roots::{TempBase, TempRoots};
pub(crate) use trial_host::quoted;
pub use trial_host::{CommandLine, Setting, TrialHost, TrialHostOptions};
pub use usage::{Usage, Used};
