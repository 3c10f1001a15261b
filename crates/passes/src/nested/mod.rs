//! Passes over what lies within each other in any text, found without a grammar.

pub mod blocks;
pub mod brackets;
pub mod indents;
mod items;
mod pairs;
pub mod paragraphs;
pub mod sections;
