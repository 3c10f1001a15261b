//! The pure core of dwindle: everything that decides, and nothing that touches the world.
//!
//! A reduction is a walk through a tree of yes/no answers. The list algorithms, the passes that apply them and
//! the plan that orders the passes are all [`Search`]es: state machines that propose one candidate and learn one
//! answer.

pub mod candidate;
pub mod cost;
pub mod document;
pub mod event;
pub mod gate;
pub mod list;
pub mod pass;
pub mod plan;
pub mod reducer;
pub mod search;
pub mod units;
pub mod verdict;

pub use candidate::{Candidate, Edit, Edits};
pub use cost::Cost;
pub use document::{ContentKey, Document, File, Mode};
pub use event::{Counts, Event, Source, StopReason};
pub use gate::Gate;
pub use list::{
    ALGORITHMS, Algorithm, EmptyList, Evidence, List, ListMethod, ListOptions, Order, OverList, UnitSearch,
    Weights,
};
pub use pass::{CandidateSearch, Pass};
pub use plan::Plan;
pub use reducer::{Ask, LookAhead, Reducer, ReducerOptions, Trial, TrialId};
pub use search::Search;
pub use units::Units;
pub use verdict::Verdict;
