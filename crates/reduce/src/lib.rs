//! The pure core of dwindle: everything that decides, and nothing that touches the world.
//!
//! A reduction is a walk through a tree of yes/no answers. The list algorithms, the passes that
//! apply them and the plan that orders the passes are all [`Search`]es: state machines that propose
//! one candidate and learn one answer.
//!
//! # Minimizing a list
//!
//! [`minimize()`] finds a small part of a list that still has a property, and [`Minimizer`] does so
//! with any of the [`ALGORITHMS`]: ddmin, ProbDD, CDD, their weighted forms, and our own by group
//! testing.
//!
//! ```
//! use dwindle_reduce::minimize;
//!
//! let steps = ["open", "type", "undo", "save", "rename", "close"];
//! let crash = minimize(&steps, |kept| kept.contains(&"undo") && kept.contains(&"close"))?;
//!
//! assert_eq!(crash.kept, ["undo", "close"]);
//! assert!(crash.tests <= 12, "about log2 of the length for each item that is needed");
//! assert_eq!(dwindle_reduce::removable(&crash.kept, |kept| kept.len() == 2), None);
//! # Ok::<(), dwindle_reduce::NotInteresting>(())
//! ```
//!
//! # Minimizing documents
//!
//! A [`Pass`] proposes changes of a [`Document`], a [`Plan`] orders passes, and the [`Reducer`] is
//! asked for trials and told verdicts. How a trial is run is up to the caller.

pub mod candidate;
pub mod cost;
pub mod document;
pub mod event;
pub mod finding;
pub mod list;
mod minimize;
pub mod pass;
pub mod plan;
pub mod reducer;
pub mod repair;
pub mod search;
pub mod units;
pub mod verdict;

pub use candidate::{Candidate, Edit, Edits, Gate};
pub use cost::Cost;
pub use document::{ContentKey, Document, File, Mode};
pub use event::{Counts, Event, Source, Stamped, StopReason};
pub use finding::{Finding, FindingState};
pub use list::{
    ALGORITHMS, Algorithm, EmptyList, Guarantees, List, ListMethod, ListOptions, Order, OverList, Start,
    UnitSearch, Weights,
};
pub use minimize::{Ending, Minimized, Minimizer, NotInteresting, minimize, removable};
pub use pass::{CandidateSearch, Pass};
pub use plan::{NameHash, NameReader, Plan};
pub use reducer::{Ask, HintRequest, LookAhead, Reducer, ReducerOptions, Trial, TrialId};
pub use repair::{Accepted, Proposed, Repair};
pub use search::Search;
pub use units::Units;
pub use verdict::{Answer, Verdict};
