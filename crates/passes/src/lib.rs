//! What dwindle can change in a document: one file per pass, and the catalogue that lists them.

pub mod catalogue;
pub mod options;
mod spans;
pub mod text;
pub mod tokens;

#[cfg(test)]
mod testing;

pub use catalogue::{CATALOGUE, Entry};
pub use options::{PassOptions, Scope};
