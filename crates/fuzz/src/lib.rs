//! Fuzz targets: code that reads bytes from outside is checked against what it promises.
//!
//! A target takes any bytes and panics when a promise is broken. The tests of this crate replay the
//! corpus and mutations of it; `.ci/fuzz` looks for new inputs with libFuzzer, which follows
//! coverage.

pub mod targets;

pub use targets::{TARGETS, Target};
