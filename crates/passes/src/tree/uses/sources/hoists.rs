//! Steps that replace a node by one of its descendants.

use std::ops::Range;

use dwindle_syntax::NodeId;
use dwindle_syntax::uses::Orphans;

use super::kind::kind_has;
use super::known_hoists::{Fit, Fitting};
use super::left::Left;
use super::stated::Stated;
use crate::tree::hoisting::fitting;
use crate::tree::uses::sort::Sort;
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
        let fitting = known.by_node.entry(node).or_insert_with(|| fits(left, node));
        for Fit { n_kept, keep, sort, is_odd } in fitting.iter() {
            let weight = n_alive - n_kept + orphans.weight(&all, keep);
            let step = Step::Hoist { node, keep: (keep.start, keep.end) };
            found.push(Weighed { sort: Some(*sort), is_odd: *is_odd, ..Weighed::new(step, weight) });
        }
    }
    found
}

/// Returns what may take the place of a node. O(descendants looked at · depth).
fn fits(left: &Left<'_>, node: NodeId) -> Fitting {
    let Left { subject, cut, seen, .. } = left;
    let tree = subject.tree();
    let places = subject.chain(node, cut);
    let stated = left.stated.of_chain(tree, &places);
    let fit = |(n_kept, keep): (u32, Range<u32>)| {
        // The outermost node of these tokens.
        let within = |&above: &NodeId| {
            let holds = |&child: &NodeId| {
                let tokens = tree.token_range(child);
                tokens.start <= keep.start && keep.end <= tokens.end
            };
            tree.children(above).find(holds)
        };
        let mut inward = std::iter::successors(Some(node), within);
        let kept = inward.find(|&inner| inner != node && tree.token_range(inner) == keep);
        let members = kept.map(|kept| subject.chain(kept, cut)).unwrap_or_default();
        // A name that is introduced there is nothing outside.
        let is_introduced = members.iter().any(|&member| left.uses.introduces(member));
        let is_new = || kept.is_some() && !seen.has(tree, &places, &members);
        let is_call = || members.iter().any(|&member| kind_has(tree, member, &["call"]));
        let clashes = |stated: Stated| match left.stated.of_chain(tree, &members) {
            Some(kept) => stated.clashes(kept),
            None => stated == Stated::Several && !is_call(),
        };
        if stated.is_some_and(clashes) {
            return None;
        }
        let is_odd = is_introduced
            || is_new()
            || seen.changes_call(tree, node, &keep)
            || seen.loses_member(tree, node, &keep)
            || seen.loses_sight(tree, node, &keep);
        let sort = Sort::Hoist(tree.kind(node), kept.map(|kept| tree.kind(kept)));
        Some(Fit { sort, keep, n_kept, is_odd })
    };
    let all = fitting(subject, node, cut, MOST_LOOKED_AT).into_iter();
    all.filter(|(_, keep)| !seen.loses_object(tree, node, keep)).filter_map(fit).collect()
}
