//! Dominators of a graph.

/// The immediate dominators of the vertices of a graph (Cooper, Harvey, Kennedy 2001: *A simple,
/// fast dominance algorithm*).
#[derive(Debug)]
pub(super) struct Dominators {
    /// By vertex: its immediate dominator; itself for the root, and for unreachable vertices.
    above: Vec<u32>,
    /// The reachable vertices in reverse postorder.
    order: Vec<u32>,
}

impl Dominators {
    /// Computes the dominators of all vertices reachable from `root`; `below` are the successors of
    /// each vertex. O(edges · nesting of loops), which is linear in practice.
    pub(super) fn of(root: u32, below: &[Vec<u32>]) -> Dominators {
        let order = reverse_postorder(root, below);
        let mut place = vec![u32::MAX; below.len()];
        for (index, &vertex) in (0u32..).zip(&order) {
            place[vertex as usize] = index;
        }
        let mut before: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
        for &vertex in &order {
            for &next in &below[vertex as usize] {
                before[place[next as usize] as usize].push(place[vertex as usize]);
            }
        }
        const UNKNOWN: u32 = u32::MAX;
        let mut above = vec![UNKNOWN; order.len()];
        above[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for at in 1..order.len() {
                let known = before[at].iter().copied().filter(|&other| above[other as usize] != UNKNOWN);
                let common = known.reduce(|a, b| meet(&above, a, b)).expect("something before it is known");
                changed |= above[at] != common;
                above[at] = common;
            }
        }
        let mut of_vertices: Vec<u32> = (0u32..).take(below.len()).collect();
        for (at, &vertex) in order.iter().enumerate() {
            of_vertices[vertex as usize] = order[above[at] as usize];
        }
        Dominators { above: of_vertices, order }
    }

    /// Returns the immediate dominator of a vertex.
    pub(super) fn above(&self, vertex: u32) -> u32 {
        self.above[vertex as usize]
    }

    /// Returns the reachable vertices; each comes after its dominators.
    pub(super) fn order(&self) -> &[u32] {
        &self.order
    }
}

fn meet(above: &[u32], a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while a != b {
        while b < a {
            a = above[a as usize];
        }
        while a < b {
            b = above[b as usize];
        }
    }
    a
}

fn reverse_postorder(root: u32, below: &[Vec<u32>]) -> Vec<u32> {
    let mut seen = vec![false; below.len()];
    let mut order = Vec::new();
    let mut path = vec![(root, 0)];
    seen[root as usize] = true;
    while let Some((vertex, next)) = path.last_mut() {
        match below[*vertex as usize].get(*next) {
            Some(&child) => {
                *next += 1;
                if !std::mem::replace(&mut seen[child as usize], true) {
                    path.push((child, 0));
                }
            }
            None => {
                order.push(*vertex);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn reached(root: u32, below: &[Vec<u32>], without: u32) -> Vec<bool> {
        let mut seen = vec![false; below.len()];
        let mut rest = Vec::from_iter((root != without).then_some(root));
        while let Some(vertex) = rest.pop() {
            if !std::mem::replace(&mut seen[vertex as usize], true) {
                rest.extend(below[vertex as usize].iter().copied().filter(|&next| next != without));
            }
        }
        seen
    }

    proptest! {
        #[test]
        fn a_vertex_is_not_reached_without_what_dominates_it(
            edges in proptest::collection::vec((0u32..12, 0u32..12), 0..40)
        ) {
            let mut below = vec![Vec::new(); 12];
            for (from, to) in edges {
                below[from as usize].push(to);
            }
            let dominators = Dominators::of(0, &below);
            let all = reached(0, &below, u32::MAX);
            prop_assert_eq!(dominators.order().len(), all.iter().filter(|seen| **seen).count());
            for without in 0..12 {
                let left = reached(0, &below, without);
                for vertex in (0..12).filter(|&vertex| all[vertex as usize]) {
                    let above = |&vertex: &u32| Some(dominators.above(vertex)).filter(|&above| above != vertex);
                    let is_below = std::iter::successors(Some(vertex), above).any(|above| above == without);
                    prop_assert_eq!(is_below, !left[vertex as usize]);
                }
            }
        }
    }
}
