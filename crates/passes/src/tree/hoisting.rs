//! Finds the descendants that can replace a node.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use dwindle_syntax::NodeId;

use super::subject::Subject;
use super::token_edits::{Change, TokenEdits};

/// How many descendants of a node are examined.
const MOST_LOOKED_AT: usize = 200;
/// How many of them are proposed.
const MOST_PROPOSED: usize = 16;

/// The order in which replacements are proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Preference {
    /// The smallest replacement first, as in Perses.
    Smallest,
    /// The largest replacement first: where little can be removed, it is the likeliest.
    Largest,
}

/// Returns the changes that replace a node by a smaller part of it: by a descendant of a kind that
/// the grammar allows there (of the same kind, if the grammar is not known), or, if the node is a
/// list element, by the elements of a list within it (`{ a; { b; c; } }` becomes `{ a; b; c; }`).
///
/// Examines a bounded number of descendants, breadth first.
pub(crate) fn replacements(
    subject: &Subject,
    node: NodeId,
    edits: &TokenEdits,
    preference: Preference,
) -> Vec<Change> {
    let all = subject.n_alive(node, edits);
    let chain = subject.chain(node, edits);
    let shells = shells(subject, node, edits);
    let steps =
        std::iter::successors(Some(shells.len()), |&left| Some(left / 2)).take_while(|&left| 4 < left);
    let mut leading: Vec<Change> = Vec::new();
    for left in steps {
        let core = shells[left - 1];
        if subject.any_fits(&chain, &subject.chain(core, edits)) {
            leading.push(Change::Hoist { node, keep: subject.tree().token_range(core) });
        }
    }
    let mut found = fitting(subject, node, edits, MOST_LOOKED_AT);
    match preference {
        Preference::Smallest => found.sort_by_key(|(kept, keep)| (*kept, keep.start)),
        Preference::Largest => found.sort_by_key(|(kept, keep)| (all - *kept, keep.start)),
    }
    found.truncate(MOST_PROPOSED);
    leading.extend(found.into_iter().map(|(_, keep)| Change::Hoist { node, keep }));
    leading
}

/// Returns the ranges of tokens within a node that may replace it, each with its number of live
/// tokens, which is smaller than the node's. Examines a bounded number of descendants, breadth
/// first.
pub(crate) fn fitting(
    subject: &Subject,
    node: NodeId,
    edits: &TokenEdits,
    most_looked_at: usize,
) -> Vec<(u32, Range<u32>)> {
    let all = subject.n_alive(node, edits);
    let chain = subject.chain(node, edits);
    let mut found: Vec<(u32, Range<u32>)> = Vec::new();
    let mut seen: HashSet<Range<u32>> = HashSet::new();
    let mut propose = |keep: Range<u32>| {
        let kept = edits.n_alive(keep.clone());
        if 0 < kept && kept < all && seen.insert(keep.clone()) {
            found.push((kept, keep));
        }
    };
    if let Some(inner) = subject.inner_list(&chain, &chain, edits) {
        propose(inner);
    }
    let mut queue: VecDeque<NodeId> = subject.parts(node, edits).into();
    let mut n_looked_at = 0;
    while let Some(below) = queue.pop_front() {
        n_looked_at += 1;
        if most_looked_at < n_looked_at {
            break;
        }
        let members = subject.chain(below, edits);
        if subject.any_fits(&chain, &members) {
            propose(subject.tree().token_range(below));
        }
        if let Some(inner) = subject.inner_list(&chain, &members, edits) {
            propose(inner);
        }
        queue.extend(subject.parts(below, edits));
    }
    found
}

/// Returns the contents of nested nodes that each contain nearly all tokens of the outer one, from
/// the outside in.
fn shells(subject: &Subject, node: NodeId, edits: &TokenEdits) -> Vec<NodeId> {
    let core = |&node: &NodeId| subject.core(node, &subject.parts(node, edits), edits);
    std::iter::successors(core(&node), core).collect()
}

impl Subject {
    /// Returns a node and its chain of single children with the same live tokens.
    pub(crate) fn chain(&self, node: NodeId, edits: &TokenEdits) -> Vec<NodeId> {
        let n_alive = self.n_alive(node, edits);
        let below = |&above: &NodeId| {
            self.tree().children(above).find(|&child| self.n_alive(child, edits) == n_alive)
        };
        std::iter::successors(Some(node), below).collect()
    }

    /// Whether `member` may replace `place`.
    pub(crate) fn fits(&self, place: NodeId, member: NodeId) -> bool {
        let kind = self.tree().kind(member);
        match &self.file.facts {
            Some(facts) => facts.may_replace(self.tree(), place, kind),
            None => self.tree().is_named(member) && self.tree().kind(place) == kind,
        }
    }

    /// Whether one of `members` may replace one of `places`.
    pub(crate) fn any_fits(&self, places: &[NodeId], members: &[NodeId]) -> bool {
        places.iter().any(|&place| members.iter().any(|&member| self.fits(place, member)))
    }

    /// Returns the tokens of the list in a node, from its first to its last element, if each
    /// element may replace a list element at the node's place. Nodes that the rule splits further,
    /// such as several simple statements on a line, need not be elements themselves.
    fn inner_list(&self, chain: &[NodeId], members: &[NodeId], edits: &TokenEdits) -> Option<Range<u32>> {
        let tree = self.tree();
        let place = *chain.iter().find(|&&place| self.is_element(place))?;
        let holder = *members.last()?;
        let children = || {
            tree.children(holder).filter(|&child| {
                tree.is_named(child) && !tree.is_extra(child) && 0 < self.n_alive(child, edits)
            })
        };
        children().find(|&child| self.is_element(child))?;
        let first = children().find(|&child| self.fits(place, child))?;
        let last = children().filter(|&child| self.fits(place, child)).last()?;
        let all_fit = children()
            .skip_while(|&child| child != first)
            .take_while(|&child| child <= last)
            .all(|child| self.fits(place, child));
        let (start, end) = (tree.token_range(first).start, tree.token_range(last).end);
        (first != last && all_fit).then_some(start..end)
    }

    fn is_element(&self, node: NodeId) -> bool {
        self.file.facts.as_ref().is_some_and(|facts| facts.is_element(self.tree(), node))
    }
}
