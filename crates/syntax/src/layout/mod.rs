//! Lines and indentation that follow from the syntax of a text.

mod lines;
mod nested;
mod versions;
mod whitespace;

pub use versions::versions;
