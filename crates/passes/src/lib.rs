//! What dwindle can change in a document: one file per pass, and the catalogue that lists them.
//!
//! [`parse_plan`] makes a [`Plan`](dwindle_reduce::Plan) of names of [`PLANS`] and [`CATALOGUE`],
//! [`choose`] the one that suits a document. A [`Reducer`](dwindle_reduce::Reducer) follows it:
//!
//! ```
//! use dwindle_passes::{PlanOptions, parse_plan};
//! use dwindle_reduce::{Ask, Document, ListOptions, Reducer, ReducerOptions, Verdict};
//!
//! let document = Document::single("input.txt", "open file\ntype one two\nsave file\n");
//! let options = PlanOptions::measured_best(&ListOptions::default()).for_input(&document);
//! let plan = parse_plan("lines,words", &options)?;
//! let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
//! while let Ask::Run(trial) = reducer.ask() {
//!     let text = trial.candidate.render().files()[0].bytes();
//!     let is_interesting = text.windows(3).any(|word| word == b"two");
//!     reducer.tell(trial.id, if is_interesting { Verdict::Interesting } else { Verdict::Boring });
//! }
//! assert_eq!(reducer.best().files()[0].bytes().trim_ascii(), b"two");
//! # Ok::<(), dwindle_passes::PlanError>(())
//! ```

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
pub use tree::expected::Expected;
pub use tree::{LanguageChoice, NodeRemoval, TreeSource, single_node_removals};
pub use valid::{ValidError, ValidGate};
