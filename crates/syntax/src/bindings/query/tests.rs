//! The query language on small trees of our own reader; grammars are compared with tree-sitter
//! elsewhere.

use super::*;
use crate::own::{Dialect, read_sexpr};

/// Shows the texts that `@x` captures, match by match.
fn found(query: &str, text: &str) -> Result<String, QueryError> {
    let tree = read_sexpr(text.as_bytes(), Dialect::SmtLib).unwrap();
    let query = Query::new(query, tree.kinds())?;
    let mut found = Vec::new();
    query.find(&tree, |_, _, captured| {
        let x = |(capture, _): &&(CaptureId, _)| query.captures()[usize::from(capture.0)] == "x";
        let texts = captured.iter().filter(x).map(|(_, node)| String::from_utf8_lossy(tree.text_of(*node)));
        found.push(texts.collect::<Vec<_>>().join(" "));
    });
    Ok(found.join(", "))
}

fn check(query: &str, text: &str, expected: &str) {
    assert_eq!(found(query, text).as_deref(), Ok(expected), "{query} in {text}");
}

#[test]
fn children_match_in_order_with_others_between() {
    check("(list (symbol) @x (number) @x)", "(a b 1 2)", "a 1, a 2, b 1, b 2");
    check("(list (number) (symbol) @x)", "(a b 1 2)", "");
}

#[test]
fn an_anchor_allows_no_named_child_in_front() {
    check("(list . (symbol) @x)", "(a b) (1 c)", "a");
    check("(list . (symbol) . (_) @x)", "(a b c)", "b");
    check("(list (number) . (symbol) @x)", "(1 a b 2 c)", "a, c");
}

#[test]
fn alternatives_and_groups_are_one_node() {
    check("[(number) (string)] @x", "(a 1 \"s\")", "1, \"s\"");
    check("(list [(number) @x (list (number) @x)])", "(1 (2 a))", "1, 2, 2");
    check("((symbol) @x (#eq? @x \"a\"))", "(a b a)", "a, a");
    check("(list \"(\" @x)", "(a)", "(");
}

#[test]
fn predicates_look_at_texts() {
    check("(list . (symbol) @_k . (symbol) @x (#any-of? @_k \"f\" \"g\"))", "(f a) (g b) (h c)", "a, b");
    check("(list . (symbol) @_k . (symbol) @x (#not-eq? @_k \"f\"))", "(f a) (g b)", "b");
    check("(list . (symbol) @x . (symbol) @y (#eq? @x @y))", "(a b) (c c)", "c");
    check("((symbol) @x (#match? @x \"^ab\"))", "(ab abc b)", "ab, abc");
    check("((symbol) @x (#match? @x \"^[A-Z]\"))", "(Ab aB)", "Ab");
    check("((symbol) @x (#not-match? @x \"^ab\"))", "(ab abc b)", "b");
    check("(list . (symbol) @_k . (symbol) @x (#not-any-of? @_k \"f\" \"g\"))", "(f a) (h b)", "b");
}

#[test]
fn comments_lie_between_any_children() {
    check("(list . (symbol) . (symbol) @x)", "(a ; c\n b)", "b");
}

#[test]
fn what_a_language_does_not_have_is_refused() {
    let refused = |query: &str| found(query, "").unwrap_err();
    assert_eq!(refused("(lists)"), QueryError::UnknownKind("lists".to_owned()));
    assert_eq!(refused("(list name: (symbol))"), QueryError::UnknownField("name".to_owned()));
    assert_eq!(refused("((list) (#eq? @y \"\"))"), QueryError::UnknownCapture("@y".to_owned()));
    for query in ["symbol", "()", "(list (symbol) .)", "(list (#what? 1))", "((_) @x (#match? @x \"a.*\"))"] {
        assert!(matches!(refused(query), QueryError::Unexpected(_)), "{query}");
    }
}
