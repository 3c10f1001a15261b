//! Companions: what is removed together with a part of a text.

use std::ops::Range;

use super::graph::Inner;
use super::parts::PartId;
use super::reach::Gone;
use super::states::State;
use super::use_graph::Uses;
use crate::bindings::{Definition, DefinitionId, EntityId, Missing, UseId};
use crate::tree::NodeId;

/// What is removed together with a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CompanionKind {
    /// As dependents, and in Verilog what reads a signal that nothing drives any more.
    Readers,
    /// What uses the removed parts, and what becomes unused.
    Dependents,
    /// As dependents, and imports whose names do not occur: traits and extensions are used without
    /// their names. Imports of everything stay.
    Imports,
    /// What becomes unused.
    Unused,
}

/// The most rounds in which further dependents are searched.
const MOST_ROUNDS: usize = 24;
/// The same where each signal that loses its driver is one more round.
const MOST_ROUNDS_OF_READERS: usize = 96;

impl Uses {
    /// Returns the nodes to remove when the bytes in `gone` are removed, of which those in `before`
    /// were removed earlier (both sorted, without overlaps). No node lies within another, or in
    /// what is removed. What was unused before stays. O(rounds · (parts + names)).
    pub fn companion(
        &self,
        before: &[Range<usize>],
        gone: &[Range<usize>],
        along: CompanionKind,
    ) -> Vec<NodeId> {
        let inner = &*self.inner;
        let before = self.state(before);
        let asked = self.state(gone);
        let mut ranges = gone.to_vec();
        let mut found: Vec<PartId> = Vec::new();
        if along == CompanionKind::Imports {
            let is_idle =
                |&part: &PartId| inner.is_import(part) && !inner.brings_all(part) && is_nameless(inner, part);
            found.extend(inner.kept().filter(is_idle));
            ranges = merged(ranges.into_iter().chain(found.iter().map(|&part| bytes(inner, part))));
        }
        let most = if along == CompanionKind::Readers { MOST_ROUNDS_OF_READERS } else { MOST_ROUNDS };
        for _ in 0..most {
            let state = self.state(&ranges);
            let mut new = dependents(inner, &state, gone, along, &before);
            if new.is_empty() {
                let (needed_before, needed) = (before.needed(inner), state.needed(inner));
                let parts = (0u32..).take(inner.parts.len());
                let is_new = |&part: &PartId| needed_before.has(part) && !needed.has(part);
                new = parts.filter(is_new).collect();
            }
            let is_there = |&part: &PartId| 0 < state.gone.n_left(inner, part);
            new.retain(is_there);
            if new.is_empty() && along != CompanionKind::Unused {
                new = idle(inner, &state.gone, &before.gone);
                new.extend(inner.hollow(&state.gone, &asked.gone));
                new.retain(is_there);
            }
            if new.is_empty() {
                break;
            }
            ranges = merged(ranges.into_iter().chain(new.iter().map(|&part| bytes(inner, part))));
            found.extend(new);
        }
        found.retain(|&part| 0 < asked.gone.n_left(inner, part));
        let mut nodes = nodes(inner, found);
        // A token may be empty, and be the only one left of a node.
        let is_covered = |bytes: Range<usize>| {
            gone.iter().any(|range| range.start <= bytes.start && bytes.end <= range.end)
        };
        nodes.retain(|&node| !is_covered(inner.tree().range(node)));
        nodes
    }

    /// Returns the statements that only assign to names whose definitions are among the bytes in
    /// `gone` (sorted, without overlaps). O(parts + names).
    pub fn assignments_to(&self, gone: &[Range<usize>]) -> Vec<NodeId> {
        let (before, state) = (self.state(&[]), self.state(gone));
        let mut found = dependents(&self.inner, &state, gone, CompanionKind::Unused, &before);
        found.retain(|&part| 0 < state.gone.n_left(&self.inner, part));
        nodes(&self.inner, found)
    }
}

/// Whether nothing that an import introduces is used.
fn is_nameless(inner: &Inner, import: PartId) -> bool {
    let nodes = &inner.parts[import as usize].nodes;
    let brought = inner.bindings.definitions_within(nodes.clone());
    brought.iter().all(|found| inner.bindings.entity(found.entity).uses.is_empty())
}

/// Returns the outermost of some parts as nodes to delete.
pub(super) fn nodes(inner: &Inner, mut parts: Vec<PartId>) -> Vec<NodeId> {
    parts.sort_unstable();
    parts.dedup();
    let mut end = 0;
    let mut found = Vec::new();
    for part in parts {
        let part = &inner.parts[part as usize];
        if end <= part.nodes.start {
            end = part.nodes.end;
            found.extend(part.outermost(inner.tree()));
        }
    }
    found
}

/// Returns the bytes of a part.
pub(super) fn bytes(inner: &Inner, part: PartId) -> Range<usize> {
    let part = &inner.parts[part as usize];
    inner.tree().range(NodeId(part.nodes.start)).start..inner.tree().range(part.node).end
}

/// Sorts ranges, and joins adjacent ones.
pub(super) fn merged(ranges: impl Iterator<Item = Range<usize>>) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = ranges.collect();
    ranges.sort_by_key(|range| (range.start, range.end));
    let mut merged: Vec<Range<usize>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match merged.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => merged.push(range),
        }
    }
    merged
}

/// Returns the parts around uses whose definition is gone; only assignments, where dependents stay.
/// What the text lacked `before`, and did without, takes nothing along.
fn dependents(
    inner: &Inner,
    state: &State,
    asked: &[Range<usize>],
    along: CompanionKind,
    before: &State,
) -> Vec<PartId> {
    let (bindings, gone, tolerated) = (&inner.bindings, &state.gone, before.missing(inner));
    let mut found = Vec::new();
    let is_new = |lack: &&Missing| tolerated.binary_search(lack).is_err();
    for &lack in state.missing(inner).iter().filter(is_new) {
        let (Missing::Definition(entity) | Missing::Label(entity) | Missing::Body(entity)) = lack else {
            continue;
        };
        // Otherwise the remaining uses of a member may mean that of another type.
        let is_asked = |found: &Definition| {
            let place = bindings.tree().range(found.name).start;
            asked.iter().any(|range| range.contains(&place))
        };
        let mut definitions = bindings.entity(entity).definitions.iter().map(|&id| bindings.definition(id));
        let is_doubtful = definitions.clone().any(|found| found.is_member) && !definitions.any(is_asked);
        let goes = |id: UseId| {
            let place = bindings.use_at(id).node;
            let is_own = || is_of_itself(inner, place) || is_named_alone(inner, entity, place);
            (along != CompanionKind::Unused || inner.writes[id.0 as usize]) && (!is_doubtful || is_own())
        };
        let left = bindings.entity(entity).uses.iter().copied().filter(|&id| !gone.has_use(id) && goes(id));
        found.extend(left.filter_map(|id| inner.around(bindings.use_at(id).node)));
        if matches!(lack, Missing::Body(_)) && along != CompanionKind::Unused {
            found.extend(announcements(inner, gone, entity));
        }
    }
    if along == CompanionKind::Readers {
        found.extend(inner.undriven(gone, &before.gone));
    }
    if along != CompanionKind::Unused {
        found.extend(bare_announcements(inner, gone, &before.gone));
    }
    found
}

/// Returns the statements that have lost everything that they did `before`: a loop, a condition.
fn idle(inner: &Inner, gone: &Gone, before: &Gone) -> Vec<PartId> {
    let n_parts = inner.parts.len();
    let mut has_left = vec![false; n_parts];
    let mut has_lost = vec![false; n_parts];
    for (at, part) in (0u32..).zip(&inner.parts) {
        let Some(parent) = part.parent else { continue };
        if 0 < gone.n_left(inner, at) {
            has_left[parent as usize] = true;
        } else if 0 < before.n_left(inner, at) {
            has_lost[parent as usize] = true;
        }
    }
    let is_idle = |&part: &PartId| {
        let at = part as usize;
        has_lost[at] && !has_left[at] && !inner.is_definition[at] && inner.defines[at].is_empty()
    };
    (0u32..).take(n_parts).filter(is_idle).collect()
}

/// Whether a use accesses a member of the type around it: `self.a`.
fn is_of_itself(inner: &Inner, node: NodeId) -> bool {
    let tree = inner.tree();
    let first = tree.parent(node).and_then(|parent| tree.children(parent).next());
    first.is_some_and(|first| matches!(tree.text_of(first), b"self" | b"Self" | b"this" | b"$this" | b"cls"))
}

/// Whether a use names a member without an object within the type of that member, as in C++ and
/// Java.
fn is_named_alone(inner: &Inner, member: EntityId, node: NodeId) -> bool {
    let (tree, bindings) = (inner.tree(), &inner.bindings);
    let before =
        tree.token_range(node).start.checked_sub(1).map(|at| tree.text_of(tree.tokens()[at as usize]));
    let is_behind = matches!(before, Some(b"." | b"->" | b"?." | b"::" | b":" | b"&."));
    let is_around = |definition: &Definition| {
        let holder = definition.outermost().and_then(|whole| tree.parent(whole));
        holder.is_some_and(|holder| holder != tree.root() && tree.is_within(node, holder))
    };
    let definitions = &bindings.entity(member).definitions;
    !is_behind && definitions.iter().any(|&id| is_around(bindings.definition(id)))
}

/// Returns the parts that announce what is gone, where nothing uses it. What was bare `before`
/// stays.
fn bare_announcements(inner: &Inner, gone: &Gone, before: &Gone) -> impl Iterator<Item = PartId> {
    let is_bare = |(id, bodies): &&(DefinitionId, Vec<DefinitionId>)| {
        !gone.has_definition(*id)
            && bodies.iter().all(|&body| gone.has_definition(body))
            && bodies.iter().any(|&body| !before.has_definition(body))
    };
    inner.announcements.iter().filter(is_bare).filter_map(|(id, _)| inner.home[id.0 as usize])
}

/// Returns the remaining parts that declare an entity.
fn announcements(inner: &Inner, gone: &Gone, entity: EntityId) -> impl Iterator<Item = PartId> {
    let definitions = &inner.bindings.entity(entity).definitions;
    let there = definitions.iter().filter(|&&id| !gone.has_definition(id));
    there.filter_map(|id| inner.home[id.0 as usize])
}
