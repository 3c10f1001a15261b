//! The passes `treesplit` and `treesplit-coarse`.

use dwindle_reduce::{CandidateSearch, Document};

use super::group_testing::GroupTesting;
use super::sweep_kind::{SweepKind, is_small};
use crate::entry::Entry;
use crate::options::PassOptions;
use crate::tree::hdd::{Kept, Levels, RootFirst};
use crate::tree::search::{TreeSearch, in_files};
use crate::tree::token_edits::TokenEdits;

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "treesplit",
    summary: "removes subtrees by group testing over the whole tree",
    manual: "\
Treats the whole syntax tree as one group-testing problem (Sobel, Groll 1959; Hwang 1972): from \
the end of the file, subtrees are collected until the probability that all of them can be removed \
is one half. If they cannot, halves of them are tried until one is known to be needed, and that \
one is replaced by its parts. The probability that a token is needed is estimated during the pass. \
Sweeps are repeated to a fixpoint; the last ones try every node alone. Documents of less than 128 \
tokens are reduced level by level instead, as by hdd.",
    begin: |options, document| begin("treesplit", SweepKind::Verifying, options, document),
};

/// The entry of the pass with the first sweeps only.
pub const COARSE: Entry = Entry {
    name: "treesplit-coarse",
    summary: "removes subtrees by group testing over the whole tree, without the last sweeps",
    manual: "\
As treesplit, but ends when only single nodes are left to try: a first pass for a plan that \
continues with another tree pass. It works from the end of the file to its start and down to some \
depth at once, so uses are removed before their definitions are tried.",
    begin: |options, document| begin("treesplit-coarse", SweepKind::Coarse { finest: 0 }, options, document),
};

/// Starts a pass that ends with a sweep of the kind `last`.
fn begin(
    pass: &'static str,
    last: SweepKind,
    options: &PassOptions,
    document: &Document,
) -> Option<CandidateSearch> {
    in_files(pass, options, document, move |subject, method| {
        let root = subject.tree().root();
        if is_small(subject.n_alive(root, &TokenEdits::default())) {
            let levels = RootFirst::new(Levels::below(root, Kept::Nothing));
            return TreeSearch::begin(subject, method, levels);
        }
        GroupTesting::begin(subject, last)
    })
}
