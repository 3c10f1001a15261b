//! Deep and long texts: no overflow, and work in proportion.

use dwindle_syntax::languages::by_name;

use crate::support::check_invariants;

const DEPTH: usize = 100_000;

/// Checks texts that are nested `DEPTH` times, on a stack of the size that threads have.
fn check_nested(name: &str, open: &str, middle: &str, close: &str) {
    let Some(language) = by_name(name) else { return };
    let text = [open.repeat(DEPTH), middle.into(), close.repeat(DEPTH)].concat();
    let tree = language.parse(text.as_bytes()).expect("deep texts have trees");
    check_invariants(&tree, text.as_bytes());
    assert!(DEPTH <= tree.levels().len(), "{name}: {tree:?}");
}

#[test]
fn nested_brackets_do_not_overflow() {
    check_nested("json", "[", "1", "]");
    check_nested("c", "(", "x", ")");
    check_nested("smt-lib", "(a ", "b", ")");
    check_nested("lisp", "'(a ", "b", ")");
    check_nested("outline", "a {\n b", "", "\n}");
}
