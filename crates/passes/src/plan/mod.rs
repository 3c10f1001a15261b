//! Plans: which passes run in which order.

pub mod auto;
mod code;
mod easy;
pub mod named;
pub mod options;
pub mod parse;
#[cfg(test)]
mod tests;
mod text;
mod together;
mod tree;
mod words;
