//! What goes along with some nodes, as a cut.

use dwindle_syntax::languages::Unused;
use dwindle_syntax::uses::{Along, Uses};
use dwindle_syntax::{NodeId, Tree};

use crate::options::Names;
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
    if let Some(along) = along {
        let bare = subject.apply(cut, changes.iter());
        changes.extend(companions(subject, uses, (cut, &bare), along)?);
    }
    let together = subject.apply(cut, changes.iter());
    Some((together, changes))
}

/// Returns what goes along when a cut becomes another one: what the use graph says, and names that
/// nothing uses any more; `None` if something of that cannot go.
pub(super) fn companions(
    subject: &Subject,
    uses: &Uses,
    (before, now): (&Cut, &Cut),
    along: Along,
) -> Option<Vec<Change>> {
    let gone = |cut: &Cut| -> Vec<_> { cut.gone_bytes(subject.tree()).collect() };
    let was_gone = gone(before);
    let mut changes = removals(subject, now, &uses.companion(&was_gone, &gone(now), along))?;
    if let Some(unused) = subject.file.language.unused.filter(|_| subject.names == Names::Short) {
        let together = subject.apply(now, changes.iter());
        let spare = uses.spare(&was_gone, &gone(&together));
        changes.extend(spare.words.into_iter().map(Change::Delete));
        changes.extend(spare.names.into_iter().filter_map(|name| without_name(subject.tree(), name, unused)));
    }
    Some(changes)
}

/// Returns the change that tells that nothing uses a name.
fn without_name(tree: &Tree, name: NodeId, unused: Unused) -> Option<Change> {
    const LEVELS: usize = 4;
    let is_parameter = |node: NodeId| tree.kind_name(node).contains("parameter");
    match unused {
        Unused::Wildcard => Some(Change::Replace(name, b"_"[..].into())),
        Unused::Underscore => Some(Change::Replace(name, [b"_", tree.text_of(name)].concat().into())),
        // Only a parameter says enough by its type.
        Unused::Nothing => {
            tree.ancestors(name).take(LEVELS).any(is_parameter).then_some(Change::Delete(name))
        }
    }
}

/// Returns the changes that delete those of some nodes that are still there; `None` if one cannot
/// go.
pub(super) fn removals(subject: &Subject, cut: &Cut, nodes: &[NodeId]) -> Option<Vec<Change>> {
    let there = nodes.iter().filter(|&&node| 0 < subject.n_alive(node, cut));
    there.map(|&node| subject.removal_or_unwrap(subject.topmost(node, cut), cut)).collect()
}
