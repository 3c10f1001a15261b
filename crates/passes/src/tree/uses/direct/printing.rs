//! Printing the value of an expression, for tests that compare what a program prints.

use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::uses::Root;
use dwindle_syntax::{NodeId, Tree};

use super::making::words_of;
use super::objects::imported;
use super::program::Program;
use crate::tree::expected::Values;

/// Words in the names of functions that print or write something.
pub(super) const PRINTS: [&str; 6] = ["print", "write", "echo", "log", "puts", "cout"];

/// A statement that prints the value of an expression as the test wants it.
#[derive(Clone, Debug)]
pub(super) struct Printing {
    pub(super) before: String,
    pub(super) behind: &'static str,
    pub(super) roots: Vec<Root>,
}

impl Printing {
    /// Returns how a program prints a value; `None` if the test does not look at lines that are
    /// printed, or the text has nothing that prints. O(bytes + definitions).
    pub(super) fn of(program: Program<'_>, values: &Values) -> Option<Printing> {
        let label = values.printed.as_deref()?;
        let (rules, tree) = (program.rules, program.tree());
        let is_known = |needs: &str| memchr::memmem::find(tree.text(), needs.as_bytes()).is_some();
        let (_, before, behind) = rules.printed.iter().find(|(needs, ..)| is_known(needs))?;
        let imported = imported(program.bindings);
        let named = words_of(before).filter_map(|word| imported.get(word));
        let roots = named.map(|&entity: &EntityId| Root::Entity(entity)).collect();
        Some(Printing { before: before.replace("$L", label), behind, roots })
    }
}

/// Whether a function may print something itself.
pub(super) fn prints(tree: &Tree, whole: NodeId) -> bool {
    let names = tree.tokens_of(whole).iter().map(|&token| String::from_utf8_lossy(tree.text_of(token)));
    names.into_iter().any(|name| PRINTS.iter().any(|part| name.to_lowercase().contains(part)))
}
