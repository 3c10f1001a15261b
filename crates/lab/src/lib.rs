//! The laboratory: experiments with reducers, and the figures that a referee would accept.
//!
//! Every figure is made from raw results by a program; nothing is typed by hand. The binary `lab`
//! is the way in.

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
