//! Steps that replace a node by one of its descendants.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use dwindle_reduce::Units;
use dwindle_syntax::uses::Orphans;
use dwindle_syntax::{NodeId, Tree};

use super::left::Left;
use crate::tree::hoisting::fitting;
use crate::tree::uses::step::{Step, Weighed};

/// How many descendants of a node are examined.
const MOST_LOOKED_AT: usize = 24;

/// What may take the place of each node of one tree, as long as nothing within the node changes.
/// Forks share it: it holds nothing but what any of them would find out anew.
#[derive(Clone, Default)]
pub(in crate::tree::uses) struct Hoists {
    known: Arc<Mutex<Known>>,
}

#[derive(Default)]
struct Known {
    /// The tokens that were gone.
    gone: Units,
    by_node: HashMap<NodeId, Fitting>,
}

/// Tokens that may stay of a node, each with how many of them are left.
type Fitting = Arc<[(u32, Range<u32>)]>;

/// Returns what may take the place of a node around it. It weighs what goes of the node, and what
/// only that uses. O(nodes · names), and for each node in which something went since the last time:
/// O(descendants looked at · depth).
pub(super) fn hoists(left: &Left<'_>, orphans: &Orphans) -> Vec<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let mut known = left.hoists.known.lock().unwrap_or_else(PoisonError::into_inner);
    known.forget_changed(tree, cut.gone());
    let mut found: Vec<Weighed> = Vec::new();
    for node in left.nodes() {
        let (all, n_alive) = (tree.token_range(node), subject.n_alive(node, cut));
        let fitting =
            known.by_node.entry(node).or_insert_with(|| fitting(subject, node, cut, MOST_LOOKED_AT).into());
        for (n_kept, keep) in fitting.iter() {
            let weight = n_alive - n_kept + orphans.weight(&all, keep);
            found.push(Weighed::new(Step::Hoist { node, keep: (keep.start, keep.end) }, weight));
        }
    }
    found
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
