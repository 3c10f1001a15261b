//! Tree passes on small programs.

use std::collections::HashMap;
use std::sync::Arc;

use dwindle_reduce::{
    Algorithm, Document, File, ListMethod, ListOptions, Pass, Plan, Reducer, ReducerOptions,
};
use dwindle_reduce::{Ask, ContentKey, Counts, Verdict};

use super::{LanguageChoice, TreeSource};
use crate::catalogue::Entry;
use crate::options::{PassOptions, SyntaxGating};
use crate::testing;

const PROGRAM: &str = "\
#include <stdio.h>

static int unused(int a, int b) { return a + b; }

int used(int first, int second, int third) {
  if (first) { second++; } else { third--; }
  return second;
}

int main(void) {
  int x = 1, y = 2;
  while (x < 10) {
    x++;
    { printf(\"%d\", used(x, y, 3)); }
  }
  return 0;
}
";

fn options(algorithm: &str) -> PassOptions {
    let algorithm = Algorithm::named(algorithm).unwrap();
    PassOptions::new(ListMethod { algorithm, options: ListOptions::default() })
}

fn pass(name: &str, options: &PassOptions) -> Arc<dyn Pass> {
    (Entry::named(name).unwrap().make)(options)
}

/// Reduces to a fixpoint; every candidate is checked to be simpler and to parse, where the gate is on.
fn reduce(
    name: &str,
    options: &PassOptions,
    document: &Document,
    needs: &dyn Fn(&str) -> bool,
) -> (String, Counts) {
    let plan = Plan::fixpoint(Plan::pass(pass(name, options)));
    let mut reducer = Reducer::new(document, &plan, ReducerOptions::default());
    let mut known: HashMap<ContentKey, bool> = HashMap::new();
    while let Ask::Run(trial) = reducer.ask() {
        assert!(trial.candidate.is_simpler(reducer.best()), "{name}: {:?}", trial.candidate);
        let rendered = trial.candidate.render();
        let text = String::from_utf8(rendered.files()[0].bytes().to_vec()).unwrap();
        assert!(known.insert(trial.candidate.key(), true).is_none(), "no candidate is tested twice");
        if options.syntax_gate == SyntaxGating::On
            && let Some(tree) = options.trees.tree(rendered, 0)
        {
            assert!(!tree.tree.has_error(tree.tree.root()), "{name} proposes a syntax error: {text}");
        }
        reducer.tell(trial.id, if needs(&text) { Verdict::Interesting } else { Verdict::Boring });
    }
    (String::from_utf8(reducer.best().files()[0].bytes().to_vec()).unwrap(), reducer.counts())
}

fn program() -> Document {
    Document::single("program.c", PROGRAM)
}

const TREE_PASSES: [&str; 6] = ["hdd", "hdd-coarse", "hddr", "hddr-depth-first", "perses", "treesplit"];

#[test]
fn what_is_needed_stays_and_every_candidate_parses() {
    for name in TREE_PASSES {
        for algorithm in
            ["ddmin", "probdd", "cdd", "wddmin", "wprobdd", "wcdd", "split-verified", "split-adaptive"]
        {
            let needs = |text: &str| text.contains("used(") && text.contains("while");
            let (text, _) = reduce(name, &options(algorithm), &program(), &needs);
            assert!(needs(&text), "{name} {algorithm}: {text}");
            assert!(text.len() < 75, "{name} {algorithm} leaves {text}");
        }
    }
}

#[test]
fn separators_go_with_what_they_keep_apart() {
    let document = Document::single("call.c", "int x = f(a, b, c, d);\n");
    for (needed, left) in [("a", "f(a)"), ("d", "f(d)"), ("b", "f(b)")] {
        let needs = |text: &str| text.contains("f(") && text.contains(needed);
        let (text, _) = reduce("hdd", &options("split-verified"), &document, &needs);
        assert!(text.contains(left), "{text}");
    }
}

#[test]
fn required_nodes_are_replaced_by_their_shortest_text() {
    let needs = |text: &str| text.contains("while");
    let (text, _) = reduce("hdd", &options("split-verified"), &program(), &needs);
    assert_eq!(text.split_whitespace().collect::<String>(), "inta{while(0);}", "{text}");
}

#[test]
fn perses_replaces_a_node_by_what_is_within_it() {
    let needs = |text: &str| text.contains("printf");
    let (text, _) = reduce("perses", &options("split-verified"), &program(), &needs);
    assert!(!text.contains("while"), "{text}");
}

#[test]
fn hoisting_splices_a_list_into_the_list_around_it() {
    let document = Document::single("nested.c", "void f(void) { if (x) { g(1); h(2); } }\n");
    let needs = |text: &str| text.contains("g(1)") && text.contains("h(2)");
    let (text, _) = reduce("hoist", &options("split-verified"), &document, &needs);
    assert!(text.split_whitespace().collect::<String>().contains("{g(1);h(2);}"), "{text}");
}

#[test]
fn without_the_gate_broken_candidates_are_tested_too() {
    let open = PassOptions { syntax_gate: SyntaxGating::Off, ..options("split-verified") };
    let needs = |text: &str| text.contains("while");
    let (gated, counts) = reduce("hdd", &options("split-verified"), &program(), &needs);
    let (ungated, open_counts) = reduce("hdd", &open, &program(), &needs);
    assert!(ungated.len() <= gated.len());
    assert_eq!(open_counts.gated, 0);
    assert!(counts.executed <= open_counts.executed);
}

#[test]
fn a_language_may_be_forced_or_none() {
    let source =
        |choice| PassOptions { trees: Arc::new(TreeSource::new(choice)), ..options("split-verified") };
    let document = Document::single("no-name", "[1, 2, {\"a\": [3, 4]}]");
    assert!(pass("hdd", &source(LanguageChoice::None)).begin(&document).is_none());
    let json = dwindle_syntax::languages::by_name("json").unwrap();
    let needs = |text: &str| text.contains('4');
    let (text, _) = reduce("perses", &source(LanguageChoice::Forced(json)), &document, &needs);
    assert_eq!(text, "[4]");
}

#[test]
fn every_file_of_a_tree_is_reduced() {
    let files = [
        File::new("a.c", b"int one; int two; int three;\n".to_vec()),
        File::new("b.c", b"int four; int five; int six; int seven;\n".to_vec()),
        File::new("c.bin", vec![0, 159, 146, 150]),
    ];
    let document = Document::new(files);
    for name in TREE_PASSES {
        let mut best = document.clone();
        while let Some(mut search) = pass(name, &options("split-verified")).begin(&best) {
            let before = best.clone();
            while let Some(candidate) = search.propose() {
                let all: Vec<u8> =
                    candidate.render().files().iter().flat_map(|file| file.bytes().to_vec()).collect();
                let text = String::from_utf8_lossy(&all);
                let interesting = text.contains("two") && text.contains("six");
                if interesting {
                    best = candidate.render().clone();
                }
                search.learn(interesting);
            }
            if best == before {
                break;
            }
        }
        assert_eq!(best.files()[0].bytes().trim_ascii(), b"int two;", "{name}");
        assert_eq!(best.files()[1].bytes().trim_ascii(), b"int six;", "{name}");
        assert_eq!(best.files()[2].bytes(), [0, 159, 146, 150]);
    }
}

#[test]
fn a_second_run_on_the_result_accepts_nothing() {
    for name in TREE_PASSES {
        let pass = pass(name, &options("split-verified"));
        let property =
            |document: &Document| String::from_utf8_lossy(document.files()[0].bytes()).contains("used(");
        let (best, _) = testing::reduce(&*pass, &program(), property);
        let Some(mut search) = pass.begin(&best) else { continue };
        while let Some(candidate) = search.propose() {
            let interesting = property(candidate.render());
            assert!(!interesting, "{name}: {candidate:?}");
            search.learn(interesting);
        }
    }
}

#[test]
fn broken_and_deep_texts_are_reduced_as_far_as_they_are_understood() {
    let deep = format!("int x = {}1{};", "(".repeat(3000), ")".repeat(3000));
    for text in ["int f( { ) } int keep; @@@", "", "\0\u{fffd}", &deep] {
        for name in TREE_PASSES {
            let document = Document::single("broken.c", text);
            let Some(mut search) = pass(name, &options("split-adaptive")).begin(&document) else { continue };
            for _ in 0..400 {
                let Some(candidate) = search.propose() else { break };
                assert!(candidate.cost().bytes < document.n_bytes());
                search.learn(candidate.render().files()[0].bytes().windows(4).any(|part| part == b"keep"));
            }
        }
    }
}
