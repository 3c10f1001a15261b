//! What goes along with some nodes, as a cut.

use dwindle_syntax::languages::Unused;
use dwindle_syntax::uses::{Along, Uses};
use dwindle_syntax::{NodeId, Tree};

use super::step::{Step, removals};
use crate::options::Names;
use crate::tree::cut::{Change, Cut};
use crate::tree::subject::Subject;

/// What goes along with a removal, in the order in which it is tried.
pub(super) const VARIANTS: [Option<Along>; 4] =
    [Some(Along::Dependents), Some(Along::Imports), Some(Along::Unused), None];

/// What some steps make of a cut.
pub(super) struct After {
    pub(super) cut: Cut,
    pub(super) changes: Vec<Change>,
    /// How many of the changes no step asks for.
    pub(super) n_along: usize,
}

/// Returns a cut after some steps, with what goes along; `None` if something of that cannot go.
pub(super) fn after(
    subject: &Subject,
    uses: &Uses,
    cut: &Cut,
    steps: &[Step],
    along: Option<Along>,
) -> Option<After> {
    let changes: Option<Vec<Vec<Change>>> = steps.iter().map(|step| step.changes(subject, cut)).collect();
    let mut changes = changes?.concat();
    let n_asked = changes.len();
    if let Some(along) = along {
        let bare = subject.apply(cut, changes.iter());
        changes.extend(companions(subject, uses, (cut, &bare), along)?);
    }
    let n_along = changes.len() - n_asked;
    Some(After { cut: subject.apply(cut, changes.iter()), changes, n_along })
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
