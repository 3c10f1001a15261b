//! Passes over binary files.

pub mod chunks;
pub mod gaps;
pub mod records;
pub mod wasm;
