//! Which passes run in which order.

pub mod auto;
pub mod named;
pub mod options;
pub mod parse;
mod text;
mod together;
