//! Separators that would separate nothing when some children go.

use dwindle_syntax::{NodeId, Tree};

/// Returns the children to remove together with separators that would separate nothing, if
/// there are any: grammars allow `{ , }`, compilers do not; `;` alone is one more statement.
/// `gone` and `absent` are sorted.
pub(super) fn without_bare_signs(
    tree: &Tree,
    children: &[NodeId],
    gone: &[usize],
    absent: &[usize],
) -> Option<Vec<usize>> {
    let is = |at: usize, sign: &[u8]| !tree.is_named(children[at]) && tree.text_of(children[at]) == sign;
    let is_comma = |at: usize| is(at, b",");
    let ends_block = |at: usize| {
        let last = tree.tokens_of(children[at]).last();
        tree.is_named(children[at]) && last.is_some_and(|&token| tree.text_of(token) == b"}")
    };
    let ends = |at: usize| is(at, b"{") || is(at, b";") || ends_block(at);
    let is_open = |at: usize| {
        !tree.is_named(children[at]) && matches!(tree.text_of(children[at]), b"(" | b"[" | b"{" | b"<")
    };
    let is_present = |at: usize| absent.binary_search(&at).is_err();
    let mut all = Vec::with_capacity(gone.len());
    // The last remaining child, whether some child after it was removed, and whether a
    // separator goes with that.
    let (mut last, mut is_gap, mut has_sign) = (None, false, false);
    let missing = united(gone, absent.iter().copied());
    let (mut missing, mut at) = (missing.iter().copied().peekable(), 0);
    while at < children.len() {
        while missing.next_if(|&next| next < at).is_some() {}
        if !is_gap {
            // All children before the next missing one remain.
            let Some(&next) = missing.peek() else { break };
            last = (at..next).rev().find(|&at| !tree.is_extra(children[at])).or(last);
            has_sign = false;
            at = next;
        }
        let is_bare = is_gap
            && (is_comma(at) && last.is_none_or(|last| is_open(last) || is_comma(last))
                || is(at, b";") && !has_sign && last.is_none_or(ends));
        if gone.binary_search(&at).is_ok() || is_bare && is_present(at) {
            all.push(at);
            is_gap = true;
            has_sign |= !is_bare && is_present(at) && (is_comma(at) || is(at, b";"));
        } else if !tree.is_extra(children[at]) {
            (last, is_gap) = if is_present(at) { (Some(at), false) } else { (last, true) };
            has_sign &= is_gap;
        }
        at += 1;
    }
    if let Some(at) = last_sign(tree, children, &all, absent) {
        all.insert(all.partition_point(|&other| other < at), at);
    }
    (gone.len() < all.len()).then_some(all)
}

/// Returns the sign after the last remaining child, if the last child had none before: after
/// `;`, what follows would become another step, and a comma is an error in many places.
pub(super) fn last_sign(tree: &Tree, children: &[NodeId], gone: &[usize], absent: &[usize]) -> Option<usize> {
    let holder = tree.parent(*children.first()?)?;
    let sign = if is_sequence(tree, holder) { b";" } else { b"," };
    let is_sign = |at: &usize| tree.text_of(children[*at]) == sign;
    let is_content = |at: &usize| !tree.is_extra(children[*at]);
    let is_left = |at: &usize| gone.binary_search(at).is_err() && absent.binary_search(at).is_err();
    let ends = |at: &usize| matches!(tree.text_of(children[*at]), b")" | b"]" | b"}" | b">");
    let from_end = (0..children.len()).rev().filter(is_content);
    let mut from_end = from_end.skip_while(|at| ends(at) && is_left(at));
    let ends_with_sign = from_end.clone().next().is_some_and(|at| is_sign(&at));
    let last = from_end.by_ref().find(is_left).filter(|at| is_sign(at) && !ends_with_sign)?;
    let mut before = from_end.filter(is_left);
    let next = before.clone().next();
    // `(a)` is no tuple, `<T>(a) => a` an element in TSX, and `[a, ,]` has a hole.
    let is_hole = next.is_some_and(|at| is_sign(&at));
    let is_of_arrow = || tree.parent(holder).is_some_and(|above| tree.kind_name(above).contains("arrow"));
    let kind = tree.kind_name(holder);
    let needs_sign = kind.contains("tuple") || kind == "type_parameters" && is_of_arrow();
    let mut is_alone = || before.by_ref().filter(|&at| tree.is_named(children[at])).count() < 2;
    (!is_hole && (!needs_sign || !is_alone())).then_some(last)
}

/// Whether a node is a sequence of steps.
pub(super) fn is_sequence(tree: &Tree, node: NodeId) -> bool {
    tree.kind_name(node).starts_with("sequence")
}

/// Returns the sorted union of two sets of indices, of which the first is sorted.
pub(super) fn united(sorted: &[usize], others: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut all: Vec<usize> = sorted.iter().copied().chain(others).collect();
    all.sort_unstable();
    all.dedup();
    all
}
