//! Tests of tree passes on small programs.

mod bodies;
mod minimality;
mod repeatability;

use std::collections::HashMap;
use std::sync::Arc;

use dwindle_reduce::{
    Algorithm, Answer, Document, File, ListMethod, ListOptions, Pass, Plan, Reducer, ReducerOptions,
};
use dwindle_reduce::{Ask, ContentKey, Counts, Verdict};

use dwindle_syntax::NodeId;

use super::subject::Subject;
use super::token_edits::{Change, TokenEdits};
use super::{LanguageChoice, TreeSource};
use crate::entry::Entry;
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

fn pass(name: &str, options: &PassOptions) -> Pass {
    Entry::named(name).unwrap().pass(options)
}

/// Reduces to a fixpoint. Checks that every candidate is simpler and, with the gate, parses.
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

/// A program that is large enough for group testing over the tree.
fn large_program() -> Document {
    let unused = "static int more(int a, int b) { return a + b; }\n".repeat(8);
    Document::single("program.c", [&unused, PROGRAM].concat())
}

#[test]
fn small_documents_are_taken_level_by_level() {
    let options = options("split-adaptive");
    let asked = |name: &str, document: &Document| {
        let mut search = pass(name, &options).begin(document).unwrap();
        let mut asked = Vec::new();
        while let Some(candidate) = search.propose() {
            asked.push(candidate.key());
            search.learn(Answer::Boring);
        }
        asked
    };
    let small = Document::single("small.c", "int f(int a) { return a + 1; }\n");
    assert_eq!(asked("treesplit", &small), asked("hdd", &small));
    assert_ne!(asked("treesplit", &large_program()), asked("hdd", &large_program()));
}

const TREE_PASSES: [&str; 6] = ["hdd", "hdd-coarse", "hddr", "hddr-depth-first", "perses", "treesplit"];

#[test]
fn what_is_needed_stays_and_every_candidate_parses() {
    for name in TREE_PASSES {
        for algorithm in
            ["ddmin", "probdd", "cdd", "wddmin", "wprobdd", "wcdd", "split-verified", "split-adaptive"]
        {
            let needs = |text: &str| text.contains("used(") && text.contains("while");
            let document = if name == "treesplit" { large_program() } else { program() };
            let (text, _) = reduce(name, &options(algorithm), &document, &needs);
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
    let needs = |text: &str| text.contains("f(void)") && text.contains("g(1)") && text.contains("h(2)");
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
    let document = Document::single("no-name", "[1, 2, {\"a\": [3, 4]}]");
    let source = |choice| {
        let trees = Arc::new(TreeSource::new(choice, &document));
        PassOptions { trees, ..options("split-verified") }
    };
    assert!(pass("hdd", &source(LanguageChoice::None)).begin(&document).is_none());
    let json = dwindle_syntax::languages::by_name("json").unwrap();
    let needs = |text: &str| text.contains('4');
    let (text, _) = reduce("perses", &source(LanguageChoice::Forced(json)), &document, &needs);
    assert_eq!(text, "4");
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
                search.learn(interesting.into());
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
        let (best, _) = testing::reduce(&pass, &program(), property);
        let Some(mut search) = pass.begin(&best) else { continue };
        while let Some(candidate) = search.propose() {
            let interesting = property(candidate.render());
            assert!(!interesting, "{name}: {candidate:?}");
            search.learn(interesting.into());
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
                search.learn(
                    candidate.render().files()[0].bytes().windows(4).any(|part| part == b"keep").into(),
                );
            }
        }
    }
}

#[test]
fn a_text_goes_with_the_node_that_is_deleted_around_its_place() {
    let options = options("split-adaptive");
    let subject =
        Subject::new("test", &options, &Document::single("a.c", "int a = 1 + 2; int b;"), 0).unwrap();
    let tree = subject.tree();
    let find = |text: &str| {
        let is_it = |node: &NodeId| tree.text_of(*node) == text.as_bytes();
        tree.preorder(tree.root()).find(is_it).unwrap()
    };
    let (sum, declaration) = (find("1 + 2"), find("int a = 1 + 2;"));
    let (replace, delete) = (Change::Replace(sum, b"0"[..].into()), Change::Delete(declaration));
    let text = |edits: &TokenEdits| {
        String::from_utf8_lossy(subject.candidate(edits).render().files()[0].bytes()).into_owned()
    };
    let replaced = TokenEdits::default().with(tree, [&replace]);
    assert_eq!(text(&replaced), "int a = 0; int b;");
    assert_eq!(text(&replaced.with(tree, [&delete])), "int b;");
    assert_eq!(text(&TokenEdits::default().with(tree, [&replace, &delete])), "int b;");
    assert_eq!(text(&TokenEdits::default().with(tree, [&delete, &replace])), "int b;");
}

#[test]
fn the_last_element_of_a_list_that_must_not_be_empty_is_replaced() {
    let document = Document::single("a.c", "int x = f(1) + g(2);\n");
    let needs = |text: &str| text.contains("int") && text.contains(';');
    let (text, counts) = reduce("hdd", &options("split-adaptive"), &document, &needs);
    assert_eq!(text, "int a;\n");
    assert_eq!(counts.gated, 0);
}

#[test]
fn a_file_parsed_before_is_not_parsed_again() {
    let source = TreeSource::default();
    let files = ["a.c", "b.c"].map(|path| File::new(path, b"int x;\n".to_vec()));
    let document = Document::new(files.clone());
    let first = source.tree(&document, 1).unwrap();
    let other =
        Document::new([File::new("a.c", b"".to_vec()), files[1].clone(), File::new("c.c", b"".to_vec())]);
    let again = source.tree(&other, 1).unwrap();
    assert!(Arc::ptr_eq(first.tree.text(), again.tree.text()));
    assert!(Arc::ptr_eq(&first.facts.unwrap(), &again.facts.unwrap()));
}

#[test]
fn what_is_hoisted_out_of_a_block_of_python_moves_out_to_its_place() {
    let text = "class A:\n    def f(self):\n        if self:\n            a()\n            for i in b:\n                c()\n            d()\n";
    let document = Document::single("a.py", text);
    let needs = |text: &str| ["a()", "c()", "d()"].iter().all(|call| text.contains(call));
    let (text, _) = reduce("hoist", &options("split-adaptive"), &document, &needs);
    assert_eq!(text, "a()\nc()\nd()\n");
}

#[test]
fn a_file_stays_in_its_language_when_what_told_it_is_gone() {
    let document = Document::single("configure", "#!/bin/sh\nif a; then b; fi\n");
    let source = TreeSource::new(LanguageChoice::Detect, &document);
    assert!(source.tree(&document, 0).is_some());
    let rest = source.tree(&Document::single("configure", "b\n"), 0).unwrap();
    assert_eq!(rest.language.name, "bash");
}

#[test]
fn an_onion_of_brackets_comes_apart_in_few_trials() {
    for (path, open, close) in [("onion.json", "[", "]"), ("onion.c", "(", ")")] {
        let (front, back) = if path.ends_with(".c") { ("int x = ", ";") } else { ("", "") };
        let text = format!("{front}{}7{}{back}", open.repeat(4000), close.repeat(4000));
        let plan =
            crate::parse_plan("tree", &crate::PlanOptions::measured_best(&ListOptions::default())).unwrap();
        let mut reducer = Reducer::new(&Document::single(path, text), &plan, ReducerOptions::default());
        while let Ask::Run(trial) = reducer.ask() {
            let interesting = trial.candidate.render().files()[0].bytes().contains(&b'7');
            reducer.tell(trial.id, if interesting { Verdict::Interesting } else { Verdict::Boring });
        }
        assert!(reducer.best().n_bytes() < 20, "{:?}", reducer.best());
        assert!(reducer.counts().executed < 600, "{path}: {}", reducer.counts().executed);
    }
}

/// Whether each line of a Python program has a valid indentation.
fn is_indented_well(text: &str) -> bool {
    let mut open = vec![0];
    let mut may_open = false;
    text.lines().filter(|line| !line.trim().is_empty()).all(|line| {
        let column = line.len() - line.trim_start().len();
        if may_open && open.last() < Some(&column) {
            open.push(column);
        } else if may_open {
            return false;
        }
        open.retain(|&at| at <= column);
        may_open = line.ends_with(':');
        open.last() == Some(&column)
    })
}

#[test]
fn blocks_move_to_the_column_of_what_they_stand_for() {
    let before = "\
class Widget:
    def draw(self, canvas):
        if canvas:
            for shape in self.shapes:
                if shape:
                    canvas.add(shape)
                canvas.flush()
";
    for name in ["hoist", "perses"] {
        let document = Document::single("a.py", before);
        let (after, _) = reduce(name, &options("split-adaptive"), &document, &|text| {
            is_indented_well(text) && text.contains("if shape:") && text.contains("flush")
        });
        let lines: Vec<&str> = after.lines().filter(|line| !line.trim().is_empty()).collect();
        assert_eq!(lines.len(), 3, "{name}: {after}");
        assert!(lines[0] == "if shape:" && lines[2].contains("flush"), "{name}: {after}");
        assert!(!lines[2].starts_with(' '), "{name}: {after}");
    }
}

#[test]
fn without_a_grammar_brackets_go_with_what_is_between_them() {
    let document = Document::single("a.smt2", "(set-logic QF_LIA)\n(assert (= x (+ y 1)))\n(check-sat)\n");
    let trees = Arc::new(TreeSource::default());
    for name in TREE_PASSES {
        let mut options = options("split-verified");
        options.trees = trees.clone();
        let plan = Plan::fixpoint(Plan::pass(pass(name, &options)));
        let mut reducer = Reducer::new(&document, &plan, ReducerOptions::default());
        while let Ask::Run(trial) = reducer.ask() {
            let rendered = trial.candidate.render();
            let tree = trees.tree(rendered, 0).unwrap().tree;
            assert!(!tree.has_error(tree.root()), "{name} parts brackets: {rendered:?}");
            let text = String::from_utf8_lossy(rendered.files()[0].bytes()).into_owned();
            let verdict = if text.contains('y') { Verdict::Interesting } else { Verdict::Boring };
            reducer.tell(trial.id, verdict);
        }
        let left = String::from_utf8_lossy(reducer.best().files()[0].bytes()).into_owned();
        assert!(left.trim().len() <= 7, "{name} leaves {left}");
    }
}
