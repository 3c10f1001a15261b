//! What dwindle can change in a document: one file per pass, and the catalogue that lists them.

pub mod agree;
pub mod binary;
mod bits;
pub mod catalogue;
pub mod entry;
pub mod flat;
pub mod hinted;
pub mod keep;
pub mod nested;
pub mod options;
pub mod plan;
mod policy;
pub mod singles;
mod stage;
pub mod tree;
pub mod valid;

#[cfg(test)]
mod testing;
#[cfg(test)]
mod walk;

pub use catalogue::CATALOGUE;
pub use entry::Entry;
pub use keep::{KeepError, KeepGate};
pub use options::{ChiselOptions, Granularity, Names, PassOptions, Scope, Switch, SyntaxGating, TreeUnits};
pub use plan::auto::{Choice, choose};
pub use plan::named::{NamedPlan, PLANS};
pub use plan::options::PlanOptions;
pub use plan::parse::{PlanError, parse_plan};
pub use singles::single_removals;
pub use tree::{LanguageChoice, NodeRemoval, TreeSource, single_node_removals};
pub use valid::{ValidError, ValidGate};
