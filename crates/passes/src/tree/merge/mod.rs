//! Replaces names by what they stand for, or by other names, together with their definitions.

mod changes;
mod pass;
#[cfg(test)]
mod tests;
mod wishes;

pub use self::pass::ENTRY;
