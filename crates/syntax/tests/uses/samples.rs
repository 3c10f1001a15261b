//! Tests of the use graph on the sample of every language.

use std::path::Path;

use dwindle_syntax::languages::LANGUAGES;
use dwindle_syntax::uses::{CompanionKind, Uses};

/// Every sample with its use graph.
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
fn samples() -> Vec<(&'static str, Uses)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/samples");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("there are samples") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("samples have names");
        let Some(language) = LANGUAGES.iter().find(|language| language.name == name) else { continue };
        let text = std::fs::read_to_string(&path).expect("samples can be read");
        found.push((
            language.name,
            Uses::of(language, &language.parse(text.as_bytes()).expect("samples are short")),
        ));
    }
    assert!(20 < found.len(), "nearly every language has a sample");
    found
}

#[test]
fn nothing_goes_along_with_nothing() {
    for (language, uses) in samples() {
        for along in [CompanionKind::Dependents, CompanionKind::Unused] {
            assert_eq!(uses.companion(&[], &[], along), [], "{language}");
        }
    }
}

#[test]
fn weights_are_at_least_what_goes_and_at_most_all() {
    for (language, uses) in samples() {
        let n_tokens = uses.weigh(&[]).n_tokens();
        for heavy in uses.weigh(&[]).heaviest() {
            let own: u32 = heavy.nodes.iter().map(|&node| uses.tree().n_tokens(node)).sum();
            assert!(own <= heavy.weight && heavy.weight <= n_tokens, "{language}: {heavy:?} of {n_tokens}");
        }
    }
}

/// The result lies outside of what is removed, and no node in it lies within another.
#[test]
fn what_goes_along_is_still_there_and_apart() {
    for (language, uses) in samples() {
        let tree = uses.tree();
        for heavy in uses.weigh(&[]).heaviest().into_iter().take(40) {
            let gone: Vec<_> = heavy.nodes.iter().map(|&node| tree.range(node)).collect();
            for along in [CompanionKind::Dependents, CompanionKind::Unused] {
                let nodes = uses.companion(&[], &gone, along);
                for pair in nodes.windows(2) {
                    assert!(tree.subtree(pair[0]).end <= pair[1].0, "{language}: {pair:?}");
                }
                let is_gone = |start: usize| gone.iter().any(|range| range.contains(&start));
                for &node in &nodes {
                    assert!(
                        !is_gone(tree.range(node).start)
                            || !gone.iter().any(|range| {
                                range.start <= tree.range(node).start && tree.range(node).end <= range.end
                            }),
                        "{language}: {node:?}"
                    );
                }
            }
        }
    }
}
