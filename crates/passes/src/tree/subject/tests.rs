//! Tests of the shortcuts past siblings that remain: the same as looking at each.

use proptest::prelude::{any, proptest};

use super::*;
use crate::testing::options;
use crate::tree::signs::last_sign;

const TEXT: &str = "int f(int a, int b, int c, ...) { g(a, /* no */ b, , c); h((1), 2, 3, [4]); }\n\
                    int x[] = {1, 2, /* three */ 3, , 4,}; enum e { A, B = 1, C, };\n\
                    void i() { for (; a; b) { c; } struct s { int d; ; } e; }\n";

/// Looks at each child, as the shortcut need not.
fn bare_signs_of_each(
    subject: &Subject,
    children: &[NodeId],
    gone: &[usize],
    absent: &[usize],
) -> Option<Vec<usize>> {
    let tree = subject.tree();
    let text = |at: usize| if tree.is_named(children[at]) { &b""[..] } else { tree.text_of(children[at]) };
    let is_open = |at: usize| matches!(text(at), b"(" | b"[" | b"{" | b"<");
    let (mut all, mut last, mut is_gap, mut has_sign) = (Vec::new(), None, false, false);
    for (at, &child) in children.iter().enumerate() {
        let is_after_open = last.is_none_or(|last| is_open(last) || text(last) == b",");
        let ends_block = |last: usize| tree.text_of(children[last]).ends_with(b"}");
        let is_after_end = last.is_none_or(|last| {
            matches!(text(last), b"{" | b";") || text(last).is_empty() && ends_block(last)
        });
        let is_bare =
            is_gap && (text(at) == b"," && is_after_open || text(at) == b";" && !has_sign && is_after_end);
        if gone.contains(&at) || is_bare && !absent.contains(&at) {
            all.push(at);
            is_gap = true;
            has_sign |= !is_bare && !absent.contains(&at) && matches!(text(at), b"," | b";");
        } else if !tree.is_extra(child) {
            (last, is_gap) = if absent.contains(&at) { (last, true) } else { (Some(at), false) };
            has_sign &= is_gap;
        }
    }
    if let Some(at) = last_sign(tree, children, &all, absent) {
        all.insert(all.partition_point(|&other| other < at), at);
    }
    (gone.len() < all.len()).then_some(all)
}

proptest! {
    #[test]
    fn missing_siblings_and_bare_signs_are_those_of_a_look_at_each(
        chosen in proptest::collection::vec(any::<u16>(), 0..6),
        gone in proptest::collection::vec(0u8..6, 64),
    ) {
        let document = Document::single("a.c", TEXT);
        let subject = Subject::new("test", &options(), &document, 0).unwrap();
        let tree = subject.tree();
        let nodes: Vec<NodeId> = tree.preorder(tree.root()).collect();
        let change = |&at: &u16| match nodes[usize::from(at) % nodes.len()] {
            node if at % 3 == 0 => Change::Replace(node, b"0"[..].into()),
            node => Change::Delete(node),
        };
        let changes: Vec<Change> = chosen.iter().map(change).collect();
        let edits = TokenEdits::default().with(tree, &changes);
        for &parent in &nodes {
            let children: Vec<NodeId> = tree.children(parent).collect();
            let absent = subject.absent(&children, &edits);
            let is_absent = |at: &usize| !subject.is_present(children[*at], &edits);
            let each: Vec<usize> = (0..children.len()).filter(is_absent).collect();
            assert_eq!(absent, each);
            let gone: Vec<usize> = (0..children.len()).filter(|&at| gone[at % 64] == 0).collect();
            let expected = bare_signs_of_each(&subject, &children, &gone, &absent);
            assert_eq!(without_bare_signs(tree, &children, &gone, &absent), expected);
        }
    }
}

/// Returns the tokens that are left of a text without the node of a part.
fn left_without(path: &str, text: &str, part: &str) -> String {
    let document = Document::single(path, text);
    let subject = Subject::new("test", &options(), &document, 0).unwrap();
    let tree = subject.tree();
    let node = tree.preorder(tree.root()).find(|&node| tree.text_of(node) == part.as_bytes()).unwrap();
    let edits = subject.apply(&TokenEdits::default(), [Change::Delete(node)].iter());
    let left = tree.tokens().iter().filter(|&&token| 0 < subject.n_alive(token, &edits));
    left.map(|&token| String::from_utf8_lossy(tree.text_of(token))).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_semicolon_goes_with_the_statement_that_it_ends() {
    let text = "if ($a) { b(); c(); } d(); e();\n";
    assert_eq!(left_without("a.pl", text, "b()"), "if ( $ a ) { c ( ) ; } d ( ) ; e ( ) ;");
    assert_eq!(left_without("a.pl", text, "d()"), "if ( $ a ) { b ( ) ; c ( ) ; } e ( ) ;");
    assert_eq!(left_without("a.pl", text, "e()"), "if ( $ a ) { b ( ) ; c ( ) ; } d ( ) ;");
    // The sign before an element is the one that goes with it.
    let text = "macro_rules! m { (a) => { 1 }; (b) => { 2 }; (c) => { 3 } }\n";
    let left = left_without("a.rs", text, "(b) => { 2 }");
    assert_eq!(left, "macro_rules! m { ( a ) => { 1 } ; ( c ) => { 3 } }");
    let text = "void f() { for (; a; b) c(); }\n";
    assert_eq!(left_without("a.c", text, "a"), "void f ( ) { for ( ; ; b ) c ( ) ; }");
}

/// In Haskell, a comma before the bracket is an error, though the grammar allows it.
#[test]
fn no_comma_is_left_before_a_bracket_unless_there_was_one() {
    let left = left_without("a.hs", "data A = A { a :: Int, b :: Int }\n", "b :: Int");
    assert_eq!(left, "data A = A { a :: Int }");
    assert_eq!(left_without("a.rs", "fn f() { g(a, b); }\n", "b"), "fn f ( ) { g ( a ) ; }");
    assert_eq!(left_without("a.rs", "fn f() { g([a, b,]); }\n", "b"), "fn f ( ) { g ( [ a , ] ) ; }");
    // `(a)` is no tuple.
    assert_eq!(left_without("a.py", "f((a, b))\n", "b"), "f ( ( a , ) )");
    assert_eq!(left_without("a.py", "f((a, b, c))\n", "c"), "f ( ( a , b ) )");
}
