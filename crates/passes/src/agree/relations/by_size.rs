//! Groups and runs of lines by size: what a number may count.

use rustc_hash::FxHashMap;

use super::super::inference::Inference;

/// What may be counted, by size.
pub(super) struct BySize {
    /// Groups by number of items, in document order.
    pub(super) groups: FxHashMap<usize, Vec<u32>>,
    /// Runs of lines by length.
    pub(super) runs: FxHashMap<usize, Vec<usize>>,
    /// By line: the runs that contain it, and its position in them.
    pub(super) runs_of: Vec<Vec<(usize, usize)>>,
}

impl BySize {
    /// Sorts groups and runs of lines by size. O(groups + lines of runs).
    pub(super) fn of(inference: &Inference<'_>) -> BySize {
        let facts = inference.facts;
        let (mut groups, mut runs): (FxHashMap<_, Vec<u32>>, FxHashMap<_, Vec<usize>>) = Default::default();
        for (number, group) in (0..).zip(facts.groups.all()) {
            groups.entry(group.n_items()).or_default().push(number);
        }
        let mut runs_of = vec![Vec::new(); facts.lines.len() as usize];
        for (number, run) in inference.kinds.runs.iter().enumerate() {
            runs.entry(run.len()).or_default().push(number);
            for (place, &line) in run.iter().enumerate() {
                runs_of[line as usize].push((number, place));
            }
        }
        BySize { groups, runs, runs_of }
    }
}
