//! Owned, compact syntax trees.

mod arena;
mod builder;
mod cut;
mod kinds;
mod layout;
mod navigate;
mod node;
mod spacing;
mod splice;
mod tokens;

pub use arena::Tree;
pub use builder::{Open, TreeBuilder};
pub use cut::{Cut, Splice};
pub use kinds::{FieldId, KindId, Kinds, Naming};
pub use navigate::Children;
pub use node::{Flags, NodeId};
pub use spacing::Spacing;
pub(crate) use tokens::is_space;
