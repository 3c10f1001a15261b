//! What the gate admits, and that it says the same with and without an old tree.

use proptest::prelude::*;

use super::SyntaxGate;
use crate::languages;

fn gate(language: &str, text: &str) -> SyntaxGate {
    let language = languages::LANGUAGES.iter().find(|one| one.name == language).unwrap();
    SyntaxGate::new(language.grammar().unwrap().unwrap(), text.as_bytes()).unwrap()
}

fn without(text: &str, gone: &[(usize, usize)]) -> Vec<u8> {
    let mut edited = text.as_bytes().to_vec();
    for &(start, end) in gone.iter().rev() {
        edited.drain(start..end);
    }
    edited
}

fn admits(gate: &SyntaxGate, text: &str, gone: &[(usize, usize)]) -> bool {
    gate.admits(&without(text, gone), gone.iter().map(|&(start, end)| (start..end, &b""[..])))
}

#[test]
fn what_parses_is_admitted_and_what_does_not_is_refused() {
    let text = "int f(int a, int b) { return a; }\n";
    let gate = gate("c", text);
    assert_eq!(gate.n_errors(), 0);
    assert!(admits(&gate, text, &[(22, 31)]));
    assert!(admits(&gate, text, &[(11, 18)]));
    assert!(!admits(&gate, text, &[(32, 33)]), "a brace is not closed");
    assert!(!admits(&gate, text, &[(5, 6)]), "a parenthesis is not opened");
}

#[test]
fn errors_of_the_base_are_no_new_errors() {
    let text = "int a; ) int b; int c;\n";
    let gate = gate("c", text);
    assert_ne!(gate.n_errors(), 0);
    assert!(admits(&gate, text, &[(16, 22)]));
    assert!(admits(&gate, text, &[(7, 8)]));
    assert!(
        !admits(&gate, "int a; ) int b; int c;\n", &[(0, 3), (13, 14), (21, 22)]),
        "more errors than before"
    );
}

#[test]
fn replacements_move_what_follows_them() {
    let text = format!("int f(void) {{ {} }}\n", "g(1);\n".repeat(6000));
    let gate = gate("c", &text);
    let edited = text.replacen("g(1);\n", "{\n\n}", 1);
    let at = text.find("g(1)").unwrap();
    assert!(gate.admits(edited.as_bytes(), [(at..at + 6, &b"{\n\n}"[..])].into_iter()));
    let edited = text.replacen("g(1);\n", "{\n\n", 1);
    assert!(!gate.admits(edited.as_bytes(), [(at..at + 6, &b"{\n\n"[..])].into_iter()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn an_old_tree_never_changes_the_answer(cuts in proptest::collection::btree_set(0usize..30_000, 0..12)) {
        let text: String = (0..1200).map(|i| format!("int f{i}(int a) {{ if (a) return {i}; }}\n")).collect();
        let gate = gate("c", &text);
        let cuts: Vec<usize> = cuts.into_iter().collect();
        let gone: Vec<_> = cuts.chunks_exact(2).map(|pair| (pair[0], pair[1].min(pair[0] + 400))).collect();
        let edited = without(&text, &gone);
        let fresh = gate.grammar.parse_raw(&edited, None).unwrap();
        prop_assert_eq!(admits(&gate, &text, &gone), !fresh.root_node().has_error());
    }
}
