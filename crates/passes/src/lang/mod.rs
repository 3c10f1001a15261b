//! Passes that know one format.

mod module;
mod numbered;
pub mod wasm;
