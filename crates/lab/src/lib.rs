//! The laboratory: reproducible experiments with reducers, their statistics, tables and figures.
//!
//! Every figure is computed from raw results; nothing is typed by hand. The entry point is the
//! binary `lab`.

pub mod compare;
pub mod experiment;
pub mod oracles;
pub mod page;
pub mod papers;
pub mod plot;
pub mod simulation;
pub mod statistics;
pub mod tables;
pub mod watch;
