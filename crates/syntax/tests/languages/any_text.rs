//! Every language takes every text.

use dwindle_syntax::{LANGUAGES, Language, ParseError};
use proptest::prelude::*;

use crate::support::{check_invariants, sample};

/// Text that is near enough to programs to reach deep into a grammar.
fn program_like() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        "[a-z]{1,4}",
        "[0-9]{1,3}",
        "[-+*/%=<>!&|^~?:.,;#@$\\\\]",
        "[(){}\\[\\]]",
        "[\"'`]",
        "[ \n\t\r\u{b}\u{0}]",
        "[äλ€🦀]",
        Just("/* ".to_owned()),
        Just("if (x) {".to_owned()),
        Just("<?xml".to_owned()),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat().into_bytes())
}

/// Only what would end the program in a scanner of WGSL is given up at once: no other parser does
/// much work on a short text.
fn check_one(language: &Language, text: &[u8]) {
    match language.parse(text) {
        Ok(tree) => check_invariants(&tree, text),
        Err(ParseError::Unsafe { .. }) if matches!(language.name, "perl" | "wgsl") => {}
        Err(error) => panic!("{language:?}: {error}"),
    }
}

fn check(text: &[u8]) {
    LANGUAGES.iter().for_each(|language| check_one(language, text));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_have_a_tree(text in proptest::collection::vec(any::<u8>(), 0..300)) {
        check(&text);
    }

    #[test]
    fn any_broken_sample_has_a_tree(
        which in any::<prop::sample::Index>(),
        from in any::<prop::sample::Index>(),
        len in 1usize..80,
        new in "[(){}\"'a1;\n/*]{0,3}",
    ) {
        let language = which.get(LANGUAGES);
        let (_, mut text) = sample(language);
        let from = from.index(text.len());
        let end = text.len().min(from + len);
        text.splice(from..end, new.bytes());
        check_one(language, &text);
    }

    #[test]
    fn any_program_like_text_has_a_tree(text in program_like()) {
        check(&text);
    }
}

#[test]
fn empty_and_odd_texts_have_a_tree() {
    for text in
        [&b""[..], b" \n", b"\0", b"a\0b\0\0", b"\xef\xbb\xbfa", b"\xff\xfe\xc3(", b"\r\n\x0b\x0c", b"\\\n"]
    {
        check(text);
    }
}
