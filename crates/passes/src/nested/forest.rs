//! What lies within each other, level by level.

use crate::stage::stretches::{Stage, Stretch};

/// Sorts disjoint or nested stretches into levels, the outermost first. O(stretches) where they are
/// sorted by their starts.
pub(crate) fn levels(mut stretches: Vec<Stretch>) -> Vec<Stage> {
    stretches.sort_by_key(|stretch| (stretch.bytes.start, u32::MAX - stretch.bytes.end));
    let mut stages: Vec<Stage> = Vec::new();
    let mut around: Vec<u32> = Vec::new();
    for stretch in stretches {
        while around.last().is_some_and(|&end| end <= stretch.bytes.start) {
            around.pop();
        }
        let level = around.len();
        around.push(stretch.bytes.end);
        if stages.len() <= level {
            stages.push(Stage::new());
        }
        stages[level].push(stretch);
    }
    stages
}
