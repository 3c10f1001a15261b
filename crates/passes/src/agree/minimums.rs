//! What every block of a kind has at least: lists of which blocks are never empty.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::DocumentFacts;
use super::lines::{Grouped, mix};
use super::state::State;

/// Blocks, with the kinds of lines of which each must keep some.
pub(super) struct Minimums {
    blocks: Vec<Block>,
    /// By line: the block in which it is directly.
    of_line: FxHashMap<u32, u32>,
}

struct Block {
    atoms: Range<u32>,
    /// The lines of each kind that every block like this one has, and how many each has at least;
    /// and all lines within it, if no block like it is empty.
    kinds: Vec<(Vec<u32>, usize)>,
}

/// The fewest blocks that begin alike.
const FEWEST: usize = 3;

impl Minimums {
    /// Finds blocks that begin alike, and what each of them has. O(lines of all blocks).
    pub(super) fn of(facts: &DocumentFacts) -> Minimums {
        let lines = &facts.lines;
        let start = |line: u32| {
            let inked = lines.body(line).filter(|&at| !facts.space.has(at)).take(2);
            inked.fold(0, |hash, at| mix(hash, u64::from(facts.atoms.word(at))))
        };
        let spans = facts.records.several_lines();
        let mut alike: Grouped<u64, Vec<(u64, Vec<u32>)>> = Grouped::new();
        let mut atoms: Grouped<u64, Range<u32>> = Grouped::new();
        let mut heads: FxHashMap<u32, u32> = FxHashMap::default();
        for span in spans.iter().filter(|span| !span.is_empty()) {
            let end = lines.of_atom(span.end - 1) + 1;
            let longest = heads.entry(lines.of_atom(span.start)).or_insert(end);
            *longest = end.max(*longest);
        }
        for span in spans.into_iter().filter(|span| !span.is_empty()) {
            let (head, end) = (lines.of_atom(span.start), lines.of_atom(span.end - 1) + 1);
            let mut within: Grouped<u64, u32> = Grouped::new();
            let mut line = head + 1;
            while line < end {
                if !lines.is_blank(line) {
                    within.push(start(line), line);
                }
                line = heads.get(&line).copied().filter(|&behind| behind <= end).unwrap_or(line + 1);
            }
            alike.push(start(head), within.into_groups());
            atoms.push(start(head), span);
        }
        let closes = |line: u32| {
            let first = lines.body(line).find(|&at| !facts.space.has(at));
            first.is_some_and(|at| [b']', b'}', b')', b'<'].iter().any(|&mark| facts.atoms.is(at, mark)))
        };
        let content = |kinds: &'_ [(u64, Vec<u32>)]| {
            let lines: Vec<u32> = kinds.iter().flat_map(|(_, lines)| lines.iter().copied()).collect();
            lines.into_iter().filter(|&line| !closes(line))
        };
        let mut minimums = Minimums { blocks: Vec::new(), of_line: FxHashMap::default() };
        for ((_, blocks), (_, atoms)) in alike.into_groups().into_iter().zip(atoms.into_groups()) {
            if blocks.len() < FEWEST {
                continue;
            }
            let mut fewest: FxHashMap<u64, (usize, usize)> = FxHashMap::default();
            for (kind, lines) in blocks.iter().flatten() {
                let (n_blocks, least) = fewest.entry(*kind).or_insert((0, usize::MAX));
                *n_blocks += 1;
                *least = lines.len().min(*least);
            }
            let has_content = blocks.iter().all(|kinds| content(kinds).next().is_some());
            for (kinds_of_lines, atoms) in blocks.iter().zip(atoms) {
                let number = minimums.blocks.len() as u32;
                let everywhere = kinds_of_lines.iter().filter(|(kind, _)| fewest[kind].0 == blocks.len());
                let mut kinds: Vec<_> =
                    everywhere.map(|(kind, lines)| (lines.clone(), fewest[kind].1)).collect();
                kinds.extend(has_content.then(|| (content(kinds_of_lines).collect(), 1)));
                let lines = kinds.iter().flat_map(|(lines, _)| lines);
                minimums.of_line.extend(lines.map(|&line| (line, number)));
                minimums.blocks.push(Block { atoms, kinds });
            }
        }
        minimums
    }

    /// Returns the live blocks that have too little left after these atoms died. O(lines of the
    /// spans + lines of their blocks).
    pub(super) fn unmet(
        &self,
        facts: &DocumentFacts,
        state: &State,
        spans: &[Range<u32>],
    ) -> Vec<Range<u32>> {
        let mut touched: FxHashSet<u32> = FxHashSet::default();
        for span in spans.iter().filter(|span| !span.is_empty()) {
            let lines = facts.lines.of_atom(span.start)..facts.lines.of_atom(span.end - 1) + 1;
            touched.extend(lines.filter_map(|line| self.of_line.get(&line).copied()));
        }
        let lives = |line: &&u32| state.alive.any_in_without(facts.lines.body(**line), &facts.space);
        let is_unmet = |&block: &u32| {
            let mut kinds = self.blocks[block as usize].kinds.iter();
            kinds.any(|(lines, least)| lines.iter().filter(lives).take(*least).count() < *least)
        };
        let mut found: Vec<Range<u32>> = touched
            .into_iter()
            .filter(is_unmet)
            .map(|block| self.blocks[block as usize].atoms.clone())
            .filter(|atoms| state.alive.any_in_without(atoms.clone(), &facts.space))
            .collect();
        found.sort_unstable_by_key(|atoms| (atoms.start, atoms.end));
        found
    }
}
