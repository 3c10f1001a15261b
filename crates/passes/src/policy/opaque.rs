//! A policy for text passes: run only where a tree has no structure.

use std::sync::Arc;

use dwindle_reduce::Pass;
use dwindle_reduce::cost::count_tokens;
use dwindle_syntax::Tree;

use crate::tree::source::TreeSource;

/// A leaf with at least this many words is opaque: the tree does not show its structure.
const N_WORDS: u64 = 8;

/// Returns the text pass restricted to documents with a file without a tree, or with an opaque
/// leaf: the body of a macro, a script within HTML, a long comment or string.
pub(crate) fn if_opaque(pass: Pass, trees: &Arc<TreeSource>) -> Pass {
    let trees = trees.clone();
    pass.wrapped(move |pass, document| {
        let n_files = u32::try_from(document.files().len()).ok()?;
        let is_opaque = |file| trees.tree(document, file).is_none_or(|found| has_opaque_leaf(&found.tree));
        (0..n_files).any(is_opaque).then(|| pass.begin(document)).flatten()
    })
}

fn has_opaque_leaf(tree: &Tree) -> bool {
    tree.tokens().iter().any(|&token| N_WORDS <= count_tokens(tree.text_of(token)))
}

#[cfg(test)]
mod tests {
    use dwindle_reduce::Document;

    use super::*;
    use crate::entry::Entry;
    use crate::testing::options;

    fn begins(path: &str, text: &str) -> bool {
        let lines = Entry::named("lines").unwrap().pass(&options());
        let pass = if_opaque(lines, &Arc::default());
        pass.begin(&Document::single(path, text)).is_some()
    }

    #[test]
    fn only_what_the_tree_does_not_see_into_is_taken_as_text() {
        assert!(!begins("a.c", "int f(void) {\n  return 1 + 2 + 3 + 4 + 5;\n}\n"));
        assert!(begins("a.c", "#define F(x) \\\n  int f##x(int a) { return a + x; }\nint b;\n"));
        assert!(begins("a.html", "<p>\n<script>\nlet a = 1;\nlet b = a + 2;\n</script>\n"));
    }
}
