//! How many nodes follow the rules of their grammar, and what it costs to find out.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use dwindle_syntax::facts::{Facts, Shapes};
use dwindle_syntax::languages::detect;

/// Counts the nodes of files that follow the rules of their grammar, and the roles of children.
pub fn measure() -> anyhow::Result<()> {
    let mut facts: BTreeMap<&str, Shapes> = BTreeMap::new();
    for path in std::env::args().skip(2) {
        let text = std::fs::read(&path)?;
        let Some(language) = detect(Path::new(&path), &text) else { continue };
        if !facts.contains_key(language.name) {
            let Some(known) = Facts::of(language)? else { continue };
            facts.insert(language.name, Shapes::new(Arc::new(known)));
        }
        let Some(shapes) = facts.get_mut(language.name) else { continue };
        let tree = language.parse(&text)?;
        let start = Instant::now();
        let (mut n_nodes, mut n_matched, mut n_errors) = (0, 0, 0);
        let mut misses: BTreeMap<String, usize> = BTreeMap::new();
        for node in tree.preorder(tree.root()) {
            if tree.is_leaf(node) || tree.is_error(node) {
                continue;
            }
            if tree.children(node).any(|child| tree.is_error(child) || tree.is_missing(child)) {
                n_errors += 1;
                continue;
            }
            n_nodes += 1;
            let children = shapes.children(&tree, node);
            if children.is_known() {
                n_matched += 1;
            } else {
                let kinds: Vec<&str> =
                    children.nodes().iter().map(|child| tree.kind_name(*child)).take(12).collect();
                *misses.entry(format!("{}: {kinds:?}", tree.kind_name(node))).or_default() += 1;
            }
        }
        println!(
            "{path}: {}: {n_matched} of {n_nodes} nodes, {n_errors} around errors, {:?}",
            language.name,
            start.elapsed()
        );
        let start = Instant::now();
        let mut roles: BTreeMap<String, usize> = BTreeMap::new();
        for node in tree.preorder(tree.root()).filter(|node| !tree.is_leaf(*node)) {
            let children = shapes.children(&tree, node);
            for child in 0..children.nodes().len() {
                let role = format!("{:?}", children.role(child));
                *roles.entry(role.split('(').next().unwrap_or("").to_owned()).or_default() += 1;
            }
        }
        println!("   {roles:?} {:?}, {} shapes", start.elapsed(), shapes.len());
        let mut misses: Vec<_> = misses.into_iter().collect();
        misses.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
        for (what, n) in misses.iter().take(8) {
            println!("   {n:6} {what}");
        }
    }
    Ok(())
}
