//! What every block of a kind has at least: lists of which blocks are never empty.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::facts::DocumentFacts;
use super::lines::{Grouped, mix};
use super::state::State;

/// Blocks, with the kinds of lines of which each must keep some.
#[derive(Default)]
pub(super) struct Minimums {
    blocks: Vec<Block>,
    /// By line: the block in which it is directly, and the index of its kind there.
    of_line: FxHashMap<u32, (u32, u32)>,
    /// By line: the block that must not lose all its content, if the line is a part of that.
    of_content: FxHashMap<u32, u32>,
}

struct Block {
    atoms: Range<u32>,
    /// The lines of each kind, and how many of them every block like this one has.
    kinds: Vec<(Vec<u32>, usize)>,
    /// The content, if no block like this one is empty.
    content: Option<Range<u32>>,
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
            let mut inked = lines.body(line).filter(|&at| !facts.space.has(at));
            let first = inked.next();
            let is = |at: Option<u32>, mark| at.is_some_and(|at| facts.atoms.is(at, mark));
            let is_tag = is(first, b'<') && is(inked.next(), b'/');
            is_tag || [b']', b'}', b')'].iter().any(|&mark| is(first, mark))
        };
        let content = |kinds: &[(u64, Vec<u32>)]| {
            let lines: Vec<u32> = kinds.iter().flat_map(|(_, lines)| lines.iter().copied()).collect();
            lines.into_iter().filter(|&line| !closes(line))
        };
        let mut minimums = Minimums::default();
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
                let kinds: Vec<_> = everywhere.map(|(kind, lines)| (lines.clone(), fewest[kind].1)).collect();
                for (kind, (lines, _)) in (0..).zip(&kinds) {
                    minimums.of_line.extend(lines.iter().map(|&line| (line, (number, kind))));
                }
                let content: Vec<u32> =
                    if has_content { content(kinds_of_lines).collect() } else { Vec::new() };
                minimums.of_content.extend(content.iter().map(|&line| (line, number)));
                let bounds = content.iter().min().zip(content.iter().max());
                let content = bounds.map(|(first, last)| lines.atoms(*first).start..lines.atoms(*last).end);
                minimums.blocks.push(Block { atoms, kinds, content });
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
        let mut touched: FxHashSet<(u32, u32)> = FxHashSet::default();
        let mut emptied: FxHashSet<u32> = FxHashSet::default();
        for span in spans.iter().filter(|span| !span.is_empty()) {
            let lines = facts.lines.of_atom(span.start)..facts.lines.of_atom(span.end - 1) + 1;
            touched.extend(lines.clone().filter_map(|line| self.of_line.get(&line).copied()));
            emptied.extend(lines.filter_map(|line| self.of_content.get(&line).copied()));
        }
        let lives = |line: &&u32| state.alive.any_in_without(facts.lines.body(**line), &facts.space);
        touched.retain(|&(block, kind)| {
            let (lines, least) = &self.blocks[block as usize].kinds[kind as usize];
            lines.iter().filter(lives).take(*least).count() < *least
        });
        emptied.retain(|&block| {
            let content = self.blocks[block as usize].content.clone();
            content.is_some_and(|content| !state.alive.any_in_without(content, &facts.space))
        });
        emptied.extend(touched.into_iter().map(|(block, _)| block));
        let atoms = emptied.into_iter().map(|block| self.blocks[block as usize].atoms.clone());
        let mut found: Vec<Range<u32>> =
            atoms.filter(|atoms| state.alive.any_in_without(atoms.clone(), &facts.space)).collect();
        found.sort_unstable_by_key(|atoms| (atoms.start, atoms.end));
        found
    }
}
