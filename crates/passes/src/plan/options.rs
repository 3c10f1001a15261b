//! The options of plans.

use std::sync::Arc;

use dwindle_reduce::{Algorithm, Document, ListMethod, ListOptions, Pass, Plan};

use crate::entry::Entry;
use crate::options::{Granularity, PassOptions, Scope, Switch};
use crate::tree::source::{LanguageChoice, TreeSource};

/// The options of a plan.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// The options of its passes. The result is 1-minimal if the list method guarantees that.
    pub pass: PassOptions,
    /// The finest units of text plans; `None` is tokens for text and bytes for binary files.
    pub granularity: Option<Granularity>,
    /// Whether the plan `auto` repairs values that must agree with what is removed.
    pub repair: Switch,
    /// Passes supplied by the user, which plans can name. Such a pass replaces the pass or plan of
    /// the same name.
    pub own: Vec<Pass>,
    /// How often the document was decoded.
    pub(crate) n_decoded: u32,
}

impl PlanOptions {
    /// Creates options with one list method for all passes.
    pub fn new(method: ListMethod) -> PlanOptions {
        PlanOptions {
            pass: PassOptions::new(method),
            granularity: None,
            repair: Switch::On,
            own: Vec::new(),
            n_decoded: 0,
        }
    }

    /// Returns the options with the languages of the input detected.
    pub fn for_input(mut self, original: &Document) -> PlanOptions {
        self.pass.trees = Arc::new(TreeSource::new(LanguageChoice::Detect, original));
        self
    }

    /// Creates options with the list algorithm that performed best in measurements.
    ///
    /// # Panics
    /// Never: the algorithm is in the list of `reduce`.
    pub fn measured_best(options: &ListOptions) -> PlanOptions {
        let algorithm = Algorithm::named(BEST).expect("the default list algorithm is in the list");
        PlanOptions::new(ListMethod { algorithm, options: options.clone() })
    }

    /// Returns the pass of an entry, restricted to a scope.
    pub(crate) fn pass(&self, entry: &Entry, scope: Scope) -> Pass {
        entry.pass(&self.pass.clone().with_scope(scope))
    }

    /// Returns the plan that runs one pass once.
    pub(crate) fn step(&self, entry: &Entry, scope: Scope) -> Plan {
        Plan::pass(self.pass(entry, scope))
    }
}

/// The list algorithm of all passes. It needs no verification of its own: plans are fixpoints, and
/// in a run that accepts nothing a group-testing search tries every unit alone.
const BEST: &str = "split-adaptive";
