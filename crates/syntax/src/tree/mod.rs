//! Owned, compact syntax trees.

mod arena;
mod builder;
mod kinds;
mod layout;
mod navigate;
mod node;
mod spacing;
mod splice;
mod token_edit;
mod tokens;

pub use arena::Tree;
pub use builder::{Open, TreeBuilder};
pub use kinds::{FieldId, KindId, Kinds, Naming};
pub use navigate::Children;
pub use node::{Flags, NodeId};
pub use spacing::Spacing;
pub use token_edit::{Splice, TokenEdit};
pub(crate) use tokens::is_space;
