//! What a call leaves of a program.

use std::sync::Arc;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::Definition;
use dwindle_syntax::languages::{Access, Namespaces};
use dwindle_syntax::uses::{Members, Root, Uses, Wildcards};

use super::call::Call;
use super::entry::throws;
use super::program::Program;
use super::types::Types;
use crate::tree::subject::Subject;
use crate::tree::token_edits::{Change, TokenEdits};
use crate::tree::uses::along::{gone as gone_bytes, loose_ends};
use crate::tree::uses::kept_calls::{is_within_any, kept_calls};
use crate::tree::uses::rest::Rest;

/// Returns what takes the place of a body or statement.
pub(super) fn text(program: Program<'_>, call: &Call) -> Arc<[u8]> {
    let (Program { rules, start, .. }, tree) = (program, program.tree());
    let path = call.namespace.as_deref().zip(rules.namespace);
    let open =
        path.map(|(path, Namespaces { open: (before, behind), .. })| format!("{before}{path}{behind}"));
    // A statement at the end that returns something stays.
    let result = start.result.filter(|_| start.ending.is_none());
    let result = result.filter(|&result| tree.text_of(result) == b"int").map_or("", |_| rules.result);
    let body = if start.is_body { rules.body } else { ("", "") };
    let is_new = start.is_body
        && start.thrown.is_none()
        && start.entity.is_some()
        && throws(tree, call.whole).is_some();
    let throws = if is_new { THROWS } else { "" };
    let open = open.as_deref().unwrap_or_default();
    let said = program.said.map_or("", |said| &said.text);
    [throws, body.0, open, said, &call.statement, result, body.1].concat().into_bytes().into()
}

/// What stands before a body that may throw anything, in Java.
const THROWS: &str = "throws Exception ";

/// The text of a call, and what is left beside it.
#[derive(Clone)]
pub(super) struct Candidate {
    pub(super) text: Arc<[u8]>,
    pub(super) number: usize,
    pub(super) left: Left,
}

/// What is left beside a call. Cloning is O(1).
#[derive(Clone)]
pub(super) struct Left {
    /// Everything but the replacement by the call.
    pub(super) changes: Arc<[Change]>,
    pub(super) n_tokens: u32,
}

/// Removes what a call does not need. O(parts + names).
pub(super) fn left(
    subject: &Subject,
    uses: &Uses,
    program: Program<'_>,
    call: &Call,
    text: &Arc<[u8]>,
) -> Left {
    let Program { types, rules, start, .. } = program;
    let cut = TokenEdits::default();
    let mut changes: Vec<Change> = start.others.iter().copied().map(Change::Delete).collect();
    let is_unit = start.is_body && subject.file.language.name == "rust";
    changes.extend(start.result.filter(|_| is_unit).map(Change::Delete));
    changes.extend(start.thrown.map(|node| Change::Replace(node, Arc::from(THROWS.trim_end().as_bytes()))));
    changes.extend(call.obstacles.iter().map(|&node| match rules.access {
        Access::Marked | Access::Sections => Change::Replace(node, Arc::from(&b"public"[..])),
        Access::Unmarked | Access::InOutermost => Change::Delete(node),
    }));
    if let Some((list, empty)) = start.parameters.zip(rules.no_parameters) {
        changes.push(Change::Replace(list, Arc::from(empty.as_bytes())));
    }
    let mut roots = call.roots.clone();
    roots.extend(start.roots(program.bindings));
    let (nodes, idle) = (start.nodes().chain(start.thrown).collect(), start.idle.clone());
    let put = Change::Replace(start.place, text.clone());
    let edit = Edit { nodes, idle, changes, put: Some(put.clone()), roots };
    let changes = edit.with_rest(subject, uses, types, &cut);
    let after = subject.apply(&cut, std::iter::once(&put).chain(&changes));
    let n_tokens = subject.n_alive(subject.tree().root(), &after);
    Left { changes: changes.into(), n_tokens }
}

/// An edit of the statements that a program starts with.
pub(super) struct Edit {
    /// What goes, or is replaced.
    pub(super) nodes: Vec<NodeId>,
    /// Statements of which only a call stays.
    pub(super) idle: Vec<NodeId>,
    pub(super) changes: Vec<Change>,
    /// A change that puts something new.
    pub(super) put: Option<Change>,
    /// What the rest needs.
    pub(super) roots: Vec<Root>,
}

impl Edit {
    /// Returns the changes but for what is put, with the removal of everything that is not needed
    /// after them. O(parts + names).
    pub(super) fn with_rest(
        self,
        subject: &Subject,
        uses: &Uses,
        types: &Types<'_>,
        cut: &TokenEdits,
    ) -> Vec<Change> {
        let tree = subject.tree();
        let Edit { nodes, idle, mut changes, put, mut roots } = self;
        let deleted: Vec<Change> = nodes.iter().copied().map(Change::Delete).collect();
        let gone = gone_bytes(subject, &subject.apply(cut, deleted.iter()));
        let beside = |roots: &[Root]| uses.beside(&gone, roots, Members::Used, Wildcards::Kept);
        // What types have although nothing names it is there for their readers: `compareTo`,
        // `Error`.
        roots.extend(idle_members(uses, types, beside(&roots)));
        let mut known: Vec<NodeId> = nodes.iter().chain(&idle).copied().collect();
        known.sort_unstable();
        // None of them lies within another.
        let is_apart = |&node: &NodeId| {
            let behind = known.get(known.partition_point(|&other| other <= node));
            let is_around = behind.is_some_and(|&other| tree.is_within(other, node));
            !is_around && !is_within_any(tree, node, &known)
        };
        let beside = beside(&roots).into_iter().filter(is_apart);
        changes.extend(beside.filter_map(|node| subject.removal(node, cut)));
        // The words of what is put do not become unused.
        let with_put = |changes: &[Change]| subject.apply(cut, put.iter().chain(changes));
        let bare = with_put(&changes);
        changes.extend(kept_calls(&Rest { subject, uses, cut: &bare }, &idle));
        // Assignments do not keep what they change.
        let bare = with_put(&changes);
        let assignments = uses.assignments_to(&gone_bytes(subject, &bare));
        changes.extend(assignments.into_iter().filter_map(|node| subject.removal(node, &bare)));
        let bare = with_put(&changes);
        changes.extend(loose_ends(subject, uses, (cut, &bare)));
        changes
    }
}

/// Returns the members that nothing seems to name of types that are left without some nodes.
/// O(definitions · log nodes).
fn idle_members(uses: &Uses, types: &Types<'_>, mut gone: Vec<NodeId>) -> Vec<Root> {
    gone.sort_unstable();
    let (tree, bindings) = (uses.tree(), uses.bindings());
    // What names a member may seem to name a type: `public Genre Genre;`.
    let has_name_of_type = |found: &Definition| types.is_named(tree.text_of(found.name));
    let is_unused = |found: &Definition| bindings.entity(found.entity).uses.is_empty();
    let is_idle = |found: &Definition| {
        found.is_member && found.node.is_some() && (is_unused(found) || has_name_of_type(found))
    };
    let is_left = |found: &Definition| {
        let holder = found.node.and_then(|node| tree.parent(node));
        // None of them lies within another.
        holder.is_some_and(|holder| !is_within_any(tree, holder, &gone))
    };
    let idle = bindings.numbered_definitions().filter(|(_, found)| is_idle(found) && is_left(found));
    idle.map(|(id, _)| Root::Member(id)).collect()
}
