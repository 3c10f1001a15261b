//! The pass `agree`.

use std::sync::Arc;

use dwindle_reduce::{CandidateSearch, Document, Pass};

use super::keyed::Keyed;
use super::model::Model;
use super::relation::Evidence;
use super::search::Agreeing;
use crate::entry::Entry;

/// The catalogue's entry.
pub const ENTRY: Entry = Entry {
    name: "agree",
    summary: "removes what other places count, number or refer to, and keeps these places right",
    manual: "\
Looks for values that must agree with the rest of the input, whatever its format: counts of lines, items and fields, running numbers and what refers to them, indices into lists, dense numbers of rows and \
columns, largest values, lengths, byte offsets and numbers of lines, running shifts, checksums, digests with sizes, numbers of lines of other files, and names that are defined in one place and used in others. Each is taken up for a class of values, and only if all of them come out right on the input. Then \
the values are changed in a few trials: what is interesting all the same is checked by nobody and left alone. Then sections, records, kinds of lines, names with all that refers to them, columns, lines, items and words are removed, \
each with what must go with it, and the values are computed anew. Of `nodes 3`, `node a`, `node b`, `node c`, `edge a b` and `edge c c` on a line each, the trial without `b` is `nodes 2`, `node a`, `node c`, `edge c c`. Where all of a chain is needed, a definition goes and its uses point to what it used: `b = f a` and `c = g b` become `c = g a`. In a language \
whose grammar is known, `auto` begins the pass only where a whole class of counts, lengths, offsets or sums was found. Where nothing is found, it costs no trial; where no repair helps, it ends after a few.",
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
    Agreeing::begin(ENTRY.name, Arc::new(model), keyed)
}

/// The largest document; above it, inference takes seconds and each candidate milliseconds.
const MOST_BYTES: u64 = 4_000_000;
