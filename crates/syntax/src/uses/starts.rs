//! Where what is counted starts.

use std::ops::Range;

use super::bits::Bits;
use crate::bindings::Bindings;
use crate::tree::NodeId;

/// Where the tokens, uses and definitions of a text start, each sorted.
#[derive(Debug)]
pub(super) struct Starts {
    pub(super) tokens: Vec<u32>,
    pub(super) uses: Vec<u32>,
    pub(super) definitions: Vec<u32>,
}

impl Starts {
    pub(super) fn of(bindings: &Bindings) -> Starts {
        let tree = bindings.tree();
        let start = |node: NodeId| u32::try_from(tree.range(node).start).expect("a text has less than 4 GiB");
        let starts = Starts {
            tokens: tree.tokens().iter().map(|&token| start(token)).collect(),
            uses: bindings.uses().iter().map(|bound| start(bound.node)).collect(),
            definitions: bindings.definitions().iter().map(|found| start(found.name)).collect(),
        };
        let all = [&starts.tokens, &starts.uses, &starts.definitions];
        debug_assert!(all.into_iter().all(|starts| starts.is_sorted()), "all of them are in order");
        starts
    }
}

/// Returns the indices of what starts in some bytes (sorted, without overlaps). O(ranges · log
/// starts).
pub(super) fn within(starts: &[u32], ranges: &[Range<usize>]) -> Bits {
    let mut at = 0;
    let mut end_of = |place: usize| {
        at += starts[at..].partition_point(|&start| (start as usize) < place);
        at
    };
    Bits::of(starts.len(), ranges.iter().map(|range| end_of(range.start)..end_of(range.end)))
}
