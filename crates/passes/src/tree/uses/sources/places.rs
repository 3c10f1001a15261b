//! Steps that replace one expression by a plain value.

use dwindle_syntax::uses::Orphans;

use super::left::Left;
use super::plain::Plain;
use crate::tree::uses::step::{Step, Weighed};

/// Returns the nodes that a value may replace. The weight is that of the removed part of the node,
/// and of everything that only this part uses. O(nodes · (values · depth + names)).
pub(super) fn places(left: &Left<'_>, plain: &Plain, orphans: &Orphans) -> Vec<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let mut found: Vec<Weighed> = Vec::new();
    for node in left.nodes() {
        let n_alive = subject.n_alive(node, cut);
        if n_alive < 2 {
            continue;
        }
        let chain = subject.chain(node, cut);
        let weight = n_alive - 1 + orphans.weight(&tree.token_range(node), &(0..0));
        for (index, value) in plain.values().iter().enumerate() {
            if let Some(&place) = chain.iter().find(|&&place| value.fits(subject, place)) {
                let puts = vec![(place, value.text.clone())];
                let step = Step::Put { puts, gone: Vec::new(), moves: false };
                found.push(Weighed { value: Some(index), ..Weighed::new(step, weight) });
            }
        }
    }
    found
}
