//! Our matcher beside tree-sitter's own.

use std::collections::BTreeSet;

use dwindle_syntax::Grammar;
use dwindle_syntax::bindings::query::Query;
use tree_sitter::StreamingIterator;

use crate::fixtures::{fixture, with_bindings};

/// The pattern, the name of the capture, and the bytes.
type Captured = BTreeSet<(usize, String, usize, usize)>;

/// What follows is done by us alone: captures of those patterns are compared before it.
fn without_follows(query: &str) -> String {
    let mut rest = query;
    let mut kept = String::new();
    while let Some(at) = rest.find("(#follow!") {
        kept.push_str(&rest[..at]);
        rest = rest[at..].split_once(')').expect("the predicate is closed").1;
        // Texts of nodes that were followed to cannot be compared either.
        let next = rest.trim_start();
        if next.starts_with("(#eq?") || next.starts_with("(#not-eq?") {
            rest = next.split_once(')').expect("the predicate is closed").1;
        }
    }
    kept + rest
}

#[test]
fn queries_find_what_tree_sitter_finds() {
    for language in with_bindings() {
        let Some(grammar) = language.grammar().unwrap() else { continue };
        let (text, _) = fixture(language.name);
        let written = without_follows(&language.bindings.unwrap().queries.join("\n"));
        // Tree-sitter's own tree has words for what is parsed once more here.
        let grammar = Grammar::new(language.name, grammar.language().clone()).unwrap();
        let tree = grammar.parse(text.as_bytes()).unwrap();
        let ours = Query::new(&written, tree.kinds()).unwrap();
        let mut found = Captured::new();
        ours.find(&tree, |pattern, _, captured| {
            for &(capture, node) in captured {
                let range = tree.range(node);
                found.insert((
                    pattern,
                    ours.captures()[usize::from(capture.0)].clone(),
                    range.start,
                    range.end,
                ));
            }
        });
        let theirs = tree_sitter::Query::new(grammar.language(), &written).unwrap();
        let parsed = grammar.parse_raw(text.as_bytes(), None).unwrap();
        let mut expected = Captured::new();
        let mut cursor = tree_sitter::QueryCursor::new();
        let mut matches = cursor.matches(&theirs, parsed.root_node(), text.as_bytes());
        while let Some(one) = matches.next() {
            for capture in one.captures() {
                let name = theirs.capture_names()[capture.index as usize].to_owned();
                expected.insert((
                    one.pattern_index,
                    name,
                    capture.node.start_byte(),
                    capture.node.end_byte(),
                ));
            }
        }
        assert!(!expected.is_empty(), "{language:?}");
        let missing: Vec<_> = expected.difference(&found).collect();
        let extra: Vec<_> = found.difference(&expected).collect();
        assert!(
            missing.is_empty() && extra.is_empty(),
            "{}: missing {missing:?}, extra {extra:?}",
            language.name
        );
    }
}
