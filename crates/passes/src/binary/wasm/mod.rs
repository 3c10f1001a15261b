//! Passes over WebAssembly modules.

mod module;
mod numbered;
pub mod parts;
