//! Shells: what is around the largest block within a block, which takes its place.

use std::ops::Range;

use super::super::model::Model;
use super::super::state::State;
use crate::agree::unit::{Unit, UnitList, unit};

/// Blocks of several lines without the largest living block within them, the outermost first.
pub(super) fn shells(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let lives = |block: &Range<u32>| state.alive.any_in_without(block.clone(), &facts.space);
    let mut open: Vec<usize> = Vec::new();
    let mut blocks: Vec<Block> = Vec::new();
    let mut ranges = facts.records.several_lines();
    ranges.retain(|block| !block.is_empty() && lives(block));
    ranges.sort_by_key(|block| (block.start, std::cmp::Reverse(block.end)));
    for range in ranges {
        while open.last().is_some_and(|&outer| blocks[outer].range.end < range.end) {
            open.pop();
        }
        if let Some(&outer) = open.last() {
            let n_living = state.alive.count_in(range.clone());
            let largest = &mut blocks[outer].largest;
            if largest.as_ref().is_none_or(|(n, _)| *n < n_living) {
                *largest = Some((n_living, range.clone()));
            }
        }
        open.push(blocks.len());
        blocks.push(Block { range, depth: open.len(), largest: None });
    }
    blocks.sort_by_key(|block| block.depth);
    let shell = |block: &Block| -> Option<Unit> {
        let (_, inner) = block.largest.as_ref()?;
        Some(unit([block.range.start..inner.start, inner.end..block.range.end]))
    };
    let shells: UnitList = blocks.iter().filter_map(shell).collect();
    if shells.len() < 2 { Vec::new() } else { vec![shells] }
}

/// A block, how many are around it with itself, and the largest one in it with its living atoms.
struct Block {
    range: Range<u32>,
    depth: usize,
    largest: Option<(u32, Range<u32>)>,
}
