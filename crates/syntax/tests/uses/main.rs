//! Tests of what is removed together, in every kind of language.

use std::ops::Range;

use dwindle_syntax::bindings::Definition;
use dwindle_syntax::languages::by_name;
use dwindle_syntax::uses::{CompanionKind, Members, Root, Uses, Wildcards};

mod functional;
mod hardware;
mod languages;
mod samples;
mod slices;
mod unused;

fn uses(language: &str, text: &str) -> Uses {
    let language = by_name(language).expect("the language is built in");
    let tree = language.parse(text.as_bytes()).expect("the text is short");
    assert!(!tree.has_error(tree.root()), "the text parses: {text}");
    Uses::of(language, &tree)
}

fn places(text: &str, parts: &[&str]) -> Vec<Range<usize>> {
    let place = |part: &&str| {
        let start = text.find(part).unwrap_or_else(|| panic!("{part} is in the text"));
        start..start + part.len()
    };
    let mut places: Vec<Range<usize>> = parts.iter().map(place).collect();
    places.sort_by_key(|place| place.start);
    places
}

/// Returns what is removed together with some parts of a text, each on one line, with single
/// spaces.
fn along(language: &str, text: &str, gone: &[&str], along: CompanionKind) -> Vec<String> {
    let uses = uses(language, text);
    let nodes = uses.companion(&[], &places(text, gone), along);
    let line = |text: &[u8]| String::from_utf8_lossy(text).split_whitespace().collect::<Vec<_>>().join(" ");
    nodes.into_iter().map(|node| line(uses.tree().text_of(node))).collect()
}

/// Checks what is removed together with some parts of a text, including dependents.
#[track_caller]
fn check(language: &str, text: &str, gone: &[&str], expected: &[&str]) {
    assert_eq!(
        along(language, text, gone, CompanionKind::Dependents),
        expected,
        "{language}: without {gone:?}"
    );
}

/// Returns the texts that are not kept with a name.
fn beside(language: &str, text: &str, name: &str, members: Members) -> Vec<String> {
    let uses = uses(language, text);
    let is_it = |found: &&Definition| uses.tree().text_of(found.name) == name.as_bytes();
    let root = uses.bindings().definitions().iter().find(is_it).map(|found| Root::Entity(found.entity));
    let nodes = uses.beside(&[], root.as_slice(), members, Wildcards::Kept);
    nodes.into_iter().map(|node| String::from_utf8_lossy(uses.tree().text_of(node)).into_owned()).collect()
}

#[test]
fn what_was_missing_before_takes_nothing_along() {
    let text = "def f():\n    a = g(1)\n    b = 2\n    return b\n\ndef g(x):\n    return x\n\nprint(f())\n";
    let uses = uses("python", text);
    let before = places(text, &["def g(x):\n    return x"]);
    let gone = places(text, &["def g(x):\n    return x", "print(f())"]);
    let texts = |before: &[Range<usize>]| -> Vec<String> {
        let nodes = uses.companion(before, &gone, CompanionKind::Dependents);
        nodes
            .into_iter()
            .map(|node| String::from_utf8_lossy(uses.tree().text_of(node)).into_owned())
            .collect()
    };
    // The program does without `g`, whatever its call does.
    assert!(!texts(&before).iter().any(|text| text.starts_with("a = g(1)")), "{:?}", texts(&before));
    assert!(texts(&[]).iter().any(|text| text.contains("a = g(1)")), "{:?}", texts(&[]));
}

#[test]
fn a_prototype_that_was_bare_before_takes_nothing_along() {
    let text = "int f(int a);\nint g(int a) { return 1; }\nint f(int a) { return 2; }\nint main(void) { return 3; }\n";
    let uses = uses("c", text);
    let body = "int f(int a) { return 2; }";
    let went = |before: &[&str], gone: &[&str]| -> Vec<String> {
        let nodes = uses.companion(&places(text, before), &places(text, gone), CompanionKind::Dependents);
        nodes
            .into_iter()
            .map(|node| String::from_utf8_lossy(uses.tree().text_of(node)).into_owned())
            .collect()
    };
    assert_eq!(went(&[], &[body]), ["int f(int a);"]);
    assert_eq!(went(&[body], &[body, "int g(int a) { return 1; }"]), [""; 0]);
}
