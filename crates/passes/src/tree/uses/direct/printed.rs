//! How a program prints the value of an expression.

use dwindle_syntax::bindings::EntityId;
use dwindle_syntax::uses::Root;

use super::making::words_of;
use super::objects::imported;
use super::printing::Printing;
use super::program::Program;
use crate::tree::expected::Values;

/// Returns how a program prints a value; `None` if the test does not look at lines that are
/// printed, or the text has nothing that prints. O(bytes + definitions).
pub(super) fn printed(program: Program<'_>, values: &Values) -> Option<Printing> {
    let label = values.printed.as_deref()?;
    let (rules, tree) = (program.rules, program.tree());
    let is_known = |needs: &str| memchr::memmem::find(tree.text(), needs.as_bytes()).is_some();
    let (_, before, behind) = rules.printed.iter().find(|(needs, ..)| is_known(needs))?;
    let imported = imported(program.bindings);
    let named = words_of(before).filter_map(|word| imported.get(word));
    let roots = named.map(|&entity: &EntityId| Root::Entity(entity)).collect();
    Some(Printing { before: before.replace("$L", label), behind, roots })
}
