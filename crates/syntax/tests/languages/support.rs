//! What several test files check.

use dwindle_syntax::Tree;

/// Checks everything that [`Tree`] promises, in O(nodes).
pub fn check_invariants(tree: &Tree, text: &[u8]) {
    assert_eq!(&tree.text()[..], text);
    assert_eq!(tree.range(tree.root()), 0..text.len(), "the root covers the text");
    assert_eq!(tree.print(), text, "tokens and gaps are the text");
    assert_eq!(tree.n_tokens(tree.root()) as usize, tree.tokens().len());
    for (token_idx, &token) in (0u32..).zip(tree.tokens()) {
        assert!(tree.is_leaf(token) && !tree.range(token).is_empty(), "a token is a leaf with text");
        assert_eq!(tree.token_range(token), token_idx..token_idx + 1);
        assert!(is_blank(&text[tree.gap(token_idx)]), "text between tokens is white space");
    }
    assert!(is_blank(&text[tree.gap(tree.tokens().len() as u32)]));
    let mut n_seen = 0;
    for node in tree.preorder(tree.root()) {
        assert_eq!(node.index(), n_seen, "nodes are numbered in preorder");
        n_seen += 1;
        let range = tree.range(node);
        let (mut at, mut n_tokens) = (range.start, 0);
        for child in tree.children(node) {
            assert_eq!(tree.parent(child), Some(node));
            let inner = tree.range(child);
            assert!(at <= inner.start && inner.end <= range.end, "children are in order and within");
            assert!(!tree.has_error(child) || tree.has_error(node));
            at = inner.end;
            n_tokens += tree.n_tokens(child);
        }
        if !tree.is_leaf(node) {
            assert_eq!(tree.n_tokens(node), n_tokens);
        }
    }
    assert_eq!(n_seen, tree.len());
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| byte.is_ascii_whitespace() || *byte == 0x0b)
}

/// Returns the sample of a language: the path below the samples folder, and the text.
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
pub fn sample(language: &dwindle_syntax::Language) -> (std::path::PathBuf, Vec<u8>) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples");
    let entries = std::fs::read_dir(folder).expect("the samples folder can be read");
    let mut found = entries.map(|entry| entry.expect("the folder can be read").path());
    let path = found.find(|path| path.file_stem().is_some_and(|stem| stem == language.name));
    let path = path.unwrap_or_else(|| panic!("{language:?} has no sample"));
    let text = std::fs::read(&path).expect("the sample can be read");
    (path.file_name().expect("a file has a name").into(), text)
}
