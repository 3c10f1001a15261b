//! Group testing over a whole tree: the tree model that the ProbDD paper leaves to future work.

mod estimate;
mod group_testing;
mod pass;
mod stack;
mod suspects;
mod sweep_kind;

pub use self::pass::{COARSE, ENTRY};
