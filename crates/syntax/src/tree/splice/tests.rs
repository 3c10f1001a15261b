//! Trees of words, made without a grammar: every byte that is not white space or in a word is a
//! token.

use std::sync::Arc;

use proptest::prelude::*;

use super::*;
use crate::tree::{Flags, KindId, Kinds, Open, TreeBuilder};

const C: Spacing = Spacing::Free { word_bytes: b"" };

fn words(text: &[u8]) -> Tree {
    let mut builder = TreeBuilder::new(text.into(), Arc::new(Kinds::default())).unwrap();
    builder.open(Open::new(KindId(0), Flags::NAMED), 0);
    let mut at = 0;
    while at < text.len() {
        let is_word = |byte: &u8| byte.is_ascii_alphanumeric();
        let len = text[at..].iter().take_while(|byte| is_word(byte)).count().max(1);
        if !text[at].is_ascii_whitespace() {
            builder.leaf(Open::new(KindId(0), Flags::NONE), at, at + len);
        }
        at += len;
    }
    builder.finish()
}

fn apply(text: &[u8], splices: &[Splice<'_>]) -> Vec<u8> {
    let (mut result, mut at) = (Vec::new(), 0);
    for splice in splices {
        assert!(at <= splice.range.start && splice.range.start <= splice.range.end, "splices are in order");
        result.extend_from_slice(&text[at..splice.range.start]);
        result.extend_from_slice(&splice.text);
        at = splice.range.end;
    }
    result.extend_from_slice(&text[at..]);
    result
}

/// Cuts the tokens between `[` and `]` (which are not part of the text), replacing them by what
/// follows a `|`.
fn check(marked: &str, expected: &str) {
    check_in(C, marked, expected);
}

fn check_in(spacing: Spacing, marked: &str, expected: &str) {
    let (mut text, mut spots) = (Vec::<u8>::new(), Vec::<(usize, usize, Vec<u8>)>::new());
    let mut rest = marked;
    while let Some((before, after)) = rest.split_once('«') {
        text.extend_from_slice(before.as_bytes());
        let (edit, after) = after.split_once('»').unwrap();
        let (old, new) = edit.split_once('|').unwrap_or((edit, ""));
        spots.push((text.len(), text.len() + old.len(), new.into()));
        text.extend_from_slice(old.as_bytes());
        rest = after;
    }
    text.extend_from_slice(rest.as_bytes());
    let tree = words(&text);
    let index_at = |at: usize| tree.tokens().partition_point(|&token| tree.range(token).start < at) as u32;
    let edits = spots.iter().map(|(from, to, new)| TokenEdit {
        tokens: index_at(*from)..index_at(*to),
        text: new.into(),
        unwraps: false,
    });
    let result = apply(&text, &tree.splices(edits, spacing));
    assert_eq!(String::from_utf8_lossy(&result), expected, "{marked}");
}

#[test]
fn a_gap_on_both_sides_becomes_one() {
    check("a «b» c", "a c");
    check("a  «b» c", "a c");
    check("a «b»  c", "a c");
    check("a «b» «c» d", "a d");
}

#[test]
fn tokens_that_would_fuse_are_kept_apart() {
    check("a«+»b", "a b");
    check("x+«a»+y", "x+ +y");
    check("(«a»+b)", "(+b)");
    check("f(«a»)", "f()");
    check("a«;»(b)", "a(b)");
}

#[test]
fn brackets_need_no_space() {
    check("f(a, «b»)", "f(a,)");
    check("f(a«, b»)", "f(a)");
    check("f(«a,» b)", "f(b)");
    check("define f«(x)» y", "define f y");
    check("define «f»(x)", "define (x)");
}

#[test]
fn a_line_end_stays_a_line_end() {
    check("a;\n  «b;»\n  c;\n", "a;\n  c;\n");
    check("a;\n  «b;»\n}\n", "a;\n}\n");
    check("a «b»\nc", "a\nc");
    check("a\n «b» c", "a\n c");
    check("a;\n\n  «b;»\n  c;", "a;\n  c;");
}

#[test]
fn the_ends_of_the_text_keep_only_what_they_need() {
    check("«a;»\nb;\n", "b;\n");
    check("«a;»\n  b;\n", "  b;\n");
    check("  «a» b", "  b");
    check("\n\n  «a» b", "  b");
    check("a;\n«b;»\n", "a;\n");
    check("a;\n«b;»", "a;");
    check(" «a b» \n", "");
}

#[test]
fn a_replacement_keeps_the_gaps_around_it() {
    check("a «b|x y» c", "a x y c");
    check("a+«b|-c»+d", "a+ -c+d");
    check("(«a|b»)", "(b)");
    check("return«(x)|y»;", "return y;");
    check("a>«>|>>»", "a>>>");
}

#[test]
fn cuts_that_touch_do_not_add_spaces_twice() {
    check("a«+»«b|c»", "a c");
    check("a«+|b»«-|c»d", "a b c d");
    check("a «b|x»«,» «c» d", "a x d");
    check("(«a|x»«, b»)", "(x)");
    check("a«»b", "a«»b".replace(['«', '»'], "").as_str());
    check("(«|x»a)", "(x a)");
    check("f(«|x,»«a» b)", "f(x, b)");
}

#[test]
fn exact_spacing_is_never_touched() {
    check_in(Spacing::Exact, "a «b» c", "a  c");
    check_in(Spacing::Exact, "a«+»b", "ab");
    check_in(Spacing::Exact, "a«+|b»c", "abc");
}

/// Unwraps what follows the first `count` tokens.
fn unwrapped(text: &str, gone: &[(Range<u32>, bool)]) -> String {
    let tree = words(text.as_bytes());
    let edits = gone
        .iter()
        .map(|(tokens, unwraps)| TokenEdit { unwraps: *unwraps, ..TokenEdit::delete(tokens.clone()) });
    String::from_utf8(apply(text.as_bytes(), &tree.splices(edits, C))).unwrap()
}

#[test]
fn lines_that_lose_what_they_are_indented_for_move_out() {
    let text = "a\nif b\n    c\n    while d\n        e\n    f\ng\n";
    assert_eq!(unwrapped(text, &[(1..3, true)]), "a\nc\nwhile d\n    e\nf\ng\n");
    assert_eq!(unwrapped(text, &[(1..3, false)]), "a\n    c\n    while d\n        e\n    f\ng\n");
    assert_eq!(unwrapped(text, &[(1..3, true), (4..6, true)]), "a\nc\ne\nf\ng\n");
    assert_eq!(unwrapped(text, &[(1..4, true)]), "a\nwhile d\n    e\nf\ng\n", "its first line may go, too");
    assert_eq!(unwrapped("if b\n  c\n  d", &[(0..2, true)]), "c\nd");
    assert_eq!(unwrapped("a = f(\n  c,\n  d)", &[(2..4, true)]), "a =\n  c,\n  d)", "this begins no line");
}

proptest! {
    #[test]
    fn what_is_left_reads_as_the_tokens_that_are_left(
        text in "[ab(+ \n]{0,40}",
        edits in proptest::collection::vec((0u32..20, 0u32..4, 0usize..4), 0..6),
    ) {
        let tree = words(text.as_bytes());
        let n_tokens = tree.tokens().len() as u32;
        let (mut at, mut used) = (0, Vec::new());
        for (skip, len, which) in edits {
            let start = at + skip;
            let end = start + len;
            if n_tokens < end { break; }
            let new: &[u8] = [&b""[..], b"c", b"c c", b"(c"][which];
            used.push(TokenEdit { tokens: start..end, text: new.into(), unwraps: false });
            at = end;
        }
        let mut expected: Vec<Vec<u8>> = Vec::new();
        let mut from = 0;
        for edit in &used {
            expected.extend((from..edit.tokens.start).map(|token| tree.text_of(tree.tokens()[token as usize]).to_vec()));
            let new = words(&edit.text);
            expected.extend(new.tokens().iter().map(|&token| new.text_of(token).to_vec()));
            from = edit.tokens.end;
        }
        expected.extend((from..n_tokens).map(|token| tree.text_of(tree.tokens()[token as usize]).to_vec()));
        let result = apply(text.as_bytes(), &tree.splices(used, C));
        let after = words(&result);
        let found: Vec<Vec<u8>> = after.tokens().iter().map(|&token| after.text_of(token).to_vec()).collect();
        prop_assert_eq!(found, expected);
        // Nothing but `+` and `+` was apart in one and touches in the other.
        prop_assert!(result.len() <= text.len() + 40);
    }
}
