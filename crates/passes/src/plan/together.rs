//! What belongs together goes together, where little goes otherwise.

use dwindle_reduce::{Pass, Plan};

use super::options::PlanOptions;
use crate::flat::in_strings;
use crate::options::Scope;
use crate::policy::by_size::by_size;
use crate::policy::halving::halving_pass;
use crate::policy::patient::patient_pass;
use crate::tree::uses::{heaviest, kinds, slices};
use crate::tree::{bodies, merge};

/// Where so many trials do not halve what is left, it is asked whether what goes has to go with
/// what belongs to it.
const STUCK: u32 = 16;
/// After so many misses in a row, no value fits.
const MISSES_OF_VALUES: u32 = 12;
/// Fewer tokens are left to other passes.
const FEW: u64 = 256;
/// Where less than one part in so many is left of the tokens, it is not stuck.
const MUCH_GONE: u64 = 8;

/// Returns a first pass that makes what is large small, and what comes where it does not: most
/// crashes are small by then, and pay nothing. In code in which something missing or unused is an
/// error hardly anything goes alone.
pub(super) fn first(options: &PlanOptions, n_tokens: u64, coarse: Pass) -> Plan {
    let few = FEW.max(n_tokens / MUCH_GONE);
    let slices = Plan::pass(by_size(options.pass(&slices::ENTRY, Scope::All), few + 1..));
    let scout = Plan::pass(halving_pass(coarse.clone(), STUCK, few));
    let kinds = Plan::pass(by_size(options.pass(&kinds::ENTRY, Scope::All), few + 1..));
    let bodies = Plan::pass(by_size(options.pass(&bodies::ENTRY, Scope::Text), few + 1..));
    // Where bodies go, much is used no more.
    let together = Plan::while_shrinking(Plan::sequence([again(options), bodies]));
    let coarse = Plan::pass(by_size(coarse, FEW + 1..));
    // While a program is fed with much, all that handles it is needed.
    let strings = Plan::pass(by_size(options.pass(&in_strings::ENTRY, Scope::Text), few + 1..));
    Plan::sequence([scout, kinds, slices, strings, together, coarse])
}

/// Returns what comes before each round of finer passes: after it, more may go together.
pub(super) fn again(options: &PlanOptions) -> Plan {
    let heaviest = options.pass(&heaviest::ENTRY, Scope::All);
    let values = patient_pass(options.pass(&heaviest::VALUES, Scope::All), MISSES_OF_VALUES);
    let merge = options.pass(&merge::ENTRY, Scope::All);
    Plan::sequence([heaviest, values, merge].map(|pass| Plan::pass(by_size(pass, FEW + 1..))))
}
