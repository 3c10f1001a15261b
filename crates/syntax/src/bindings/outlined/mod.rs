//! Heuristic definitions and uses in outlines: texts of which only brackets and lines are known.
//!
//! What a line defines is guessed from words that mean the same in most languages (`function`,
//! `type`, `import`), and from the shape of declarations (`T a = b`, `a : T`). What is not within a
//! function is visible everywhere. As with other guesses, a wrong one costs a trial or misses a
//! definition.

mod collected;
mod heads;
mod lines;
mod members;
mod parameters;
mod visible;
mod words;

pub(super) use collected::{collected, names};
pub use lines::{is_code, is_like_code};

#[cfg(test)]
mod tests;
