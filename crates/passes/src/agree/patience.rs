//! How many misses a search has until a repair helps.

use super::keyed::Keyed;
use super::model::Model;
use super::probe::Probing;

/// Budget of misses for values that may agree by chance where a grammar is known.
const CHANCE_IN_VAIN: u32 = 12;
/// Budgets of misses for names alone; smaller if there are fewer than [`TOKENS_EACH_NAMES`] tokens
/// per miss.
const NAMES_IN_VAIN: u32 = 64;
const FEWEST_NAMES_IN_VAIN: u32 = 12;
const TOKENS_EACH_NAMES: u64 = 32;
/// Budget of misses for values that matter; smaller if there are fewer than [`TOKENS_EACH`] tokens
/// per miss.
const VALUES_IN_VAIN: u32 = 120;
const FEWEST_IN_VAIN: u32 = 16;
const TOKENS_EACH: u64 = 4;
/// With more lines, the budget is larger.
const MANY_LINES: u32 = 512;

/// Whether probes justify a look at each kind of units before misses end the search.
pub(super) fn looks(probing: &Probing, model: &Model, keyed: Keyed) -> bool {
    probing.is_sure(model) || (keyed == Keyed::Alone && !probing.matter().is_empty())
}

/// Returns the budget of misses after the probes, for a document of so many tokens.
pub(super) fn patience(probing: &Probing, model: &Model, keyed: Keyed, n_tokens: u64) -> u32 {
    let one_per = |n_each| u32::try_from(n_tokens / n_each).unwrap_or(u32::MAX);
    let values_in_vain = one_per(TOKENS_EACH).clamp(FEWEST_IN_VAIN, VALUES_IN_VAIN);
    let names_in_vain = one_per(TOKENS_EACH_NAMES).clamp(FEWEST_NAMES_IN_VAIN, NAMES_IN_VAIN);
    let is_checked = !probing.matter().is_empty();
    let budget = match keyed {
        _ if looks(probing, model, keyed) => values_in_vain,
        Keyed::WithValues if is_checked => CHANCE_IN_VAIN,
        Keyed::Alone if !model.keys.is_empty() => names_in_vain,
        _ => 0,
    };
    // Among many units, this many bisection steps precede the first success.
    let n_halved = (model.facts.lines.len() / MANY_LINES).checked_ilog2().unwrap_or(0);
    if budget == 0 { 0 } else { budget + 4 * n_halved }
}
