//! The plans that need no grammar.

use dwindle_reduce::Plan;

use super::options::PlanOptions;
use crate::binary::chunks::coarse_blanks;
use crate::options::{Granularity, Scope};
use crate::policy::patient::{MOST_MISSES, patient_pass};
use crate::{binary, flat, nested};

pub(crate) fn text_plan(options: &PlanOptions) -> Plan {
    use Granularity::{Byte, Char, Line};
    let mut steps = vec![options.step(&flat::files::ENTRY, Scope::All)];
    if options.granularity == Some(Line) {
        steps.push(options.step(&nested::indents::ENTRY, Scope::All));
        steps.push(options.step(&flat::lines::ENTRY, Scope::All));
        return Plan::fixpoint(Plan::sequence(steps));
    }
    let coarse = [
        nested::paragraphs::ENTRY,
        nested::sections::ENTRY,
        nested::blocks::ENTRY,
        // Removing single lines may have made sections independent.
        nested::sections::ENTRY,
        nested::indents::ENTRY,
        flat::lines::ENTRY,
        flat::adjacent::line_runs::ENTRY,
        nested::brackets::ENTRY,
        flat::literals::STRINGS,
        flat::blank::ENTRY,
    ];
    steps.extend(coarse.iter().map(|entry| options.step(entry, Scope::Text)));
    steps.push(options.step(&flat::tokens::WORDS, Scope::Text));
    if options.granularity == Some(Char) {
        steps.push(options.step(&flat::chars::ENTRY, Scope::Text));
    }
    steps.push(options.step(&binary::wasm::parts::OUTLINE, Scope::All));
    // A type that only an unused function has is unused after that function is removed.
    steps.push(Plan::fixpoint(options.step(&binary::wasm::parts::NUMBERED, Scope::All)));
    steps.push(options.step(&binary::wasm::parts::BYTES, Scope::All));
    steps.push(binary_plan(options));
    if options.granularity == Some(Byte) {
        steps.push(options.step(&flat::bytes::ENTRY, Scope::All));
    }
    steps.push(options.step(&flat::repeats::ENTRY, Scope::Text));
    steps.push(options.step(&flat::adjacent::line_runs::ENTRY, Scope::Text));
    steps.push(options.step(&flat::adjacent::neighbours::ENTRY, Scope::Text));
    // Only once: needed comments remain needed.
    let comments = options.step(&flat::comments::ENTRY, Scope::Text);
    let conditionals = options.step(&flat::conditionals::ENTRY, Scope::Text);
    Plan::sequence([comments, conditionals, Plan::fixpoint(Plan::sequence(steps))])
}

/// Returns the plan for binary files: records, big chunks, then bytes, to a fixpoint. What cannot
/// be removed is blanked, and blanks are removed with the offsets beyond them adjusted.
pub(crate) fn binary_plan(options: &PlanOptions) -> Plan {
    let coarse = |entry| options.step(entry, Scope::Binary);
    let bytes = options.pass(&flat::bytes::ENTRY, Scope::Binary);
    let coarse_blanks = coarse_blanks(&options.pass.clone().with_scope(Scope::Binary));
    Plan::sequence([
        coarse(&binary::records::ENTRY),
        coarse(&binary::chunks::CHUNKS),
        Plan::pass(coarse_blanks),
        coarse(&binary::gaps::ENTRY),
        Plan::fixpoint(Plan::sequence([coarse(&binary::chunks::BLANKS), coarse(&binary::gaps::ENTRY)])),
        Plan::pass(patient_pass(bytes, MOST_MISSES)),
    ])
}
