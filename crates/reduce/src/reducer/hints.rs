//! The hints that programs outside proposed, by document.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::HintRequest;
use crate::candidate::Edits;
use crate::document::ContentKey;
use crate::plan::PlanSearch;

/// The hints that are known and the requests under way, by who was asked and about which document.
#[derive(Default)]
pub(super) struct Hints {
    known: HashMap<(Arc<str>, ContentKey), Arc<[Edits]>>,
    asked: HashSet<(Arc<str>, ContentKey)>,
}

impl Hints {
    pub(super) fn take(&mut self, source: &str, key: ContentKey, hints: Vec<Edits>) {
        self.known.entry((source.into(), key)).or_insert_with(|| hints.into());
    }

    /// Returns the hints that a plan waits for, if they are known.
    pub(super) fn of(&self, plan: &PlanSearch) -> Option<Arc<[Edits]>> {
        self.known.get(&key(plan)?).cloned()
    }

    /// Returns the request that a plan waits for, once.
    pub(super) fn request(&mut self, plan: &PlanSearch) -> Option<HintRequest> {
        let key = key(plan)?;
        let source = key.0.clone();
        self.asked.insert(key).then(|| HintRequest { source, document: plan.best().clone() })
    }
}

fn key(plan: &PlanSearch) -> Option<(Arc<str>, ContentKey)> {
    Some((plan.asks()?.clone(), plan.best().key()))
}
