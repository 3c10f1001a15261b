//! Printing the value of an expression, for tests that compare what a program prints.

use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

/// Words in the names of functions that print or write something.
pub(super) const PRINTS: [&str; 6] = ["print", "write", "echo", "log", "puts", "cout"];

/// A statement that prints the value of an expression as the test wants it.
#[derive(Clone, Debug)]
pub(super) struct Printing {
    pub(super) before: String,
    pub(super) behind: &'static str,
    pub(super) roots: Vec<Root>,
}

/// Statements that print lines before a program fails.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub(super) text: String,
    pub(super) roots: Vec<Root>,
}

/// Whether a function may print something itself.
pub(super) fn prints(tree: &Tree, whole: NodeId) -> bool {
    let names = tree.tokens_of(whole).iter().map(|&token| String::from_utf8_lossy(tree.text_of(token)));
    names.into_iter().any(|name| PRINTS.iter().any(|part| name.to_lowercase().contains(part)))
}
