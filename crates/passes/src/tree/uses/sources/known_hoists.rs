//! What was found out of hoists in earlier steps.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use dwindle_reduce::Units;
use dwindle_syntax::{NodeId, Tree};

use crate::tree::uses::sort::Sort;

/// What may take the place of each node of one tree, as long as nothing within the node changes.
/// Forks share it: it holds nothing but what any of them would find out anew.
#[derive(Clone, Default)]
pub(in crate::tree::uses) struct Hoists {
    known: Arc<Mutex<Known>>,
}

#[derive(Default)]
pub(super) struct Known {
    /// The tokens that were gone.
    gone: Units,
    pub(super) by_node: HashMap<NodeId, Fitting>,
}

/// Tokens that may stay of a node.
pub(super) type Fitting = Arc<[Fit]>;

/// Some tokens that may stay of a node.
pub(super) struct Fit {
    pub(super) keep: Range<u32>,
    /// How many of them are left.
    pub(super) n_kept: u32,
    pub(super) sort: Sort,
    /// Whether nothing like that stands at such a place.
    pub(super) is_odd: bool,
}

impl Hoists {
    /// Returns what is known when these tokens are gone.
    pub(super) fn of_state(&self, tree: &Tree, gone: &Units) -> MutexGuard<'_, Known> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.forget_changed(tree, gone);
        known
    }
}

impl Known {
    /// Forgets the nodes in which anything is gone that was not, or the other way round.
    fn forget_changed(&mut self, tree: &Tree, gone: &Units) {
        let changed = gone.difference(&self.gone).union(&self.gone.difference(gone));
        if changed.is_empty() {
            return;
        }
        self.by_node.retain(|&node, _| {
            let all = tree.token_range(node);
            let next = changed.runs().partition_point(|run| run.end <= all.start);
            changed.runs().get(next).is_none_or(|run| all.end <= run.start)
        });
        self.gone = gone.clone();
    }
}
