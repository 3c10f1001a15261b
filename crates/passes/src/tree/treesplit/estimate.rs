//! Estimates how likely tokens are needed, depending on where they are.

use std::collections::HashMap;
use std::sync::Arc;

use dwindle_syntax::{NodeId, Tree};

/// The share of all tokens that counts as removed before the first test.
const PRIOR_SHARE: f64 = 0.5;
/// The weight of the tokens directly in a subtree (outside of its parts), as a share of all its
/// tokens: how likely they are the needed ones.
const SHELL_SHARE: f64 = 0.1;
/// The largest probability that a token is needed.
const MOST_NEEDED: f64 = 0.99;
/// The smallest probability that a subtree can be removed.
const LEAST_FREE: f64 = 1e-9;

/// What is known of a subtree that is needed.
#[derive(Clone, Copy)]
struct SubtreeCounts {
    n_tokens: f64,
    /// The number of needed subtrees found in it.
    found: f64,
    /// The number of tokens removed from it.
    cleared: f64,
    /// Whether something in it is known to be needed.
    is_explained: bool,
}

impl SubtreeCounts {
    /// Returns the probability that a token in it is needed; `outside`, the probability around it,
    /// is weighted like all of its tokens.
    fn rate(self, outside: f64) -> f64 {
        let needed = self.found + self.n_tokens * outside;
        (needed / (self.found + self.cleared + self.n_tokens)).min(MOST_NEEDED)
    }

    /// Returns the probability that a part with `n_tokens` tokens can be removed, given that at
    /// least one part, or the tokens around the parts, are needed. `n_supposed` tokens are assumed
    /// to be removed.
    fn free(self, rate: f64, n_tokens: f64, n_supposed: f64) -> f64 {
        let free = (1.0 - rate).powf(n_tokens);
        if self.is_explained {
            return free;
        }
        let left = (self.n_tokens - self.cleared - n_supposed).max(n_tokens);
        let all = (1.0 - rate).powf(left + SHELL_SHARE * self.n_tokens);
        (free - all) / (1.0 - all)
    }
}

/// The probability that tokens are needed. It is higher near tokens that were found to be needed.
#[derive(Clone)]
pub(super) struct Estimate {
    whole: SubtreeCounts,
    /// Subtrees that are needed.
    subtrees: Arc<HashMap<NodeId, SubtreeCounts>>,
}

/// For each needed subtree: how many of its tokens are assumed to be removed.
pub(super) type Supposed = HashMap<NodeId, f64>;

impl Estimate {
    pub(super) fn new(n_alive: u32) -> Estimate {
        let n_tokens = f64::from(n_alive).max(2.0 / PRIOR_SHARE);
        let whole = SubtreeCounts { n_tokens, found: 0.0, cleared: 0.0, is_explained: true };
        Estimate { whole, subtrees: Arc::default() }
    }

    /// Records that a subtree is needed, and that its parts will be tested.
    pub(super) fn enter(&mut self, tree: &Tree, node: NodeId, n_tokens: f64) {
        if self.subtrees.contains_key(&node) {
            return;
        }
        self.update(tree, node, |around| around.is_explained = true);
        let counts = SubtreeCounts { n_tokens, found: 0.0, cleared: 0.0, is_explained: false };
        Arc::make_mut(&mut self.subtrees).insert(node, counts);
    }

    /// Records that a subtree is needed, and that nothing in it will be tested.
    pub(super) fn find(&mut self, tree: &Tree, node: NodeId) {
        self.whole.found += 1.0;
        self.update(tree, node, |counts| {
            counts.found += 1.0;
            counts.is_explained = true;
        });
    }

    /// Records that a subtree was removed.
    pub(super) fn clear(&mut self, tree: &Tree, node: NodeId, n_tokens: f64) {
        self.whole.cleared += n_tokens;
        self.update(tree, node, |counts| counts.cleared += n_tokens);
    }

    /// Assumes that a subtree is removed.
    pub(super) fn suppose(&self, tree: &Tree, node: NodeId, n_tokens: f64, supposed: &mut Supposed) {
        for node in self.around(tree, node) {
            *supposed.entry(node).or_default() += n_tokens;
        }
    }

    /// Returns the negative logarithm of the probability that a subtree with `n_tokens` live tokens
    /// can be removed. O(depth).
    pub(super) fn hazard(&self, tree: &Tree, node: NodeId, n_tokens: f64, supposed: &Supposed) -> f64 {
        let around: Vec<(NodeId, SubtreeCounts)> =
            self.around(tree, node).map(|node| (node, self.subtrees[&node])).collect();
        let SubtreeCounts { n_tokens: n_all, found, cleared, .. } = self.whole;
        let all = ((found + 1.0) / (found + cleared + PRIOR_SHARE * n_all)).min(MOST_NEEDED);
        let rate = around.iter().rev().fold(all, |outside, (_, counts)| counts.rate(outside));
        let (n_supposed, counts) = match around.first() {
            Some((node, counts)) => (supposed.get(node).copied().unwrap_or_default(), *counts),
            None => (0.0, self.whole),
        };
        -counts.free(rate, n_tokens, n_supposed).max(LEAST_FREE).ln()
    }

    /// Returns the needed subtrees around a subtree, the innermost first.
    fn around(&self, tree: &Tree, node: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(tree.parent(node), |&node| tree.parent(node))
            .filter(|node| self.subtrees.contains_key(node))
    }

    fn update(&mut self, tree: &Tree, node: NodeId, change: impl Fn(&mut SubtreeCounts)) {
        let around: Vec<NodeId> = self.around(tree, node).collect();
        for node in around {
            Arc::make_mut(&mut self.subtrees).entry(node).and_modify(&change);
        }
    }
}

#[cfg(test)]
mod tests {
    use dwindle_syntax::languages;

    use super::*;

    /// A list of lists of eight numbers each.
    fn lists() -> (Arc<Tree>, Vec<NodeId>) {
        let text = format!("[{}]", ["[1, 2, 3, 4, 5, 6, 7, 8]"; 8].join(", "));
        let tree = languages::by_name("json").unwrap().parse(text.as_bytes()).unwrap();
        let array = tree.children(tree.root()).next().unwrap();
        let lists = tree.children(array).filter(|&node| tree.is_named(node)).collect();
        (Arc::new(tree), lists)
    }

    fn numbers(tree: &Tree, list: NodeId) -> Vec<NodeId> {
        tree.children(list).filter(|&node| tree.is_named(node)).collect()
    }

    fn free(estimate: &Estimate, tree: &Tree, node: NodeId, supposed: &Supposed) -> f64 {
        let n_tokens = f64::from(tree.n_tokens(node));
        (-estimate.hazard(tree, node, n_tokens, supposed)).exp()
    }

    #[test]
    fn where_one_was_found_more_are_expected_than_elsewhere() {
        let (tree, lists) = lists();
        let mut estimate = Estimate::new(tree.n_tokens(tree.root()));
        estimate.enter(&tree, lists[0], f64::from(tree.n_tokens(lists[0])));
        let [inside, outside] = [0, 1].map(|at| numbers(&tree, lists[at]));
        estimate.find(&tree, inside[0]);
        estimate.find(&tree, inside[1]);
        let none = Supposed::default();
        let [here, there] = [inside[2], outside[2]].map(|node| free(&estimate, &tree, node, &none));
        assert!(here + 0.1 < there, "{here} {there}");
        for &node in &inside[2..] {
            estimate.clear(&tree, node, 1.0);
        }
        assert!(here < free(&estimate, &tree, inside[2], &none));
    }

    #[test]
    fn the_last_part_of_what_is_needed_is_hardly_free() {
        let (tree, lists) = lists();
        let mut estimate = Estimate::new(tree.n_tokens(tree.root()));
        estimate.enter(&tree, lists[0], 8.0);
        let numbers = numbers(&tree, lists[0]);
        let mut supposed = Supposed::default();
        let mut all = 1.0;
        let mut last = 1.0;
        for &node in &numbers {
            let now = free(&estimate, &tree, node, &supposed);
            assert!(now < last, "{now} {last}");
            (all, last) = (all * now, now);
            estimate.suppose(&tree, node, 1.0, &mut supposed);
        }
        assert!(all < 0.2, "{all}");
        // Once one is found, the others are as likely removable as their rate says.
        estimate.find(&tree, numbers[0]);
        assert!(last < free(&estimate, &tree, numbers[7], &Supposed::default()));
    }
}
