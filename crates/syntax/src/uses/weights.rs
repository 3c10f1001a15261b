//! The weights of parts and entities.

use super::dominators::Dominators;
use super::graph::Inner;
use super::parts::PartId;
use super::reach::{Gone, Reached};
use crate::bindings::{DefinitionId, EntityId};

/// The number of tokens of each part and each entity, including everything that nothing else needs.
pub(super) struct Weights {
    pub(super) parts: Vec<u32>,
    pub(super) entities: Vec<u32>,
    intervals: Intervals,
}

impl Weights {
    /// Weighs the remaining text. O((parts + names) · depth).
    pub(super) fn of(inner: &Inner, gone: &Gone, needed: &Reached) -> Weights {
        Graph::of(inner, gone, needed).weights(inner, gone)
    }

    /// Whether a part is needed only by an entity.
    pub(super) fn is_only_for(&self, part: PartId, entity: EntityId) -> bool {
        let n_parts = u32::try_from(self.parts.len()).expect("a tree has fewer than 2^32 nodes");
        self.intervals.has(n_parts + entity.0, part)
    }
}

/// A graph of parts, entities and a root, with edges from users to what they need.
struct Graph {
    below: Vec<Vec<u32>>,
    root: u32,
}

impl Graph {
    fn of(inner: &Inner, gone: &Gone, needed: &Reached) -> Graph {
        let n_parts = u32::try_from(inner.parts.len()).expect("a tree has fewer than 2^32 nodes");
        let n_entities = u32::try_from(inner.bindings.entities().len()).expect("a text has fewer names");
        let root = n_parts + n_entities;
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); root as usize + 1];
        for part in 0..n_parts {
            let edges = &mut below[part as usize];
            let uses = inner.uses[part as usize].iter();
            let uses = uses.filter(|&&id| !gone.has_use(id) && !inner.writes[id.0 as usize]);
            edges.extend(
                uses.filter_map(|&id| inner.bindings.use_at(id).entity).map(|entity| n_parts + entity.0),
            );
            edges.extend(&inner.shell[part as usize]);
            let defines = &inner.defines[part as usize];
            let waits = !defines.is_empty() && defines.iter().all(|id| inner.waits[id.0 as usize]);
            if inner.is_definition[part as usize] && !waits {
                edges.extend(inner.parts[part as usize].parent);
            }
            edges.sort_unstable();
            edges.dedup();
        }
        for entity in 0..n_entities {
            let mut at = Some(EntityId(entity));
            while let Some(id) = at {
                let found = inner.bindings.entity(id);
                let there: Vec<DefinitionId> =
                    found.definitions.iter().copied().filter(|&id| !gone.has_definition(id)).collect();
                at = if there.is_empty() { found.outer } else { None };
                let homes = there.into_iter().filter_map(|id| inner.home[id.0 as usize]);
                below[(n_parts + entity) as usize].extend(homes);
            }
        }
        below[root as usize].extend(&inner.roots);
        let free = inner.free.iter().filter(|&&id| !gone.has_use(id));
        let free = free.filter_map(|&id| inner.bindings.use_at(id).entity);
        below[root as usize].extend(free.map(|entity| n_parts + entity.0));
        let mut graph = Graph { below, root };
        graph.reach_all(inner, needed);
        graph
    }

    /// Adds edges from the root to parts that are needed only because they contain a needed part.
    fn reach_all(&mut self, inner: &Inner, needed: &Reached) {
        let mut seen = vec![false; self.below.len()];
        let mut rest = vec![self.root];
        let mut next = 0u32;
        loop {
            while let Some(vertex) = rest.pop() {
                if !std::mem::replace(&mut seen[vertex as usize], true) {
                    rest.extend(self.below[vertex as usize].iter().copied());
                }
            }
            while (next as usize) < inner.parts.len() && (seen[next as usize] || !needed.has(next)) {
                next += 1;
            }
            if next as usize == inner.parts.len() {
                return;
            }
            self.below[self.root as usize].push(next);
            rest.push(next);
        }
    }

    fn weights(&self, inner: &Inner, gone: &Gone) -> Weights {
        let n_parts = inner.parts.len();
        let dominators = Dominators::of(self.root, &self.below);
        // The tokens of a part that are in no inner part.
        let mut own: Vec<u32> = (0u32..).take(n_parts).map(|part| gone.n_left(inner, part)).collect();
        let all = own.clone();
        for (part, n_tokens) in all.iter().enumerate() {
            if let Some(parent) = inner.parts[part].parent {
                own[parent as usize] = own[parent as usize].saturating_sub(*n_tokens);
            }
        }
        let mut sums = vec![0u32; self.below.len()];
        for &vertex in dominators.order().iter().rev() {
            sums[vertex as usize] += own.get(vertex as usize).copied().unwrap_or(0);
            let above = dominators.above(vertex);
            if above != vertex {
                sums[above as usize] += sums[vertex as usize];
            }
        }
        let intervals = Intervals::of(&dominators, self.below.len());
        // Inner parts are removed with a part, even if others need them.
        let mut parts: Vec<u32> = all.clone();
        for (part, sum) in parts.iter_mut().enumerate() {
            *sum = if *sum == 0 { 0 } else { *sum + sums[part] };
        }
        for (inside, n_own) in own.iter().enumerate() {
            let above = |&part: &PartId| inner.parts[part as usize].parent;
            let around = std::iter::successors(Some(inside as PartId), above);
            for holder in around.filter(|&holder| intervals.has(holder, inside as u32)) {
                let sum = &mut parts[holder as usize];
                *sum = sum.saturating_sub(*n_own);
            }
        }
        let entities = sums[n_parts..n_parts + inner.bindings.entities().len()].to_vec();
        Weights { parts, entities, intervals }
    }
}

/// Entry and exit times of a walk over the dominator tree, to test dominance in O(1).
struct Intervals {
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl Intervals {
    fn of(dominators: &Dominators, n_vertices: usize) -> Intervals {
        let mut size = vec![0u32; n_vertices];
        for &vertex in dominators.order().iter().rev() {
            size[vertex as usize] += 1;
            let above = dominators.above(vertex);
            if above != vertex {
                size[above as usize] += size[vertex as usize];
            }
        }
        let (mut enter, mut leave) = (vec![0; n_vertices], vec![0; n_vertices]);
        let mut next = vec![0u32; n_vertices];
        for &vertex in dominators.order() {
            let above = dominators.above(vertex);
            let start = if above == vertex { 1 } else { next[above as usize] };
            (enter[vertex as usize], leave[vertex as usize]) = (start, start + size[vertex as usize]);
            next[vertex as usize] = start + 1;
            if above != vertex {
                next[above as usize] += size[vertex as usize];
            }
        }
        Intervals { enter, leave }
    }

    /// Whether `above` dominates `below`.
    fn has(&self, above: u32, below: u32) -> bool {
        let place = self.enter[below as usize];
        0 < place && (self.enter[above as usize]..self.leave[above as usize]).contains(&place)
    }
}
