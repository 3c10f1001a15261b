//! The repository as files: what its own tests look at.

mod circles;
mod files;
mod imports;
mod modules;
mod source;

pub use circles::circles;
pub use files::{check, files, root};
pub use imports::imports;
