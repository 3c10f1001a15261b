//! What is done first with data whose parts may need each other.

use dwindle_reduce::{Document, Plan};

use super::options::PlanOptions;
use crate::agree::keyed::Keyed;
use crate::agree::pass::agree;
use crate::options::Scope;
use crate::policy::by_size::by_size;
use crate::policy::halving::until_halved;
use crate::{flat, tree};

/// Returns a plan that removes subtrees until the document is halved. If it is not soon, names and
/// numbers that may agree by chance are worth trials.
pub(super) fn unless_easy(document: &Document, options: &PlanOptions) -> Plan {
    let n_tokens = document.cost().tokens;
    let files = options.step(&flat::files::ENTRY, Scope::All);
    let subtrees = options.pass(&tree::treesplit::COARSE, Scope::All);
    let subtrees = Plan::pass(by_size(until_halved(subtrees, EASY), LARGE + 1..));
    Plan::sequence([files, subtrees, agree_if_large(n_tokens)])
}

/// Returns the pass `agree` for documents of which most of `n_tokens` is left.
pub(super) fn agree_if_large(n_tokens: u64) -> Plan {
    let is_large = n_tokens.saturating_sub(n_tokens / 4).max(LARGE + 1)..;
    Plan::pass(by_size(agree(Keyed::Alone), is_large))
}

/// Documents with more tokens are first reduced coarsely, again and again.
pub(super) const LARGE: u64 = 1_000;
/// Answers without halving, after which the parts of data are assumed to need each other.
const EASY: u32 = 24;
