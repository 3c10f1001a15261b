//! The kinds of relations, one file each.

mod amounts;
mod block_sums;
mod body_lines;
mod by_size;
mod census;
mod chance;
mod checksums;
mod codes;
mod copied;
mod covers;
mod cumulated;
mod dates;
mod declared;
mod defining;
mod dense;
mod digests;
mod eligible;
mod encoded;
mod fields;
mod files;
mod filled;
mod fixed_totals;
mod grouped;
mod headed;
pub(super) mod index;
mod items;
mod keys;
mod lengths;
mod likewise;
mod line_counts;
mod line_numbers;
mod line_sums;
mod named_sections;
mod naming;
mod neighbours;
mod nested;
mod numbered;
mod offsets;
mod outlines;
mod overloads;
mod owners;
mod parallel;
mod paths;
mod per_name;
pub(super) mod ranks;
mod related;
mod rest;
mod restarted;
mod running;
mod scoped;
mod shifts;
mod singles;
mod steps;
mod streamed;
mod sums;
mod tails;
mod tallies;
mod trimmed_totals;
mod vocabulary;
mod wrapped;

use super::inference::Inference;

/// Finds one kind of relation among the slots that are not explained yet.
pub(super) type Find = fn(&mut Inference<'_>);

/// The relations in the order in which they are looked for: an explained slot is not explained
/// again.
pub(super) const ALL: &[Find] = &[
    dates::find,
    fixed_totals::find,
    lengths::find,
    digests::find,
    checksums::find,
    line_sums::find,
    streamed::find,
    parallel::square,
    parallel::lists,
    wrapped::find,
    neighbours::find,
    scoped::find,
    offsets::find,
    files::find,
    named_sections::find,
    line_numbers::find,
    fields::find,
    declared::find,
    items::find,
    line_counts::find,
    body_lines::find,
    census::find,
    shifts::find,
    index::named,
    covers::find,
    cumulated::find,
    outlines::find,
    copied::find,
    steps::find,
    tails::find,
    running::find,
    restarted::find,
    grouped::find,
    dense::find,
    sums::find,
    block_sums::find,
    trimmed_totals::find,
    amounts::products,
    paths::find,
    keys::find,
    numbered::find,
    ranks::take,
    nested::find,
    per_name::find,
    line_counts::in_blocks,
    related::find,
    index::find,
    headed::find,
    relaxed,
    amounts::totals,
    singles::find,
    encoded::find,
];

/// Finds relations for which there is less evidence among what is left.
fn relaxed(inference: &mut Inference<'_>) {
    if inference.relax() {
        let again: [Find; 5] = [copied::find, tails::find, running::find, restarted::find, ranks::take];
        again.into_iter().for_each(|find| find(inference));
    }
}
