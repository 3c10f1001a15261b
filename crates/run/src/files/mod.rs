//! The user's files: reading the input, and writing the result.

mod error;
mod input;
mod modes;
mod names;
mod output;
mod ownership;
mod put;
mod save;
mod scratch;
mod side_file;
mod target;
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
pub use side_file::{Protected, SideFile};
pub use target::Target;
pub use walk::{Skipped, WhySkipped};
