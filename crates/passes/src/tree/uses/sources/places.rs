//! Steps that replace one expression by a plain value.

use dwindle_syntax::uses::Orphans;

use super::left::Left;
use super::plain::{Class, Plain, Value};
use crate::tree::uses::sort::Sort;
use crate::tree::uses::step::{Step, Weighed};

/// Returns the nodes that a value may replace. The weight is that of the removed part of the node,
/// and of everything that only this part uses. O(nodes · (values · depth + names)).
pub(super) fn places(left: &Left<'_>, plain: &Plain, orphans: &Orphans) -> Vec<Weighed> {
    let Left { subject, cut, .. } = left;
    let tree = subject.tree();
    let language = subject.file.language;
    let mut found: Vec<Weighed> = Vec::new();
    for node in left.nodes() {
        let n_alive = subject.n_alive(node, cut);
        if n_alive < 2 {
            continue;
        }
        let chain = subject.chain(node, cut);
        let stated = left.stated.of_chain(tree, &chain);
        let weight = n_alive - 1 + orphans.weight(&tree.token_range(node), &(0..0));
        let is_other = |value: &Value| match stated {
            Some(stated) => stated.excludes(value.class, language),
            None => chain.iter().any(|&place| left.is_used_otherwise(place, value)),
        };
        let typed = chain.iter().copied().find(|&place| left.made.has(place));
        let all = left.made.beside(language, plain, typed.into_iter());
        let variable = typed.and_then(|place| {
            let (bindings, n_plain) = (left.uses.bindings(), plain.values().len());
            left.made.variable(bindings, n_plain, place, |name| left.has(name))
        });
        for (index, value) in all.into_iter().filter(|(_, value)| !is_other(value)).chain(variable) {
            if let Some(&place) = chain.iter().find(|&&place| value.fits(subject, place)) {
                let puts = vec![(place, value.text.clone())];
                let step = Step::Put { puts, gone: Vec::new(), moves: false };
                let is_odd = value.class != Class::Made && !left.seen.has_kind(tree, place, &value.kinds);
                let (value, sort) = (Some(index), Sort::of_put(tree, place));
                found.push(Weighed { value, sort, is_odd, ..Weighed::new(step, weight) });
            }
        }
    }
    found
}
