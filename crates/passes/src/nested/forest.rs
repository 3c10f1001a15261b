//! What lies within each other, level by level.

use crate::stage::stretches::{Round, Stretch};

/// Sorts disjoint or nested stretches into levels, the outermost first. O(stretches) where they are
/// sorted by their starts.
pub(crate) fn levels(mut stretches: Vec<Stretch>) -> Vec<Round> {
    stretches.sort_by_key(|stretch| (stretch.bytes.start, u32::MAX - stretch.bytes.end));
    let mut rounds: Vec<Round> = Vec::new();
    let mut around: Vec<u32> = Vec::new();
    for stretch in stretches {
        while around.last().is_some_and(|&end| end <= stretch.bytes.start) {
            around.pop();
        }
        let level = around.len();
        around.push(stretch.bytes.end);
        if rounds.len() <= level {
            rounds.push(Round::new());
        }
        rounds[level].push(stretch);
    }
    rounds
}
