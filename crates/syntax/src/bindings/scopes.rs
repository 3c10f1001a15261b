//! The scopes of a text, and in which of them each name is visible.

use std::ops::Range;

use super::collect::Collected;
use super::named::FoundDefinition;
use super::nesting::{innermost, parents};
use super::roles::ScopeClasses;
use crate::tree::{NodeId, Tree};

/// The scopes of a text, in preorder.
pub(super) struct Scopes {
    pub(super) nodes: Vec<NodeId>,
    classes: Vec<ScopeClasses>,
    pub(super) ranges: Vec<Range<u32>>,
    parents: Vec<Option<u32>>,
    /// By definition: the scope in which its name is visible.
    pub(super) of_definitions: Vec<u32>,
}

impl Scopes {
    /// Finds the scopes of a text, and those of its definitions. O(names · log names + scopes ·
    /// distinct scope classes).
    pub(super) fn of(collected: &Collected, tree: &Tree) -> Scopes {
        let mut scopes: Vec<(Range<u32>, NodeId, ScopeClasses)> =
            collected.scopes.iter().map(|&(node, classes)| (tree.subtree(node), node, classes)).collect();
        scopes.extend(sections(collected, tree).map(|nodes| (nodes, tree.root(), ScopeClasses::default())));
        scopes.sort_by_key(|(nodes, ..)| (nodes.start, std::cmp::Reverse(nodes.end)));
        let ranges: Vec<Range<u32>> = scopes.iter().map(|(nodes, ..)| nodes.clone()).collect();
        let (nodes, classes) = scopes.into_iter().map(|(_, node, classes)| (node, classes)).unzip();
        let mut scopes =
            Scopes { parents: parents(&ranges), nodes, classes, ranges, of_definitions: Vec::new() };
        scopes.of_definitions = scopes.find(&collected.definitions);
        scopes
    }

    /// Finds, for each scope, the innermost scope of these classes that is or holds it; else the
    /// whole text.
    fn nearest(&self, wanted: ScopeClasses) -> Vec<u32> {
        let mut nearest: Vec<u32> = Vec::with_capacity(self.nodes.len());
        for (scope, classes) in (0u32..).zip(&self.classes) {
            let above = self.parents[scope as usize].map_or(0, |parent| nearest[parent as usize]);
            nearest.push(if classes.meets(wanted) { scope } else { above });
        }
        nearest
    }

    /// Finds the scope of each definition.
    fn find(&self, definitions: &[FoundDefinition]) -> Vec<u32> {
        let mut order: Vec<usize> = (0..definitions.len()).collect();
        order.sort_by_key(|&index| definitions[index].root);
        let around = innermost(&self.ranges, order.iter().map(|&index| definitions[index].root.0));
        let mut known: Vec<(ScopeClasses, Vec<u32>)> = Vec::new();
        let mut found = vec![0; definitions.len()];
        for (&index, around) in order.iter().zip(around) {
            let definition = &definitions[index];
            let mut scope = around.unwrap_or(0);
            if !definition.traits.inside && self.nodes[scope as usize] == definition.root {
                scope = self.parents[scope as usize].unwrap_or(0);
            }
            if let Some(wanted) = definition.traits.scope {
                let at = known.iter().position(|(classes, _)| *classes == wanted).unwrap_or_else(|| {
                    known.push((wanted, self.nearest(wanted)));
                    known.len() - 1
                });
                scope = known[at].1[scope as usize];
            }
            found[index] = scope;
        }
        found
    }
}

/// Returns the sections of a text, if names are not visible beyond them. Each acts as a root scope.
fn sections(collected: &Collected, tree: &Tree) -> impl Iterator<Item = Range<u32>> {
    let whole = tree.subtree(tree.root());
    let starts = std::iter::once(whole.start + 1).chain(collected.forgetting.iter().map(|node| node.0));
    let ends = collected.forgetting.iter().map(|node| node.0).chain([whole.end]);
    let is_whole = collected.forgetting.is_empty();
    starts.zip(ends).map(|(start, end)| start..end).filter(move |nodes| !is_whole && nodes.start < nodes.end)
}
