//! What is done first with data whose parts may need each other.

use dwindle_reduce::{Document, Plan};

use super::options::PlanOptions;
use crate::agree::keyed::Keyed;
use crate::agree::pass::agree;
use crate::options::Scope;
use crate::policy::by_size::by_size;
use crate::policy::halving::{halving_pass, until_halved};
use crate::{flat, tree};

/// Returns a plan that removes subtrees until the document is halved. If hardly anything can be
/// removed, names and numbers that may agree by chance are worth trials.
pub(super) fn unless_easy(document: &Document, options: &PlanOptions) -> Plan {
    let n_tokens = document.cost().tokens;
    let files = options.step(&flat::files::ENTRY, Scope::All);
    let subtrees = options.pass(&tree::treesplit::COARSE, Scope::All);
    let subtrees = Plan::pass(by_size(until_halved(subtrees, EASY), few(n_tokens) + 1..));
    let most_is_left = few(n_tokens).max(n_tokens.saturating_sub(n_tokens / 4));
    Plan::sequence([files, subtrees, agree_if_stuck(most_is_left)])
}

/// Returns the pass `agree` for as long as it halves the data, down to `few` tokens.
pub(super) fn agree_while_halving(few: u64) -> Plan {
    Plan::pass(by_size(halving_pass(agree(Keyed::Alone), AGREEING, few), few + 1..))
}

/// Returns the pass `agree` for data of which more than `few` tokens are left.
pub(super) fn agree_if_stuck(few: u64) -> Plan {
    Plan::while_shrinking(Plan::pass(by_size(agree(Keyed::Alone), few + 1..)))
}

/// Returns how many of `n_tokens` may be left of a document that was easily reduced.
pub(super) fn few(n_tokens: u64) -> u64 {
    FEW.max(n_tokens / MUCH_GONE)
}

/// Documents with more tokens are first reduced coarsely, again and again.
pub(super) const LARGE: u64 = 1_000;
/// Documents with fewer tokens are left to the finer passes.
pub(super) const FEW: u64 = 256;
/// If less than one part in this many of the tokens is left, the reduction is not stuck.
const MUCH_GONE: u64 = 8;
/// Answers without halving, after which the parts of data are assumed to need each other.
const EASY: u32 = 24;
/// Answers without halving, after which other passes than `agree` are tried.
const AGREEING: u32 = 48;
