//! The user's files: what is loaded from them, and where the result goes.

mod error;
mod input;
mod output;
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
pub use output::{Existing, Output};
pub use place::{Target, backup_path};
pub use side_file::{Protected, SideFile};
pub use walk::{Skipped, WhySkipped};
