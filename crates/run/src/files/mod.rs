//! The user's files: what is loaded from them, and where the result goes.

mod error;
mod input;
mod modes;
mod names;
mod output;
mod ownership;
mod place;
mod put;
mod save;
mod scratch;
mod side_file;
mod tree;
mod walk;

#[cfg(test)]
mod tests;

pub use error::FilesError;
pub(crate) use error::is_disk_full;
pub use input::{Input, Shape};
pub use modes::Modes;
pub(crate) use names::shortened;
pub use names::{SESSIONS, backup_path};
pub use output::{Existing, Output};
#[cfg(feature = "grammars")]
pub(crate) use ownership::check_ours;
pub(crate) use ownership::{open_ours, why_not_ours};
pub use place::Target;
pub use side_file::{Protected, SideFile};
pub use walk::{Skipped, WhySkipped};
