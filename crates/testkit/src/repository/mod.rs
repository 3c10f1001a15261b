//! The files of the repository, for tests about them.

mod circles;
mod files;
mod imports;
mod modules;
mod source;

pub use circles::circles;
pub use files::{check, files, root};
pub use imports::imports;
