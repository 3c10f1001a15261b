//! What goes along with some nodes, as a cut.

use dwindle_syntax::NodeId;
use dwindle_syntax::uses::{Along, Uses};

use crate::tree::cut::{Change, Cut};
use crate::tree::subject::Subject;

/// What goes along with a removal, in the order in which it is tried.
pub(super) const VARIANTS: [Option<Along>; 4] =
    [Some(Along::Dependents), Some(Along::Imports), Some(Along::Unused), None];

/// Returns a cut without some nodes and what goes along; `None` if something of that cannot go.
pub(super) fn without(
    subject: &Subject,
    uses: &Uses,
    cut: &Cut,
    nodes: &[NodeId],
    along: Option<Along>,
) -> Option<(Cut, Vec<Change>)> {
    let mut changes = removals(subject, cut, nodes)?;
    let bare = subject.apply(cut, changes.iter());
    if let Some(along) = along {
        let tree = subject.tree();
        let (before, gone): (Vec<_>, Vec<_>) =
            (cut.gone_bytes(tree).collect(), bare.gone_bytes(tree).collect());
        changes.extend(removals(subject, &bare, &uses.companion(&before, &gone, along))?);
    }
    let together = subject.apply(cut, changes.iter());
    Some((together, changes))
}

/// Returns the changes that delete those of some nodes that are still there; `None` if one cannot
/// go.
pub(super) fn removals(subject: &Subject, cut: &Cut, nodes: &[NodeId]) -> Option<Vec<Change>> {
    let there = nodes.iter().filter(|&&node| 0 < subject.n_alive(node, cut));
    there.map(|&node| subject.removal_or_unwrap(subject.topmost(node, cut), cut)).collect()
}
