//! The pass `agree`.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Pass};

use super::keyed::Keyed;
use super::model::Model;
use super::relation::Evidence;
use super::search::AgreeSearch;
use crate::entry::Entry;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "agree",
    summary: "removes what is counted, numbered or referred to elsewhere, and repairs these other places",
    manual: "\
Infers relations between values, whatever the format: counts of lines, items and fields, running \
numbers (also within names) and references to them, indices into lists, dense ids of rows and \
columns, maxima, counts of the lines of a record in its first line, lists of as many items, also over the ends \
of lines, rows with their columns, counts and sums at the ends of blocks, balances, products and totals, lengths, \
byte offsets and line numbers, running shifts, checksums, also of lines, digests with sizes, sizes \
of other files, lines and bytes of sections that a table names, and names that are defined in one \
place and used in others. Amounts may have a fixed number of decimals or no zeros at their end, and \
addresses hexadecimal digits. Records of fixed width, in which numbers \
touch each other, are cut where leading zeros, sums and copies show it. A relation must hold for a whole class \
of values, or a total for a whole class. First the values are changed in a few trials (lengths \
and checksums are recomputed): if the result is still interesting, nothing checks them, and the relation \
is dropped. Then sections, all \
sections that share a rare word, records, levels of nested blocks, kinds of lines, names with all \
references, columns, lines, items and words are removed, each with everything that depends on it, \
and the values are recomputed. At first each of these kinds gets only a few trials; it is \
continued once something could be removed, or when all kinds have had theirs. Given the lines \
`nodes 3`, `node a`, `node b`, `node c`, `edge a b` and `edge c c`, the trial without `b` is \
`nodes 2`, `node a`, `node c`, `edge c c`. If a whole chain is needed, a definition is removed and \
its uses are redirected to what it used: `b = f a` and `c = g b` become `c = g a`. In a language \
with a grammar, `auto` runs the pass if a whole class of counts, lengths, offsets or sums was \
found, and in data that gets stuck. It costs no trial if no relation is found, and ends after a few trials, or a few for each \
kind, if no repair helps.",
    begin: |_, document| begin(Keyed::Alone, document),
};

/// Returns the pass; `keyed` says when names alone are worth trials.
pub fn agree(keyed: Keyed) -> Pass {
    Pass::new(ENTRY.name, move |document| begin(keyed, document))
}

fn begin(keyed: Keyed, document: &Document) -> Option<CandidateSearch> {
    if MOST_BYTES < document.n_bytes() {
        return None;
    }
    let model = Model::of(document);
    let is_worth_it = match keyed {
        Keyed::Alone => !(model.relations.is_empty() && model.keys.is_empty()),
        // In code, values often agree by chance.
        Keyed::WithValues => model.relations.iter().any(|relation| relation.evidence == Evidence::Strong),
    };
    if !is_worth_it {
        return None;
    }
    AgreeSearch::begin(ENTRY.name, Arc::new(model), keyed)
}

/// The largest document; above it, inference takes seconds and each candidate milliseconds.
const MOST_BYTES: u64 = 4_000_000;
