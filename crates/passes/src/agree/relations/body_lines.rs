//! Counts of the lines of a body: of a region whose length is given, or of what is below the next
//! empty line, up to a line that begins with a certain mark.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation};
use super::super::sections::{file_of, lines_of};
use super::line_counts::{Block, LineCounts, first_byte, lines_by_mark};

/// The fewest values, and the least evidence, in bits, against a coincidence.
const FEWEST: usize = 3;
const FEWEST_BITS: f64 = 14.0;
/// The most lines of a header.
const MOST_ABOVE: u32 = 40;

/// Finds classes whose values count all lines of a body.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let mut regions = inference.lengths.clone();
    regions.sort_by_key(|region| region.start);
    let by_mark = lines_by_mark(facts);
    for class in &facts.classes.numbers {
        let slots = inference.unexplained(&class.slots);
        if slots.len() < FEWEST {
            continue;
        }
        let found = in_regions(inference, &regions, &slots);
        let Some(blocks) = found.or_else(|| below(inference, &by_mark, &slots)) else { continue };
        let targets = blocks.iter().map(|block| block.at).collect();
        let rule = Box::new(LineCounts { blocks });
        let relation = Relation::new("number of lines of a body", Phase::Counts, targets, rule);
        inference.take(relation.with_evidence(Evidence::Strong));
    }
}

/// Returns the lines of the next region below each value, if nearly all values count these.
fn in_regions(inference: &Inference<'_>, regions: &[Range<u32>], slots: &[u32]) -> Option<Vec<Block>> {
    let facts = inference.facts;
    let next = |at: u32| regions.get(regions.partition_point(|region| region.start <= at)).cloned();
    counted(inference, slots, |at| {
        let region = next(at)?;
        let (line, first) = (facts.lines.of_atom(at), facts.lines.of_atom(region.start));
        if line + MOST_ABOVE < first || file_of(facts, line) != file_of(facts, first) {
            return None;
        }
        let last = region.clone().next_back().map_or(first, |last| facts.lines.of_atom(last) + 1);
        Some(first..last)
    })
}

/// Returns the lines between the next empty line below each value and a line that begins with the
/// mark that ends the body of the first value, if nearly all values count these.
fn below(inference: &Inference<'_>, by_mark: &FxHashMap<u8, Vec<u32>>, slots: &[u32]) -> Option<Vec<Block>> {
    let facts = inference.facts;
    let start = |at: u32| {
        let line = facts.lines.of_atom(at);
        let file = lines_of(facts, file_of(facts, line));
        let empty = (line + 1..file.end).take(MOST_ABOVE as usize).find(|&line| facts.lines.is_blank(line));
        empty.map(|empty| empty + 1..file.end)
    };
    let first = start(slots[0])?;
    let behind = first.start.checked_add(u32::try_from(inference.value(slots[0])).ok()?)?;
    let mark = (behind < first.end).then(|| first_byte(facts, behind)).flatten();
    let marked = by_mark.get(&mark?)?;
    counted(inference, slots, |at| {
        let below = start(at)?;
        let end = marked.get(marked.partition_point(|&line| line < below.start)).copied();
        Some(below.start..end.map_or(below.end, |end| end.min(below.end)))
    })
}

/// Returns the blocks of lines, if nearly all values count their lines. Lines that reach the next
/// value are no block.
fn counted(
    inference: &Inference<'_>,
    slots: &[u32],
    lines: impl Fn(u32) -> Option<Range<u32>>,
) -> Option<Vec<Block>> {
    let (mut bits, mut different, mut found) = (0.0, FxHashSet::default(), Vec::new());
    for (number, &at) in slots.iter().enumerate() {
        if found.len() + slots.len() / 10 < number {
            return None;
        }
        let Some(all) = lines(at) else { continue };
        let next = slots.get(number + 1).map_or(u32::MAX, |&next| inference.facts.lines.of_atom(next));
        if all.len() as i64 == inference.value(at) && all.end <= next {
            bits += (1.0 + all.len() as f64).log2();
            different.insert(all.len());
            found.push(Block { at, counted: all.clone().collect(), all });
        }
    }
    let is_right = 9 * slots.len() <= 10 * found.len();
    (is_right && FEWEST_BITS < bits && 2 < different.len()).then_some(found)
}
