//! Steps that replace a node by one of its descendants.

use dwindle_syntax::NodeId;
use dwindle_syntax::uses::Orphans;

use super::left::Left;
use crate::tree::hoisting::fitting;
use crate::tree::uses::step::{Step, Weighed};

/// How many descendants of a node are examined.
const MOST_LOOKED_AT: usize = 24;

/// Returns what may take the place of a node around it. It weighs what goes of the node, and what
/// only that uses. O(nodes · names), and for each node in which something went since the last time:
/// O(descendants looked at · depth).
pub(super) fn hoists(left: &Left<'_>, orphans: &Orphans) -> Vec<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let mut known = left.hoists.of_state(tree, cut.gone());
    let mut found: Vec<Weighed> = Vec::new();
    // A method of an instance means nothing outside of it.
    let is_instance = |node: NodeId| tree.kind_name(node) == "instance";
    for node in left.nodes().filter(|&node| !is_instance(node)) {
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
