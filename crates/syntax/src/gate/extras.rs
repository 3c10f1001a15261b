//! Long runs of extras (nodes that may occur anywhere, such as comments).

/// The length of a run from which incremental parsing is not used: it may visit all earlier
/// comments of a run for each of them. That takes 50 ms at this length and seconds for tens of
/// thousands, within one step of the parser, which no limit interrupts.
const LONG: usize = 2_000;

/// Whether the tree has a run of extras of at least this length. O(children of the nodes with that
/// many descendants).
pub(super) fn has_long_run(tree: &tree_sitter::Tree) -> bool {
    let mut cursor = tree.walk();
    let mut n_extras = 0;
    loop {
        let node = cursor.node();
        n_extras = if node.is_extra() { n_extras + 1 } else { 0 };
        if LONG <= n_extras {
            return true;
        }
        if LONG < node.descendant_count() && cursor.goto_first_child() {
            n_extras = 0;
            continue;
        }
        while !cursor.goto_next_sibling() {
            n_extras = 0;
            if !cursor.goto_parent() {
                return false;
            }
        }
    }
}
