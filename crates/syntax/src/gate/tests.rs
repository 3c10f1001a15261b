//! What the gate admits, and that it says the same as a fresh parse.

use proptest::prelude::*;

use super::SyntaxGate;
use super::extras::has_long_run;
use super::spliced::Spliced;
use crate::grammar::Damage;
use crate::languages::LANGUAGES;
use crate::tree::Splice;

fn gate(language: &str, text: &[u8]) -> SyntaxGate {
    let language = LANGUAGES.iter().find(|one| one.name == language).unwrap();
    SyntaxGate::new(language.grammar().unwrap().unwrap(), text).unwrap()
}

fn delete(ranges: &[(usize, usize)]) -> Vec<Splice<'static>> {
    ranges.iter().map(|(start, end)| Splice { range: *start..*end, text: b"".into() }).collect()
}

fn admits(gate: &SyntaxGate, gone: &[(usize, usize)]) -> bool {
    gate.admits(&delete(gone))
}

fn render(text: &[u8], splices: &[Splice<'_>]) -> Vec<u8> {
    let mut edited = text.to_vec();
    for splice in splices.iter().rev() {
        edited.splice(splice.range.clone(), splice.text.iter().copied());
    }
    edited
}

#[test]
fn what_parses_is_admitted_and_what_does_not_is_refused() {
    let gate = gate("c", b"int f(int a, int b) { return a; }\n");
    assert_eq!(gate.n_errors(), 0);
    assert!(admits(&gate, &[(22, 31)]));
    assert!(admits(&gate, &[(11, 18)]));
    assert!(!admits(&gate, &[(32, 33)]), "a brace is not closed");
    assert!(!admits(&gate, &[(5, 6)]), "a parenthesis is not opened");
}

#[test]
fn errors_of_the_base_are_no_new_errors() {
    let gate = gate("c", b"int a; ) int b; int c;\n");
    assert_ne!(gate.n_errors(), 0);
    assert!(admits(&gate, &[(16, 22)]));
    assert!(admits(&gate, &[(7, 8)]));
    assert!(!admits(&gate, &[(0, 3), (13, 14), (21, 22)]), "more errors than before");
}

#[test]
fn an_error_may_not_swallow_more_than_before() {
    let text = b"int a; ) int b;\nint f(void) { return 1; }\nint g(void) { return 2; }\n";
    let gate = gate("c", text);
    let parsed = |gone: &[(usize, usize)]| Damage::of(&gate.parse(&delete(gone)).unwrap());
    // Without the first brace the error covers what was a function, in no more nodes than before.
    assert_eq!((gate.n_errors(), parsed(&[(7, 8), (28, 29)]).nodes), (1, 1));
    assert!(!admits(&gate, &[(7, 8), (28, 29)]));
}

#[test]
fn replacements_move_what_follows_them() {
    let text = format!("int f(void) {{ {} }}\n", "g(1);\n".repeat(6000));
    let gate = gate("c", text.as_bytes());
    let at = text.find("g(1)").unwrap();
    assert!(gate.admits(&[Splice { range: at..at + 6, text: b"{\n\n}"[..].into() }]));
    assert!(!gate.admits(&[Splice { range: at..at + 6, text: b"{\n\n"[..].into() }]));
}

/// With the old tree, the parser walks over all comments in front of one for each of them, which
/// takes seconds here, and minutes without optimization.
#[test]
fn old_trees_are_not_used_among_thousands_of_comments() {
    for (open, close) in [("", ""), ("void f() {\n", "}\n")] {
        let text = format!("{open}{}{close}", "//ab\n".repeat(30_000));
        let gate = gate("c", text.as_bytes());
        assert!(has_long_run(&gate.base));
        let splices = delete(&[(text.len() / 10 * 5 - 1, text.len() / 10 * 7 - 1)]);
        assert!(gate.parse(&splices).is_ok());
    }
    let text = format!("{}int a;\n", "//ab\n".repeat(1_500)).repeat(4);
    assert!(!has_long_run(&gate("c", text.as_bytes()).base));
}

#[test]
fn deep_nesting_is_no_danger() {
    let depth = 60_000;
    let text = format!("int x = {}1{};", "(".repeat(depth), ")".repeat(depth));
    let gate = gate("c", text.as_bytes());
    let middle = 8 + depth;
    assert!(admits(&gate, &[(middle - 1, middle), (middle + 1, middle + 2)]));
    assert!(!admits(&gate, &[(middle - 1, middle)]));
}

#[test]
fn one_gate_serves_several_threads() {
    let text: String = (0..800).map(|i| format!("int f{i}(int a) {{ return {i}; }}\n")).collect();
    let gate = gate("c", text.as_bytes());
    let starts: Vec<usize> = text.match_indices("int f").map(|(at, _)| at).collect();
    let expected: Vec<bool> = starts.iter().map(|at| admits(&gate, &[(*at, at + 4)])).collect();
    std::thread::scope(|scope| {
        let answer = || starts.iter().map(|at| admits(&gate, &[(*at, at + 4)])).collect::<Vec<bool>>();
        let workers: Vec<_> = (0..3).map(|_| scope.spawn(answer)).collect();
        for worker in workers {
            assert_eq!(worker.join().unwrap(), expected);
        }
    });
}

/// Deletions and small insertions at places that are given in thousandths of the text.
fn any_splices() -> impl Strategy<Value = Vec<(usize, usize, String)>> {
    proptest::collection::vec((0usize..1000, 0usize..60, "[a-z;(){} \nä]{0,3}"), 0..10)
}

fn within(text: &[u8], places: &[(usize, usize, String)]) -> Vec<Splice<'static>> {
    let mut places = places.to_vec();
    places.sort();
    let mut free = 0;
    let mut splices = Vec::new();
    for (place, n_bytes, new) in places {
        let start = place * text.len() / 1000;
        if free <= start {
            let end = (start + n_bytes).min(text.len());
            splices.push(Splice { range: start..end, text: new.into_bytes().into() });
            free = end + 1;
        }
    }
    splices
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_through_changes_is_reading_the_changed_text(
        text in "[a-zä€\n]{0,900}", places in any_splices(),
    ) {
        let splices = within(text.as_bytes(), &places);
        let edited = render(text.as_bytes(), &splices);
        let spliced = Spliced::new(text.as_bytes(), &splices);
        prop_assert_eq!(spliced.len(), edited.len());
        for offset in (0..=edited.len()).step_by(7) {
            let read = spliced.read(offset);
            prop_assert!(edited[offset..].starts_with(&read));
            prop_assert!(!read.is_empty() || offset == edited.len());
            // A character is never cut where it could not be read again as a whole.
            prop_assert!(4 <= read.len() || offset + read.len() == edited.len());
        }
    }

    #[test]
    fn parsing_incrementally_gives_the_tree_of_a_fresh_parse(places in any_splices()) {
        // Small changes of so large a text are judged by the items around them, if they admit them.
        let text: String =
            (0..1_700).map(|i| format!("int f{i}(int a) {{ if (a) return {i}; /* ä */ }}\n")).collect();
        let gate = gate("c", text.as_bytes());
        let splices = within(text.as_bytes(), &places);
        let edited = render(text.as_bytes(), &splices);
        let fresh = gate.grammar.parse_raw(&edited, None).unwrap();
        let incremental = gate.parse(&splices).unwrap();
        let both_parse = !fresh.root_node().has_error() && !incremental.root_node().has_error();
        prop_assert_eq!(gate.admits(&splices), !fresh.root_node().has_error());
        if both_parse {
            prop_assert_eq!(fresh.root_node().to_sexp(), incremental.root_node().to_sexp());
        }
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn what_is_nearby_tells_the_same_as_the_whole() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples");
    let (mut n_told, mut refused) = (0, Vec::new());
    for entry in std::fs::read_dir(samples).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let Some(language) = LANGUAGES.iter().find(|language| language.name == name) else { continue };
        let Some(grammar) = language.grammar().unwrap() else { continue };
        let text: Vec<u8> = std::fs::read_to_string(&path).unwrap().into();
        let gate = SyntaxGate::new(grammar, text.clone()).unwrap();
        let tree = language.parse(&text).unwrap();
        for node in tree.preorder(tree.root()).skip(1).step_by(7) {
            let splices = delete(&[(tree.range(node).start, tree.range(node).end)]);
            let Some(answer) = gate.admits_nearby(&splices) else { continue };
            let whole = Damage::up_to(&gate.parse(&splices).unwrap(), gate.damage).is_some();
            n_told += 1;
            if answer != whole {
                let told = format!("{name} {:?}", String::from_utf8_lossy(tree.text_of(node)));
                assert!(whole, "{told} is admitted, but does not parse");
                refused.push(told);
            }
        }
    }
    // A parser may recover in one place and not in the other.
    assert!(100 < n_told && refused.len() * 500 < n_told, "of {n_told}: {refused:?}");
}

#[test]
fn errors_elsewhere_have_no_say() {
    let broken = "int a; ) int b;\n";
    let good: String = (0..400).map(|i| format!("int f{i}(int a) {{ return {i}; }}\n")).collect();
    let text = [broken, &good, broken].concat();
    let gate = gate("c", text.as_bytes());
    let (start, name) = (text.find("int f7(").unwrap(), "int f7(int a) ");
    let line = text[start..].find('\n').unwrap();
    assert_eq!(gate.admits_nearby(&delete(&[(start, start + line)])), Some(true));
    assert_eq!(gate.admits_nearby(&delete(&[(start, start + name.len() + 1)])), Some(false));
    assert_eq!(gate.admits_nearby(&delete(&[(broken.len(), text.len() - broken.len())])), Some(true));
    assert_eq!(gate.admits_nearby(&delete(&[(7, 8)])), Some(true));
}

/// Deletes tokens and whole nodes of a sample of every language.
#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn on_every_language_an_old_tree_never_changes_the_answer() {
    let samples = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples");
    let (mut n_asked, mut n_differ) = (0, 0);
    for entry in std::fs::read_dir(samples).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap();
        let Some(language) = LANGUAGES.iter().find(|language| language.name == name) else { continue };
        let Some(grammar) = language.grammar().unwrap() else { continue };
        let text: Vec<u8> = std::fs::read_to_string(&path).unwrap().into();
        let gate = SyntaxGate::new(grammar, text.clone()).unwrap();
        let tree = language.parse(&text).unwrap();
        for node in tree.preorder(tree.root()).skip(1).step_by(5) {
            let splices = delete(&[(tree.range(node).start, tree.range(node).end)]);
            let old = gate.parse_incrementally(&splices).unwrap();
            let fresh = gate.grammar.parse_raw(&render(&text, &splices), None).unwrap();
            n_asked += 1;
            n_differ += usize::from(old.root_node().has_error() != fresh.root_node().has_error());
        }
    }
    assert!(100 < n_asked, "{n_asked}");
    assert_eq!(n_differ, 0, "of {n_asked}");
}
