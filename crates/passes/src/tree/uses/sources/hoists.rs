//! Steps that replace a node by one of its descendants.

use dwindle_syntax::uses::Orphans;

use super::left::Left;
use crate::tree::hoisting::fitting;
use crate::tree::uses::step::{Step, Weighed};

/// How many descendants of a node are examined.
const MOST_LOOKED_AT: usize = 24;

/// Returns what may take the place of a node around it. It weighs what goes of the node, and what
/// only that uses. O(nodes · descendants looked at · (depth + names)).
pub(super) fn hoists(left: &Left<'_>, orphans: &Orphans) -> Vec<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let mut found: Vec<Weighed> = Vec::new();
    for node in left.nodes() {
        let (all, n_alive) = (tree.token_range(node), subject.n_alive(node, cut));
        for (n_kept, keep) in fitting(subject, node, cut, MOST_LOOKED_AT) {
            let weight = n_alive - n_kept + orphans.weight(&all, &keep);
            found.push(Weighed::new(Step::Hoist { node, keep: (keep.start, keep.end) }, weight));
        }
    }
    found
}
