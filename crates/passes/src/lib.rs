//! What dwindle can change in a document: one file per pass, and the catalogue that lists them.

mod attempts;
pub mod auto;
mod by_size;
pub mod catalogue;
pub mod entry;
pub mod keep;
pub mod lang;
pub mod options;
mod patient;
pub mod plans;
pub mod singles;
mod spans;
pub mod text;
pub mod tokens;
pub mod tree;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod walk;

pub use auto::{Choice, choose};
pub use catalogue::CATALOGUE;
pub use entry::Entry;
pub use keep::{Keep, KeepError};
pub use options::{ChiselOptions, Granularity, PassOptions, Scope, Switch, SyntaxGating, TreeUnits};
pub use plans::{NamedPlan, PLANS, PlanError, PlanOptions, parse_plan};
pub use singles::single_removals;
pub use tree::{LanguageChoice, NodeRemoval, TreeSource, single_node_removals};
