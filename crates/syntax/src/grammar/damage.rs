//! How much of a text its grammar does not accept.

/// The number of syntax errors in a tree, and the bytes that they cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Damage {
    /// Error and missing nodes.
    pub(crate) nodes: usize,
    /// Bytes within error nodes: an error that covers the rest of a file is still one node.
    pub(crate) bytes: usize,
}

impl Damage {
    /// Measures a tree, visiting only nodes with errors. O(children of nodes with errors), without
    /// recursion.
    pub(crate) fn of(tree: &tree_sitter::Tree) -> Damage {
        Damage::of_node(tree.root_node())
    }

    /// Measures a subtree, as [`Damage::of`].
    pub(crate) fn of_node(node: tree_sitter::Node<'_>) -> Damage {
        Damage::below(node, Damage { nodes: usize::MAX, bytes: usize::MAX }).unwrap_or_default()
    }

    /// Measures a tree; `None` as soon as one of the limits is exceeded.
    pub(crate) fn up_to(tree: &tree_sitter::Tree, limit: Damage) -> Option<Damage> {
        Damage::below(tree.root_node(), limit)
    }

    fn below(node: tree_sitter::Node<'_>, limit: Damage) -> Option<Damage> {
        let mut cursor = node.walk();
        let mut damage = Damage::default();
        let mut counted = 0;
        loop {
            let node = cursor.node();
            if node.has_error() {
                if node.is_error() || node.is_missing() {
                    damage.nodes += 1;
                    damage.bytes += node.end_byte().saturating_sub(counted.max(node.start_byte()));
                    counted = counted.max(node.end_byte());
                }
                if limit.nodes < damage.nodes || limit.bytes < damage.bytes {
                    return None;
                }
                if cursor.goto_first_child() {
                    continue;
                }
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return Some(damage);
                }
            }
        }
    }
}

impl std::iter::Sum for Damage {
    fn sum<I: Iterator<Item = Damage>>(all: I) -> Damage {
        all.fold(Damage::default(), |sum, one| Damage {
            nodes: sum.nodes + one.nodes,
            bytes: sum.bytes + one.bytes,
        })
    }
}
