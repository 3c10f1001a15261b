//! Removing things together that belong together, when little can be removed alone.

use dwindle_reduce::{Pass, Plan};

use super::easy::{FEW, LARGE, few};
use super::options::PlanOptions;
use super::words::remembering;
use crate::flat::in_strings;
use crate::options::Scope;
use crate::policy::by_size::by_size;
use crate::policy::halving::halving_pass;
use crate::policy::patient::patient_pass;
use crate::policy::quiet::{kept_quiet, quiet, quiet_where_it_pays};
use crate::policy::thrifty::thrifty_pass;
use crate::tree::uses::{direct, heaviest, kinds, slices};
use crate::tree::{bodies, merge};

/// Answers without halving, after which the reduction counts as stuck.
const STUCK: u32 = 16;
/// The same with a line that silences reports of what is unused.
const STUCK_IF_QUIET: u32 = 32;
/// Budgets of misses in a row for removals with that line, and where it was there before.
const MISSES_IF_NEW: u32 = 24;
const MISSES_IF_QUIET: u32 = 12;
/// Budget of answers for removals with dependents before other passes.
const ANSWERS_OF_HEAVIEST: u32 = 48;
/// Budget of misses in a row for replacements by values.
const MISSES_OF_VALUES: u32 = 12;
/// The same where little can be removed alone.
const MISSES_IF_STUCK: u32 = 24;
/// Budget of misses in a row for operations of the language or its library.
const MISSES_OF_OPERATIONS: u32 = 40;
/// The same for pairs of operations on one object.
const MISSES_OF_PAIRS: u32 = 30;
/// Budget of misses in a row for calls of single functions.
const MISSES_OF_CALLS: u32 = 96;
/// The same on what the statements of a program have built.
const MISSES_OF_BUILT_CALLS: u32 = 32;
/// Budget of misses in a row for bodies of small documents.
const MISSES_OF_BODIES: u32 = 6;
/// Budget of misses in a row for calls that give way to an argument.
const MISSES_OF_ARGUMENTS: u32 = 8;
/// Budget of misses in a row for `inline`.
const MISSES_OF_INLINE: u32 = 4;
/// Budget of misses in a row for lines and words of strings, once code is gone that read them.
const MISSES_OF_STRINGS: u32 = 8;

/// The steps of code whose parts belong together.
pub(super) struct Together {
    /// Makes large documents small, until it gets stuck.
    pub(super) scout: Plan,
    /// Removes dependent code if it got stuck.
    pub(super) dependent: Plan,
    /// Takes over what is left.
    pub(super) coarse: Plan,
}

/// Returns a first pass that makes large documents small, followed by removal of dependent code if
/// it gets stuck. Most crashes are small by then and do not pay for that. In code in which missing
/// or unused names are errors, hardly anything can be removed alone.
pub(super) fn together(options: &PlanOptions, n_tokens: u64, coarse: Pass) -> Together {
    let few = few(n_tokens);
    let scout = Plan::pass(halving_pass(coarse.clone(), STUCK, few));
    // Where unused things are reported, little goes before such reports are silenced.
    let sweep = halving_pass(coarse.clone(), STUCK_IF_QUIET, few);
    let quieted = |pass| Plan::pass(by_size(quiet(pass, &options.pass), few + 1..));
    let first = [bodies::at_once(&options.pass), sweep].map(quieted);
    let last = quieted(patient_pass(options.pass(&heaviest::ENTRY, Scope::All), MISSES_IF_NEW));
    let kept = |pass| kept_quiet(pass, &options.pass);
    let kinds = Plan::pass(by_size(kept(options.pass(&kinds::ENTRY, Scope::All)), few + 1..));
    let all_bodies = Plan::pass(by_size(kept(options.pass(&bodies::ENTRY, Scope::Text)), few + 1..));
    let few_bodies = patient_pass(options.pass(&bodies::ENTRY, Scope::Text), MISSES_OF_BODIES);
    let few_bodies = Plan::pass(by_size(kept(few_bodies), FEW + 1..=few));
    // When bodies are replaced, many definitions become unused.
    let strings_again = patient_pass(options.pass(&in_strings::ENTRY, Scope::Text), MISSES_OF_STRINGS);
    let strings_again = Plan::pass(by_size(strings_again, FEW + 1..));
    let direct = patient_pass(options.pass(&direct::pass::ENTRY, Scope::Text), MISSES_OF_CALLS);
    let direct = Plan::pass(by_size(quiet_where_it_pays(direct, &options.pass), FEW + 1..));
    let alone = patient_pass(options.pass(&direct::alone::ENTRY, Scope::Text), MISSES_OF_OPERATIONS);
    let several = patient_pass(options.pass(&direct::several::ENTRY, Scope::Text), MISSES_OF_PAIRS);
    let early_end = options.pass(&direct::early_end::ENTRY, Scope::Text);
    let built = patient_pass(options.pass(&direct::built::ENTRY, Scope::Text), MISSES_OF_BUILT_CALLS);
    let [alone, several, early_end, built] = [alone, several, early_end, built]
        .map(|pass| Plan::pass(by_size(quiet_where_it_pays(pass, &options.pass), FEW + 1..)));
    // Calls with other arguments are nearly the same, but do something else: what was boring is not
    // put off. They come before `inline`, which leaves fewer functions to call.
    let [slices, heaviest, inline, values, arguments, merge] = steps(options, MISSES_IF_STUCK);
    let before = remembering(Plan::sequence([slices, heaviest, values, arguments, merge]));
    let behind = remembering(Plan::sequence([inline, all_bodies, few_bodies, strings_again]));
    let together = Plan::while_shrinking(Plan::sequence([before, built.clone(), behind]));
    // In what a call leaves, another one leaves less.
    let direct = Plan::while_shrinking(Plan::sequence([early_end, direct, built]));
    let direct = Plan::sequence([alone, several, direct]);
    let coarse = Plan::pass(by_size(kept(coarse), FEW + 1..=LARGE));
    // While the input of a program is large, all code that handles it is needed.
    let strings = Plan::pass(by_size(options.pass(&in_strings::ENTRY, Scope::Text), few + 1..));
    let rest = remembering(Plan::sequence([kinds, strings, last]));
    let dependent = Plan::sequence(first.into_iter().chain([direct.clone(), rest, together, direct]));
    Together { scout, dependent, coarse }
}

/// Returns what comes before each round of finer passes if removing dependent code paid: also in
/// small documents, something may have to go with its dependents.
pub(super) fn again_if_it_paid(options: &PlanOptions) -> Plan {
    // The finer passes removed the line if nothing unused was left.
    let heaviest = patient_pass(options.pass(&heaviest::ENTRY, Scope::All), MISSES_IF_QUIET);
    let quieted = Plan::pass(by_size(quiet(heaviest, &options.pass), FEW + 1..));
    let small = [&slices::ENTRY, &heaviest::ENTRY].map(|entry| options.pass(entry, Scope::All));
    let bodies = patient_pass(options.pass(&bodies::ENTRY, Scope::Text), MISSES_OF_BODIES);
    let values = values(options, MISSES_IF_STUCK);
    let small = small.into_iter().chain([bodies, values]).map(|pass| Plan::pass(by_size(pass, ..=FEW)));
    Plan::sequence([quieted, again_with(options, MISSES_IF_STUCK)].into_iter().chain(small))
}

/// Returns what comes before each round of finer passes, which may have made more things removable
/// together.
pub(super) fn again(options: &PlanOptions) -> Plan {
    again_with(options, MISSES_OF_VALUES)
}

fn values(options: &PlanOptions, most_misses: u32) -> Pass {
    patient_pass(options.pass(&heaviest::VALUES, Scope::All), most_misses)
}

fn again_with(options: &PlanOptions, misses_of_values: u32) -> Plan {
    Plan::sequence(steps(options, misses_of_values))
}

/// Returns `slices`, `heaviest`, `inline`, `values`, `hoist-arguments` and `merge`.
fn steps(options: &PlanOptions, misses_of_values: u32) -> [Plan; 6] {
    let values = values(options, misses_of_values);
    let arguments = patient_pass(options.pass(&heaviest::ARGUMENTS, Scope::All), MISSES_OF_ARGUMENTS);
    let [slices, heaviest, merge] =
        [&slices::ENTRY, &heaviest::ENTRY, &merge::ENTRY].map(|entry| options.pass(entry, Scope::All));
    let heaviest = thrifty_pass(heaviest, ANSWERS_OF_HEAVIEST);
    let large = |pass| Plan::pass(by_size(kept_quiet(pass, &options.pass), FEW + 1..));
    let inline = patient_pass(options.pass(&heaviest::INLINE, Scope::All), MISSES_OF_INLINE);
    let inline = Plan::pass(kept_quiet(inline, &options.pass));
    [large(slices), large(heaviest), inline, large(values), large(arguments), large(merge)]
}
