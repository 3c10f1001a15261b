//! Wholes: the nodes that are removed with definitions.

use std::ops::Range;

use super::entities::{Definition, EntityId, Use, UseId};
use super::nesting::{innermost, parents};
use crate::tree::{NodeId, Tree};

/// The nodes that are removed with definitions, and what they contain.
#[derive(Debug)]
pub(super) struct Wholes {
    /// Sorted in preorder.
    pub(super) nodes: Vec<NodeId>,
    pub(super) parents: Vec<Option<u32>>,
    /// By definition: the innermost whole that must remain if the definition remains.
    pub(super) homes: Vec<Option<u32>>,
    /// By definition: the position of its name.
    pub(super) places: Vec<usize>,
    /// By whole: the uses in it that are in no inner whole.
    pub(super) uses: Vec<Vec<UseId>>,
    /// Uses outside of all wholes.
    pub(super) free: Vec<UseId>,
    /// Entities in or right after syntax errors, where definitions and uses are uncertain.
    pub(super) broken: Vec<EntityId>,
}

impl Wholes {
    pub(super) fn new(tree: &Tree, definitions: &[Definition], uses: &[Use]) -> Wholes {
        let mut nodes: Vec<NodeId> =
            definitions.iter().flat_map(|found| [found.node, found.group]).flatten().collect();
        nodes.sort_unstable();
        nodes.dedup();
        let ranges: Vec<Range<u32>> = nodes.iter().map(|&node| tree.subtree(node)).collect();
        let around = innermost(&ranges, definitions.iter().map(|found| found.name.0));
        let home = |(found, around): (&Definition, Option<u32>)| match found.node {
            Some(whole) => nodes.binary_search(&whole).ok().and_then(|at| u32::try_from(at).ok()),
            None => around,
        };
        let homes = definitions.iter().zip(around).map(home).collect();
        let mut of_wholes: Vec<Vec<UseId>> = vec![Vec::new(); nodes.len()];
        let mut free = Vec::new();
        let around = innermost(&ranges, uses.iter().map(|bound| bound.node.0));
        for (index, around) in (0u32..).zip(around) {
            match around {
                Some(whole) => of_wholes[whole as usize].push(UseId(index)),
                None => free.push(UseId(index)),
            }
        }
        let places = definitions.iter().map(|found| tree.range(found.name).start).collect();
        let behind_errors = behind_errors(tree);
        let is_broken = |node: NodeId| tree.has_error(node) || behind_errors.binary_search(&node).is_ok();
        let broken = definitions
            .iter()
            .filter(|found| [found.node, found.group].into_iter().flatten().any(is_broken))
            .map(|found| found.entity)
            .collect();
        Wholes { parents: parents(&ranges), nodes, homes, places, uses: of_wholes, free, broken }
    }
}

/// Returns the nodes right after errors, in order. O(children of nodes with errors).
fn behind_errors(tree: &Tree) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut rest = vec![tree.root()];
    while let Some(node) = rest.pop().filter(|&node| tree.has_error(node)) {
        let mut is_behind = false;
        for child in tree.children(node) {
            if is_behind {
                found.push(child);
            }
            is_behind = tree.is_error(child);
            rest.extend(Some(child).filter(|&child| tree.has_error(child)));
        }
    }
    found.sort_unstable();
    found
}
