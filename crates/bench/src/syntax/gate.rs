//! What the syntax gate costs.

use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use dwindle_syntax::languages::detect;
use dwindle_syntax::{Splice, SyntaxGate};

/// Measures the gate on several removals from a file.
pub fn measure() -> anyhow::Result<()> {
    let path = std::env::args().nth(2).context("name a file")?;
    let text = std::fs::read(&path)?;
    let language = detect(Path::new(&path), &text).context("no language for this file")?;
    let grammar = language.grammar()?.context("no grammar for this language")?;
    let start = Instant::now();
    let gate = SyntaxGate::new(grammar, text.clone())?;
    println!("{} bytes, {} errors: base {:?}", text.len(), gate.n_errors(), start.elapsed());

    let tree = language.parse(&text)?;
    let top: Vec<_> = tree.children(tree.root()).filter(|node| !tree.range(*node).is_empty()).collect();
    let delete = |range| Splice { range, text: b"".into() };
    let middle = top.len() / 2;
    let brace = (text.len() / 2..text.len()).find(|at| text[*at] == b'}').unwrap_or(0);
    let every = |n: usize| top.iter().step_by(n).map(|node| delete(tree.range(*node))).collect::<Vec<_>>();
    let ways = [
        ("one node in the middle", vec![delete(tree.range(top[middle]))]),
        (
            "one run of a quarter",
            vec![delete(tree.range(top[middle / 2]).start..tree.range(top[middle]).end)],
        ),
        ("every 100th node", every(100)),
        ("every 10th node", every(10)),
        ("every second node", every(2)),
        ("an unmatched brace", vec![delete(brace..brace + 1)]),
    ];
    for (name, splices) in ways {
        let mut costs = Vec::new();
        let mut admitted = false;
        for _ in 0..9 {
            let start = Instant::now();
            admitted = gate.admits(&splices);
            costs.push(start.elapsed());
        }
        costs.sort();
        println!(
            "{name} ({} changes): {:?}, {}",
            splices.len(),
            costs[4],
            if admitted { "yes" } else { "no" }
        );
    }
    Ok(())
}
