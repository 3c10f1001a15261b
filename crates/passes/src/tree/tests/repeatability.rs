//! The same question has the same answer, whatever was asked before, and whatever a fork learned.

use dwindle_reduce::{Document, Gate};

use super::{PROGRAM, TREE_PASSES, options, pass, program};

/// A random answer that is always the same for the same text.
fn coin(text: &[u8], odds: u64) -> bool {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish().is_multiple_of(odds)
}

#[test]
fn the_gate_says_the_same_of_a_candidate_whatever_was_accepted_before() {
    let text: String = (0..60).map(|n| PROGRAM.replace("used", &format!("used{n}"))).collect();
    let document = Document::single("long.c", text);
    for name in ["hdd", "perses", "treesplit", "hoist"] {
        let options = options("split-adaptive");
        let fresh = options.trees.tree(&document, 0).unwrap().gate.unwrap();
        let mut search = pass(name, &options).begin(&document).unwrap();
        for _ in 0..150 {
            let Some(candidate) = search.propose() else { break };
            let gate = candidate.gate().expect("the gate is on");
            assert_eq!(gate.admits(&candidate), fresh.admits(&candidate), "{name}: {candidate:?}");
            let admitted = gate.admits(&candidate);
            search.learn((admitted && coin(candidate.render().files()[0].bytes(), 3)).into());
        }
    }
}

#[test]
fn a_fork_goes_its_own_way() {
    for name in TREE_PASSES {
        let mut search = pass(name, &options("split-adaptive")).begin(&program()).unwrap();
        for turn in 0..60 {
            let Some(candidate) = search.propose() else { break };
            let mut fork = search.clone();
            for _ in 0..4 {
                if fork.propose().is_none() {
                    break;
                }
                fork.learn((turn % 2 == 0).into());
            }
            assert_eq!(search.propose().map(|same| same.key()), Some(candidate.key()), "{name}");
            search.learn(coin(candidate.render().files()[0].bytes(), 3).into());
        }
    }
}
