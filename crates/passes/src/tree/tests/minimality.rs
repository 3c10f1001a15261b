//! Results are 1-tree-minimal.

use std::sync::Arc;

use dwindle_reduce::Document;

use super::{large_program, options, program, reduce};
use crate::options::PassOptions;
use crate::tree::{LanguageChoice, TreeSource, single_node_removals};

#[test]
fn results_are_1_tree_minimal() {
    let searches = [
        ("hdd", "ddmin"),
        ("hdd", "cdd"),
        ("hdd", "probdd"),
        ("hdd", "split-adaptive"),
        ("perses", "wddmin"),
        ("perses", "wprobdd"),
        ("perses", "wcdd"),
        ("perses", "split-adaptive"),
        ("treesplit", "split-adaptive"),
    ];
    let needed: [&[&str]; 3] = [&["used("], &["while", "x++", "second++"], &["static", "printf", "third"]];
    for (name, algorithm) in searches {
        for needed in needed {
            let needs = |text: &str| needed.iter().all(|needed| text.contains(needed));
            let options = options(algorithm);
            let document = if name == "treesplit" { large_program() } else { program() };
            let (text, _) = reduce(name, &options, &document, &needs);
            let result = Document::single("program.c", text.clone());
            let mut n_tried = 0;
            for removal in single_node_removals(&result, &options) {
                n_tried += 1;
                let left =
                    String::from_utf8_lossy(removal.candidate.render().files()[0].bytes()).into_owned();
                assert!(!needs(&left), "{name} {algorithm}: {} of {text} can go", removal.kind);
            }
            assert_ne!(n_tried, 0);
        }
    }
}

#[test]
fn what_is_not_1_tree_minimal_is_told_by_node() {
    let document = Document::single("two.c", "int needed;\nint f(int a) { return 1 + a; }\n");
    let removals = single_node_removals(&document, &options("split-adaptive"));
    let told: Vec<String> = removals
        .filter(|removal| {
            String::from_utf8_lossy(removal.candidate.render().files()[0].bytes()).contains("needed")
        })
        .map(|removal| {
            let replacement = String::from_utf8_lossy(&removal.replacement).into_owned();
            format!("{} {:?} {replacement}", removal.kind, removal.range)
        })
        .collect();
    assert!(told.contains(&"function_definition 12..42 ".to_owned()), "{told:?}");
    assert!(told.iter().any(|line| line.starts_with("binary_expression")), "{told:?}");
    let none =
        PassOptions { trees: Arc::new(TreeSource::new(LanguageChoice::None, &document)), ..options("cdd") };
    assert_eq!(single_node_removals(&document, &none).count(), 0);
}
