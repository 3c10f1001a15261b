//! A search over stages of stretches (removable byte ranges).

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::cost::{Cost, is_word_byte};
use dwindle_reduce::{
    Candidate, CandidateSearch, Document, Edit, Edits, EmptyList, List, ListMethod, UnitSearch, Units,
};

use super::at_once::at_once;
use super::file_ranges::{FileRange, union};
use super::staged::{self, Stages};
use crate::options::{PassOptions, Scope};

/// A removable byte range of a file, or two of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// The index of the file.
    pub(crate) file: u32,
    /// The bytes to remove.
    pub(crate) bytes: Range<u32>,
    /// More bytes to remove, perhaps on a condition.
    pub(crate) other: Other,
}

/// The second range of a stretch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Other {
    /// There is none.
    Nothing,
    /// These bytes are removed as well.
    And(Range<u32>),
    /// The stretch is an element of a comma-separated list. If all elements before it are removed,
    /// these bytes are removed instead: with the comma after it instead of the one before.
    Leading(Range<u32>),
}

impl Stretch {
    /// Creates a stretch without a second range.
    pub(crate) fn new(file: u32, bytes: Range<u32>) -> Stretch {
        Stretch { file, bytes, other: Other::Nothing }
    }

    /// Creates a stretch of two ranges, which are removed together.
    pub(crate) fn with(file: u32, bytes: Range<u32>, more: Range<u32>) -> Stretch {
        Stretch { file, bytes, other: Other::And(more) }
    }
}

/// The stretches of one stage: without overlaps, elements of a list in order.
pub(crate) type Stage = Vec<Stretch>;

/// Returns the stretches between consecutive starts in a file, which are sorted; the last one
/// extends to the end.
pub(crate) fn up_to_the_next(file: u32, starts: &[u32], n_bytes: u32) -> Stage {
    let ends = starts.iter().skip(1).copied().chain([n_bytes]);
    let bytes = starts.iter().zip(ends).map(|(&start, end)| start..end);
    bytes.map(|bytes| Stretch::new(file, bytes)).collect()
}

/// Computes the stages of each file and merges stages of the same number, up to [`MAX_STRETCHES`]
/// stretches.
fn over_files(document: &Document, scope: Scope, stages_of: impl Fn(u32, &[u8]) -> Vec<Stage>) -> Vec<Stage> {
    let mut stages: Vec<Stage> = Vec::new();
    for (file_idx, file) in (0u32..).zip(document.files()) {
        if u32::try_from(file.bytes().len()).is_err() || !scope.includes(file) {
            continue;
        }
        for (number, stage) in stages_of(file_idx, file.bytes()).into_iter().enumerate() {
            match stages.get_mut(number) {
                Some(there) => there.extend(stage),
                None => stages.push(stage),
            }
        }
    }
    keep_the_longest(&mut stages);
    stages
}

/// The most stretches of a search: a finer pass has to do the rest.
const MAX_STRETCHES: usize = 1 << 20;

fn keep_the_longest(stages: &mut [Stage]) {
    let mut min_len = 1;
    while MAX_STRETCHES < stages.iter().map(Vec::len).sum() {
        min_len *= 2;
        for stage in &mut *stages {
            stage.retain(|Stretch { bytes, .. }| min_len <= bytes.len());
            stage.shrink_to_fit();
        }
    }
}

/// What all forks of a search share.
struct Fixed {
    pass: &'static str,
    base: Document,
    method: ListMethod,
    stages: Arc<[Stage]>,
    most_misses: u32,
}

/// The stages, one after the other, without what was removed in earlier stages.
#[derive(Clone)]
struct StretchStages {
    fixed: Arc<Fixed>,
    next_stage: usize,
    /// What was removed in earlier stages: sorted, merged.
    gone: Arc<[FileRange]>,
    /// The stretches of this stage that are still there.
    stretches: Arc<[Stretch]>,
    /// What was accepted of this stage so far.
    accepted: Units,
    /// The cost of the last accepted candidate; of the document at first.
    cost: Cost,
}

/// Starts the search over the stages of each file; `None` if there is nothing to remove.
pub(crate) fn search(
    pass: &'static str,
    options: &PassOptions,
    document: &Document,
    stages_of: impl Fn(u32, &[u8]) -> Vec<Stage>,
) -> Option<CandidateSearch> {
    search_with_budget(u32::MAX, pass, options, document, stages_of)
}

/// As [`search`], with a budget of misses in a row for each stage.
pub(crate) fn search_with_budget(
    most_misses: u32,
    pass: &'static str,
    options: &PassOptions,
    document: &Document,
    stages_of: impl Fn(u32, &[u8]) -> Vec<Stage>,
) -> Option<CandidateSearch> {
    staged::search(StretchStages::of(most_misses, pass, options, document, stages_of))
}

/// As [`search`], but first tries to remove everything in all stages; if that is interesting, the
/// search ends.
pub(crate) fn search_at_once(
    pass: &'static str,
    options: &PassOptions,
    document: &Document,
    stages_of: impl Fn(u32, &[u8]) -> Vec<Stage>,
) -> Option<CandidateSearch> {
    let stages = StretchStages::of(u32::MAX, pass, options, document, stages_of);
    let n_stages = stages.fixed.stages.iter().filter(|stage| !stage.is_empty()).count();
    let everything = stages.without_ranges(stages.everything());
    let rest = staged::search(stages)?;
    Some(if 1 < n_stages { at_once(everything, rest) } else { rest })
}

impl StretchStages {
    fn of(
        most_misses: u32,
        pass: &'static str,
        options: &PassOptions,
        document: &Document,
        stages_of: impl Fn(u32, &[u8]) -> Vec<Stage>,
    ) -> StretchStages {
        let stages = over_files(document, options.scope, stages_of).into();
        let method = options.method(EmptyList::First);
        let fixed = Fixed { pass, base: document.clone(), method, stages, most_misses };
        StretchStages {
            fixed: Arc::new(fixed),
            next_stage: 0,
            gone: Arc::default(),
            stretches: Arc::default(),
            accepted: Units::none(),
            cost: document.cost(),
        }
    }

    /// Whether a stretch was removed in an earlier stage.
    fn is_gone(&self, stretch: &Stretch) -> bool {
        let start = (stretch.file, stretch.bytes.start);
        let after = self.gone.partition_point(|(file, range)| (*file, range.start) <= start);
        let before = after.checked_sub(1).map(|before| &self.gone[before]);
        before.is_some_and(|(file, range)| *file == stretch.file && stretch.bytes.end <= range.end)
    }

    /// Returns everything removed with these stretches of the stage, sorted and merged.
    fn without(&self, units: &Units) -> Vec<FileRange> {
        let mut ranges: Vec<FileRange> = Vec::with_capacity(units.len());
        let mut leading_up_to = None;
        for unit in units.iter() {
            let Stretch { file, bytes, other } = &self.stretches[unit as usize];
            match other {
                Other::Nothing => ranges.push((*file, bytes.clone())),
                Other::And(more) => ranges.extend([(*file, bytes.clone()), (*file, more.clone())]),
                Other::Leading(leading) => {
                    let first = bytes.start == leading.start;
                    if first || leading_up_to == Some((*file, leading.start)) {
                        leading_up_to = Some((*file, leading.end));
                        ranges.push((*file, leading.clone()));
                    } else {
                        ranges.push((*file, bytes.clone()));
                    }
                }
            }
        }
        ranges.sort_unstable_by_key(|(file, range)| (*file, range.start));
        union(&self.gone, ranges)
    }

    /// Returns everything removed if all stages succeed entirely.
    fn everything(&self) -> Vec<FileRange> {
        let mut ranges: Vec<FileRange> = Vec::new();
        for Stretch { file, bytes, other } in self.fixed.stages.iter().flatten() {
            ranges.push((*file, bytes.clone()));
            if let Other::And(more) | Other::Leading(more) = other {
                ranges.push((*file, more.clone()));
            }
        }
        merged(ranges)
    }

    /// Returns the candidate without these ranges.
    fn without_ranges(&self, ranges: Vec<FileRange>) -> Candidate {
        let edits = ranges.into_iter().map(|(file, range)| self.edit(file, &range));
        Candidate::new(self.fixed.pass, &self.fixed.base, Edits::new(edits))
    }

    /// Deletes a range, leaving a space if two words would merge.
    fn edit(&self, file: u32, range: &Range<u32>) -> Edit {
        let text = self.fixed.base.files()[file as usize].bytes();
        let bytes = range.start as usize..range.end as usize;
        let is_word = |at: Option<usize>| at.and_then(|at| text.get(at)).copied().is_some_and(is_word_byte);
        let fuses = is_word(bytes.start.checked_sub(1)) && is_word(Some(bytes.end));
        Edit::replace(file, bytes, if fuses { b" " } else { b"" })
    }
}

fn merged(mut ranges: Vec<FileRange>) -> Vec<FileRange> {
    ranges.sort_unstable_by_key(|(file, range)| (*file, range.start));
    union(&[], ranges)
}

impl Stages for StretchStages {
    fn next(&mut self) -> Option<UnitSearch> {
        if !self.accepted.is_empty() {
            self.gone = self.without(&self.accepted).into();
            self.accepted = Units::none();
        }
        loop {
            let stage = self.fixed.stages.get(self.next_stage)?;
            self.next_stage += 1;
            self.stretches = stage.iter().filter(|stretch| !self.is_gone(stretch)).cloned().collect();
            let list = List::weighted(self.stretches.iter().map(|stretch| stretch.bytes.len() as u32));
            if !list.is_empty() {
                return Some(self.fixed.method.start(&list));
            }
        }
    }

    fn candidate(&self, left_out: &Units) -> Option<Candidate> {
        // A blank left for a bracket or tab costs as much as the bracket or tab.
        Some(self.without_ranges(self.without(left_out))).filter(|candidate| candidate.cost() < self.cost)
    }

    fn accept(&mut self, left_out: Units, candidate: &Candidate) {
        self.cost = candidate.cost();
        self.accepted = left_out;
    }

    fn most_misses(&self) -> u32 {
        self.fixed.most_misses
    }
}
