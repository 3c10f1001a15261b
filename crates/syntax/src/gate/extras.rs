//! Long runs of what may stand anywhere, such as comments.

/// An incremental parse may walk over all comments in front of one for each of them: 50 ms at this
/// length, and seconds for tens of thousands, all within one step that no limit ends.
const LONG: usize = 2_000;

/// Whether so many comments, or other extras, follow each other that old trees are no gain.
/// O(children of the nodes with that many descendants).
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
