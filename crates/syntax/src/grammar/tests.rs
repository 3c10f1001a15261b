//! What is given up, and how far from that real texts are.

use std::borrow::Cow;

use super::budget::{Budget, Work};
use super::{Grammar, ParseError, Stop};
use crate::languages::LANGUAGES;

fn grammar(name: &str) -> Grammar {
    let language = LANGUAGES.iter().find(|language| language.name == name).unwrap();
    language.grammar().unwrap().unwrap()
}

/// The shares of the budget that a text takes: reports, reports in error, bytes read.
fn shares(grammar: &Grammar, text: &[u8]) -> [f64; 3] {
    let (budget, work) = (Budget::of(text.len()), Work::default());
    let read = |offset: usize| Cow::Borrowed(text.get(offset..).unwrap_or_default());
    let tree = grammar.parse_within(&budget, &work, &read, None).unwrap();
    assert!(tree.is_some(), "{}", grammar.name());
    [(work.reports, budget.reports), (work.in_error, budget.in_error), (work.read_bytes, budget.read_bytes)]
        .map(|(done, most)| done.get() as f64 / most as f64)
}

/// Bytes of an alphabet in an order that nobody chose.
fn scrambled(alphabet: &[u8], n_bytes: usize) -> Vec<u8> {
    let mut state = 1u64;
    let next = |_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        alphabet[(state >> 33) as usize % alphabet.len()]
    };
    (0..n_bytes).map(next).collect()
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn the_samples_of_all_languages_take_less_than_a_tenth_of_what_they_may() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples");
    let mut n_parsed = 0;
    for entry in std::fs::read_dir(samples).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let Some(language) = LANGUAGES.iter().find(|language| language.name == name) else { continue };
        let Some(grammar) = language.grammar().unwrap() else { continue };
        let text = std::fs::read_to_string(&path).unwrap().into_bytes();
        let shares = shares(&grammar, &text);
        assert!(shares.iter().all(|&share| share < 0.1), "{name}: {shares:?}");
        n_parsed += 1;
    }
    assert!(25 < n_parsed);
}

#[test]
fn the_densest_texts_that_are_valid_take_less_than_half() {
    let texts = [
        ("json", "[", "1,", "2]"),
        ("json", "[", "[],", "\"\"]"),
        ("c", "int f(void) {", "a=b+c;", "}"),
        ("javascript", "a=[", "1,", "2]"),
        ("cpp", "int f() {", "a<b>(c);", "}"),
        ("ruby", "a=[", "1,", "2]"),
        ("xml", "<a>", "<b/>", "</a>"),
    ];
    for (name, open, middle, close) in texts {
        let text = format!("{open}{}{close}", middle.repeat(100_000 / middle.len()));
        let shares = shares(&grammar(name), text.as_bytes());
        assert!(shares.iter().all(|&share| share < 0.5), "{name} {middle}: {shares:?}");
        assert!(grammar(name).parse(text.as_bytes()).is_ok());
    }
}

#[test]
fn long_garbage_is_refused_by_its_beginning() {
    let texts = [
        ("c", b"@$`?".repeat(50_000)),
        ("cpp", scrambled(b"ab\n \xff\xfe\xc3\x80{}()<>\"'", 200_000)),
        ("java", b"[a{".repeat(70_000)),
        ("rust", b"#if a\n".repeat(30_000)),
        ("python", b"\"a".repeat(100_000)),
    ];
    for (name, text) in texts {
        let refused = grammar(name).parse(&text).unwrap_err();
        assert_eq!(refused, ParseError::TooFar { grammar: name.into() }, "{name}");
        // What is short has a tree, whatever it is.
        assert!(grammar(name).parse(&text[..5_000]).is_ok(), "{name}");
    }
}

#[test]
fn a_text_is_given_up_where_it_takes_too_long() {
    let good = "[1]\n".repeat(15_000);
    let text = format!("{good}{}", "a,".repeat(100_000));
    let parsed = grammar("json").parse(text.as_bytes());
    let Err(ParseError::GaveUp { at, bytes, .. }) = parsed else { panic!("{parsed:?}") };
    assert!(good.len() < at && at <= bytes, "{at} of {bytes}");
    assert_eq!(bytes, text.len());
    // A scanner that looks for the end of what nothing ends.
    let unclosed = "a<".repeat(50_000);
    assert!(matches!(grammar("lua").parse(unclosed.as_bytes()), Err(ParseError::GaveUp { .. })));
}

#[test]
fn each_limit_ends_a_parse() {
    let text = b"int f(void) { return 1; }\n) ) int a;\n".repeat(300);
    let grammar = grammar("c");
    let all = Budget { reports: usize::MAX, in_error: usize::MAX, read_bytes: usize::MAX };
    let ends = |budget: &Budget| {
        let work = Work::default();
        let read = |offset: usize| Cow::Borrowed(text.get(offset..).unwrap_or_default());
        grammar.parse_within(budget, &work, &read, None).unwrap().is_some()
    };
    assert!(ends(&all));
    assert!(!ends(&Budget { reports: 9, ..all }));
    assert!(!ends(&Budget { in_error: 2, ..all }));
    assert!(!ends(&Budget { read_bytes: 2000, ..all }));
}

#[test]
fn a_parser_that_is_stopped_gives_up_at_its_next_look() {
    let text = "[1]\n".repeat(15_000);
    let (grammar, stop) = (grammar("json"), Stop::default());
    stop.stop();
    let parsed = stop.during(|| grammar.parse_raw(text.as_bytes(), None));
    let Err(ParseError::GaveUp { at, .. }) = parsed else { panic!("{parsed:?}") };
    assert!(at < 2_000, "{at}");
    assert!(grammar.parse_raw(text.as_bytes(), None).is_ok());
}

/// Returns the kinds of the nodes that hold just these words.
fn kinds(language: &str, text: &str, words: &str) -> Vec<String> {
    let tree = grammar(language).parse(text.as_bytes()).unwrap();
    let nodes = tree.preorder(tree.root()).filter(|&node| tree.text_of(node) == words.as_bytes());
    nodes.map(|node| tree.kind_name(node).to_owned()).collect()
}

#[test]
fn arguments_of_macros_are_expressions() {
    for (text, words, expected) in [
        ("fn f() { g(vec![h(1, a), 2]); }", "h(1, a)", &["call_expression"][..]),
        ("fn f() { g(vec![h(1, a); 2]); }", "[h(1, a); 2]", &["token_tree", "array_expression"]),
        ("fn f() { println!(\"{}\", a + 1); }", "a + 1", &["binary_expression"]),
        ("fn f() { vec![vec![a.b(), c]] }", "a.b()", &["call_expression"]),
        ("fn f() { println!(\"a\"); }", "(\"a\")", &["token_tree", "arguments"]),
        ("thread_local! { static A: u8 = b(1); }", "b(1)", &["call_expression"]),
        // What is no expression stays as it is.
        ("fn f() { html!(<a> h(1) </a>) }", "h(1)", &[]),
        ("macro_rules! m { ($a:expr) => { h($a) } }", "h($a)", &[]),
    ] {
        assert_eq!(kinds("rust", text, words), expected, "{text}");
    }
}

/// Each level is parsed once more.
#[test]
fn deeply_nested_macros_end() {
    let text = format!("fn f() {{ {}1{} }}", "vec![".repeat(3000), "]".repeat(3000));
    let tree = grammar("rust").parse(text.as_bytes()).unwrap();
    assert!(!tree.has_error(tree.root()));
    assert_eq!(tree.tokens().iter().map(|&token| tree.text_of(token).len()).sum::<usize>() + 4, text.len());
}
