//! Replaces names by what they refer to, or by other names, and removes their definitions.

mod changes;
mod pass;
#[cfg(test)]
mod tests;
mod wishes;

pub use self::pass::ENTRY;
