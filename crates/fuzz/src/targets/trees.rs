//! The trees of all languages.

use dwindle_syntax::{LANGUAGES, ParseError};

/// Longer texts only take longer.
const MOST_BYTES: usize = 4096;

pub(super) fn run(bytes: &[u8]) {
    let Some((&which, text)) = bytes.split_first() else { return };
    let text = &text[..text.len().min(MOST_BYTES)];
    let language = &LANGUAGES[usize::from(which) % LANGUAGES.len()];
    let tree = match language.parse(text) {
        Ok(tree) => tree,
        Err(ParseError::Unsafe { .. } | ParseError::TooFar { .. } | ParseError::GaveUp { .. }) => return,
        Err(error) => panic!("{}: {error}", language.name),
    };
    assert_eq!(tree.print(), text, "{}: tokens and gaps are the text", language.name);
    assert_eq!(tree.range(tree.root()), 0..text.len(), "{}: the root covers the text", language.name);
    for node in tree.preorder(tree.root()) {
        let range = tree.range(node);
        let mut at = range.start;
        for child in tree.children(node) {
            let inner = tree.range(child);
            assert!(at <= inner.start && inner.end <= range.end, "{}: children are in order", language.name);
            at = inner.end;
        }
    }
}
