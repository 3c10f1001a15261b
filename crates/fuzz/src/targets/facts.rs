//! Grammars that users bring: `grammar.json`, `node-types.json`, and the facts derived from them.

use std::sync::Arc;

use dwindle_syntax::facts::{Children, Facts, Origin, Rules, Shapes};
use dwindle_syntax::languages::by_name;
use dwindle_syntax::{KindId, Tree};

/// Larger grammars only take longer.
const MOST_BYTES: usize = 16 << 10;
/// A text with nodes of the kinds in the grammars of the corpus.
const TEXT: &[u8] = br#"{"a": [1, null, "x", true], "b": {}, "c": {"d": -1.5e3}}"#;

pub(super) fn run(bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(MOST_BYTES)];
    let _ = Rules::decode(bytes);
    let Ok(json) = std::str::from_utf8(bytes) else { return };
    let language = by_name("json").expect("JSON is built in");
    let tree = language.parse(TEXT).expect("the text is short");
    if let Ok(rules) = Rules::from_json(json, Origin::default()) {
        let encoded = rules.encode().expect("what was read can be written");
        assert_eq!(Rules::decode(&encoded).expect("what was written can be read"), rules);
        check(&tree, Facts::new(rules, tree.kinds()));
    }
    if let Ok(facts) = Facts::from_node_types(json, tree.kinds()) {
        check(&tree, facts);
    }
}

fn check(tree: &Tree, facts: Facts) {
    let facts = Arc::new(facts);
    for kind in (0..tree.kinds().len()).filter_map(|at| u16::try_from(at).ok()) {
        let _ = facts.shortest(KindId(kind));
    }
    let mut shapes = Shapes::new(facts);
    for node in tree.preorder(tree.root()) {
        check_children(tree, &shapes.children(tree, node));
    }
}

fn check_children(tree: &Tree, children: &Children) {
    let n_children = children.nodes().len();
    for child in 0..n_children {
        let _ = (children.role(child), children.plain_at(child), children.plain_alike(child));
        let _ = children.shortest_at(child);
        assert!(children.may_replace(child, tree.kind(children.nodes()[child])), "a child may stay");
        if let Some(gone) = children.without(&[child]) {
            assert!(gone.contains(&child), "what is to go goes");
            assert!(gone.is_sorted() && gone.iter().all(|gone| *gone < n_children));
        }
    }
    let all: Vec<usize> = (0..n_children).collect();
    assert!(children.without(&all).is_none_or(|gone| gone == all));
    assert_eq!(children.without(&[]), Some(Vec::new()), "the children follow their rule");
    for list in children.lists() {
        let mut at = 0;
        for element in &list.elements {
            assert!(at <= element.start && element.start < element.end && element.end <= n_children);
            at = element.end;
        }
    }
}
