//! Passes that know one format.

mod module;
pub mod wasm;
