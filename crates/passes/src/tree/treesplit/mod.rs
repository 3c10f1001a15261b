//! Group testing over a whole tree: the tree model that the ProbDD paper leaves to future work.

mod estimate;
mod group_testing;
mod pass;
mod stack;
mod stage;
mod suspects;

pub use self::pass::{COARSE, ENTRY};
