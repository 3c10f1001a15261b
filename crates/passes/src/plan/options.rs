//! What plans are made from.

use std::sync::Arc;

use dwindle_reduce::{Algorithm, Document, ListMethod, ListOptions, Pass, Plan};

use crate::entry::Entry;
use crate::options::{Granularity, PassOptions, Scope, Switch};
use crate::tree::source::{LanguageChoice, TreeSource};

/// What a plan is made from.
#[derive(Clone, Debug)]
pub struct PlanOptions {
    /// What the passes are made from; the last ones leave a 1-minimal result if its list method
    /// does.
    pub pass: PassOptions,
    /// The finest units of text plans; `None` is tokens for text and bytes for binary files.
    pub granularity: Option<Granularity>,
    /// Keeping values right that must agree with what is removed, in the plan `auto`.
    pub repair: Switch,
    /// Passes of the user's own, which plans name like those of the catalogue. One with the name of
    /// a pass or plan takes its place there.
    pub own: Vec<Pass>,
}

impl PlanOptions {
    /// Makes options that use one list method everywhere.
    pub fn new(method: ListMethod) -> PlanOptions {
        PlanOptions { pass: PassOptions::new(method), granularity: None, repair: Switch::On, own: Vec::new() }
    }

    /// Returns the same options for an input whose languages are to be detected.
    pub fn for_input(mut self, original: &Document) -> PlanOptions {
        self.pass.trees = Arc::new(TreeSource::new(LanguageChoice::Detect, original));
        self
    }

    /// Makes options that use the list algorithm that measured best.
    ///
    /// # Panics
    /// Never: the search is in the list of `reduce`.
    pub fn measured_best(options: &ListOptions) -> PlanOptions {
        let algorithm = Algorithm::named(BEST).expect("the default list algorithm is in the list");
        PlanOptions::new(ListMethod { algorithm, options: options.clone() })
    }

    /// Returns the pass of an entry for files in a scope.
    pub(crate) fn pass(&self, entry: &Entry, scope: Scope) -> Pass {
        entry.pass(&self.pass.clone().with_scope(scope))
    }

    /// Returns the plan that runs one pass once.
    pub(crate) fn step(&self, entry: &Entry, scope: Scope) -> Plan {
        Plan::pass(self.pass(entry, scope))
    }
}

/// The list algorithm of all passes. It needs no verification of its own: plans are fixpoints, and
/// in a run that accepts nothing a group-testing search asks about every unit alone.
const BEST: &str = "split-adaptive";
