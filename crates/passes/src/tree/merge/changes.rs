//! The changes that replace a name by something else.

use std::collections::BTreeSet;
use std::sync::Arc;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Bindings, Definition, EntityId};

use super::wishes::{Instead, Wish, name};
use crate::tree::closures::parameters::with_arguments;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits, outermost};

/// Returns the changes for a wish, if no part of them has been removed.
pub(super) fn changes(
    subject: &Subject,
    bindings: &Bindings,
    edits: &TokenEdits,
    wish: Wish,
) -> Option<Vec<Change>> {
    let tree = subject.tree();
    let found = bindings.entity(wish.entity);
    let definitions = found.definitions.iter().map(|&id| bindings.definition(id));
    let homes: Option<Vec<BTreeSet<NodeId>>> =
        definitions.map(|definition| homes(subject, bindings, edits, definition)).collect();
    let homes: BTreeSet<NodeId> = homes?.into_iter().flatten().collect();
    let is_going = |node: NodeId| homes.iter().any(|&home| tree.is_within(node, home));
    let uses: Vec<NodeId> = found
        .uses
        .iter()
        .map(|&id| bindings.use_at(id).node)
        .filter(|&node| 0 < subject.n_alive(node, edits) && !is_going(node))
        .collect();
    let text: Option<Arc<[u8]>> = match wish.instead {
        Instead::Body(node) if subject.is_whole(node, edits) => Some(tree.text_of(node).into()),
        Instead::Alike(other) | Instead::Used(other) | Instead::Other(other) => {
            let there = &bindings.definition(bindings.entity(other).definitions[0]).name;
            let stays = subject.is_whole(*there, edits) && !is_going(*there);
            Some(name(subject, bindings, other).filter(|_| stays)?.into())
        }
        Instead::Body(_) => return None,
        Instead::Plain | Instead::Nothing => None,
    };
    let mut changes: Vec<Change> = Vec::new();
    for &home in &homes {
        let removal = subject.removal(home, edits);
        changes.push(match wish.instead {
            // `struct S {} f()` defines a type in the place of one.
            Instead::Plain if !matches!(removal, Some(Change::Delete(_))) => {
                Change::Replace(home, subject.file.facts.as_ref()?.plain(tree, home)?)
            }
            _ => removal?,
        });
    }
    for &node in &uses {
        changes.push(match &text {
            Some(text) => Change::Replace(node, text.clone()),
            None if wish.instead == Instead::Plain => plain(subject, edits, node)?,
            None => user(subject, edits, node)?,
        });
    }
    // Changes within another change are dropped.
    Some(outermost(tree, changes, Change::node))
}

/// Returns the entities used by what replaces a name.
pub(super) fn used_instead(subject: &Subject, bindings: &Bindings, instead: Instead) -> Vec<EntityId> {
    match instead {
        Instead::Body(body) => bindings.used_within(subject.tree().subtree(body)).collect(),
        Instead::Alike(other) | Instead::Used(other) | Instead::Other(other) => vec![other],
        Instead::Plain | Instead::Nothing => Vec::new(),
    }
}

/// Returns what is removed with a definition: its node; or a parameter with its arguments; or the
/// innermost removable node around the name.
fn homes(
    subject: &Subject,
    bindings: &Bindings,
    edits: &TokenEdits,
    definition: &Definition,
) -> Option<BTreeSet<NodeId>> {
    let mut nodes = match definition.node {
        Some(whole) => BTreeSet::from([whole]),
        None => match with_arguments(subject.tree(), bindings, definition.name) {
            Some(nodes) => nodes,
            None => BTreeSet::from([user(subject, edits, definition.name)?.node()]),
        },
    };
    nodes.retain(|&node| 0 < subject.n_alive(node, edits));
    Some(nodes).filter(|nodes| !nodes.is_empty())
}

/// Returns the removal of the innermost removable node around a node.
fn user(subject: &Subject, edits: &TokenEdits, node: NodeId) -> Option<Change> {
    let around = std::iter::once(node).chain(subject.tree().ancestors(node));
    let mut removals = around.take(MOST_LEVELS).filter_map(|around| subject.removal(around, edits));
    removals.find(|change| matches!(change, Change::Delete(_)))
}

/// Returns the replacement of the innermost node around a name that can be replaced by something
/// without a name: `struct S` by `int`.
fn plain(subject: &Subject, edits: &TokenEdits, name: NodeId) -> Option<Change> {
    let tree = subject.tree();
    let facts = subject.file.facts.as_ref()?;
    let around = std::iter::once(name).chain(tree.ancestors(name));
    let mut around = around.take_while(|&node| tree.n_tokens(node) <= MOST_TOKENS_OF_NAME);
    around.find_map(|node| {
        let text = facts.plain(tree, node)?;
        subject.is_whole(node, edits).then_some(Change::Replace(node, text))
    })
}

/// A node with more tokens is more than a qualified name: `struct S`, `N::f`.
const MOST_TOKENS_OF_NAME: u32 = 3;
/// How many ancestors are searched for a removable node.
const MOST_LEVELS: usize = 6;
