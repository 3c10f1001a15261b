//! The statements before a call that it needs.

use std::collections::HashSet;

use dwindle_syntax::NodeId;
use dwindle_syntax::bindings::{Definition, EntityId};
use dwindle_syntax::uses::Root;

use super::call::Call;
use super::entry::{Start, used_in};
use super::owner::taken;
use super::program::Program;
use super::stage::{brings_names, divided};

/// The most functions that are looked at to find those that call another one.
const MOST_CALLERS: usize = 64;

/// The functions of a program.
pub(super) struct Functions<'a> {
    program: Program<'a>,
    all: Vec<&'a Definition>,
}

impl<'a> Functions<'a> {
    /// O(definitions).
    pub(super) fn of(program: Program<'a>) -> Functions<'a> {
        let tree = program.tree();
        let is_function = |found: &&Definition| {
            let taken = || found.node.and_then(|whole| taken(tree, found.name, whole));
            found.has_body && !found.is_root && taken().is_some()
        };
        Functions { program, all: program.bindings.definitions().iter().filter(is_function).collect() }
    }

    /// Returns a function and those that call it, directly or not. O(functions · uses).
    pub(super) fn calling(&self, function: NodeId) -> Vec<EntityId> {
        let (bindings, tree) = (self.program.bindings, self.program.tree());
        let own = self.all.iter().filter(|found| found.node == Some(function));
        let mut found: Vec<EntityId> = own.map(|found| found.entity).collect();
        let mut at = 0;
        while at < found.len() && found.len() < MOST_CALLERS {
            let places = bindings.entity(found[at]).uses.iter().map(|&id| bindings.use_at(id).node);
            let places: Vec<NodeId> = places.collect();
            let is_around = |other: &&&Definition| {
                let whole = other.node.filter(|_| !found.contains(&other.entity));
                whole.is_some_and(|whole| places.iter().any(|&place| tree.is_within(place, whole)))
            };
            let new: Vec<EntityId> = self.all.iter().filter(is_around).map(|other| other.entity).collect();
            found.extend(new);
            at += 1;
        }
        found
    }
}

/// Which of the statements before a call stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needed<'a> {
    /// Those that define what it uses.
    Definitions,
    /// Those that mention what it uses, and none of some functions.
    Mentions(&'a [EntityId]),
}

/// Returns the start without the statements before it that a call does not need; `None` if it
/// needs none of them.
pub(super) fn without_others(program: Program<'_>, call: &Call, needed: Needed<'_>) -> Option<Start> {
    let (Program { bindings, start, .. }, tree) = (program, program.tree());
    let defined = |&node: &NodeId| {
        bindings.definitions_within(tree.subtree(node)).iter().map(|found: &Definition| found.entity)
    };
    let own: HashSet<EntityId> = start.before.iter().flat_map(defined).collect();
    let used = |node: NodeId| used_in(bindings, node);
    let roots = call.roots.iter().filter_map(|root| match root {
        Root::Entity(entity) => Some(*entity),
        _ => None,
    });
    let mut wanted: HashSet<EntityId> = roots.filter(|entity| own.contains(entity)).collect();
    if wanted.is_empty() {
        return None;
    }
    wanted.extend(start.ending.iter().flat_map(|&node| used(node)).filter(|entity| own.contains(entity)));
    let mut stays: HashSet<NodeId> = HashSet::new();
    loop {
        let is_wanted = |node: &NodeId| {
            let mentions = |callers: &[EntityId]| {
                used(*node).any(|entity| wanted.contains(&entity))
                    && !used(*node).any(|entity| callers.contains(&entity))
            };
            defined(node).any(|entity| wanted.contains(&entity))
                || brings_names(tree, *node)
                || matches!(needed, Needed::Mentions(callers) if mentions(callers))
        };
        let new = start.before.iter().copied().filter(|node| !stays.contains(node) && is_wanted(node));
        let new: Vec<NodeId> = new.collect();
        if new.is_empty() {
            break;
        }
        wanted.extend(new.iter().flat_map(|&node| used(node)).filter(|entity| own.contains(entity)));
        stays.extend(new);
    }
    let (before, gone): (Vec<NodeId>, Vec<NodeId>) =
        start.before.iter().partition(|node| stays.contains(node));
    let [stay, idle, rest] = divided(bindings, before, &wanted);
    let others = [gone, rest, start.others.clone()].concat();
    let mut before = [stay, idle.clone()].concat();
    before.sort_unstable();
    Some(Start { before, idle, others, ..start.clone() })
}
