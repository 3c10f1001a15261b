//! Steps together with everything that depends on them, as a cut.

use dwindle_syntax::languages::Unused;
use dwindle_syntax::uses::{CompanionKind, Uses};
use dwindle_syntax::{NodeId, Tree};

use super::step::{Step, removals};
use crate::options::Names;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};

/// What is removed together with a step, in the order in which it is tried.
pub(super) const VARIANTS: [Option<CompanionKind>; 5] = [
    Some(CompanionKind::Readers),
    Some(CompanionKind::Dependents),
    Some(CompanionKind::Imports),
    Some(CompanionKind::Unused),
    None,
];

/// A type that takes the place of a type parameter that has gone.
const UNIT: &[u8] = b"()";
/// The same in the place of `T` in `T::new()`.
const UNIT_IN_PATH: &[u8] = b"<()>";
/// The name of a lifetime that takes the place of one that has gone.
const LIFETIME: &[u8] = b"static";

/// The result of applying steps to a cut.
pub(super) struct After {
    pub(super) cut: TokenEdits,
    pub(super) changes: Vec<Change>,
}

/// Returns the cut after some steps and their dependents; `None` if a part of it cannot be removed.
pub(super) fn after(
    subject: &Subject,
    uses: &Uses,
    cut: &TokenEdits,
    steps: &[Step],
    along: Option<CompanionKind>,
) -> Option<After> {
    let changes: Option<Vec<Vec<Change>>> = steps.iter().map(|step| step.changes(subject, cut)).collect();
    let mut changes = changes?.concat();
    if let Some(along) = along {
        let bare = subject.apply(cut, changes.iter());
        changes.extend(companions(subject, uses, (cut, &bare), along)?);
    }
    Some(After { cut: subject.apply(cut, changes.iter()), changes })
}

/// Returns the changes that accompany a change of the cut: the dependents in the use graph, and
/// markers for names that have become unused; `None` if a part of them cannot be removed.
pub(in crate::tree) fn companions(
    subject: &Subject,
    uses: &Uses,
    (before, now): (&TokenEdits, &TokenEdits),
    along: CompanionKind,
) -> Option<Vec<Change>> {
    let gone = |cut: &TokenEdits| -> Vec<_> { cut.gone_bytes(subject.tree()).collect() };
    let mut changes = removals(subject, now, &uses.companion(&gone(before), &gone(now), along))?;
    let together = subject.apply(now, changes.iter());
    changes.extend(loose_ends(subject, uses, (before, &together)));
    Some(changes)
}

/// Returns the changes that follow from a change of the cut within what stays: type parameters that
/// nothing uses any more, and markers for other names that have become unused.
pub(super) fn loose_ends(
    subject: &Subject,
    uses: &Uses,
    (before, now): (&TokenEdits, &TokenEdits),
) -> Vec<Change> {
    let gone = |cut: &TokenEdits| -> Vec<_> { cut.gone_bytes(subject.tree()).collect() };
    let was_gone = gone(before);
    let mut together = now.clone();
    let mut changes: Vec<Change> = Vec::new();
    let idle = uses.idle_type_parameters(&was_gone, &gone(&together));
    if let Some(removals) = removals(subject, &together, &idle.gone) {
        changes.extend(removals);
        let tree = subject.tree();
        let is_lifetime =
            |node: NodeId| tree.parent(node).is_some_and(|above| tree.kind_name(above) == "lifetime");
        let instead = |node: NodeId| match tree.field_name(node) {
            _ if is_lifetime(node) => LIFETIME,
            Some("path") => UNIT_IN_PATH,
            _ => UNIT,
        };
        changes.extend(idle.uses.into_iter().map(|node| Change::Replace(node, instead(node).into())));
        if !idle.gone.is_empty() {
            together = subject.apply(now, changes.iter());
        }
    }
    if let Some(unused) = subject.file.language.unused.filter(|_| subject.names == Names::Short) {
        let spare = uses.spare(&was_gone, &gone(&together));
        changes.extend(spare.words.into_iter().map(Change::Delete));
        changes.extend(spare.names.into_iter().flat_map(|name| without_name(subject.tree(), name, unused)));
    }
    changes
}

/// Returns the changes that mark a name as unused.
fn without_name(tree: &Tree, name: NodeId, unused: Unused) -> Vec<Change> {
    const LEVELS: usize = 4;
    let is_parameter = |node: NodeId| tree.kind_name(node).contains("parameter");
    // In `a@(B c)`, what is matched stays.
    let is_first = tree.parent(name).and_then(|parent| tree.children(parent).next()) == Some(name);
    let sign = tree.next_sibling(name).filter(|&sign| is_first && tree.text_of(sign) == b"@");
    if let Some(sign) = sign {
        return vec![Change::Delete(name), Change::Delete(sign)];
    }
    match unused {
        Unused::Wildcard => vec![Change::Replace(name, b"_"[..].into())],
        Unused::Underscore => vec![Change::Replace(name, [b"_", tree.text_of(name)].concat().into())],
        // Only for a parameter the type alone suffices.
        Unused::Nothing if tree.ancestors(name).take(LEVELS).any(is_parameter) => vec![Change::Delete(name)],
        Unused::Nothing => Vec::new(),
    }
}
