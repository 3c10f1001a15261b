//! Joints: the end of one block and the beginning of the next, whose contents become one block.

use std::ops::Range;

use super::super::facts::DocumentFacts;
use super::super::model::Model;
use super::super::state::State;
use crate::agree::unit::{UnitList, unit};

/// The joints between adjacent blocks of several lines that begin alike, the outermost first.
pub(super) fn joints(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let mut levels: Vec<(usize, UnitList)> = Vec::new();
    let mut open: Vec<Range<u32>> = Vec::new();
    let mut last: Vec<Option<Range<u32>>> = Vec::new();
    for block in facts.records.several_lines() {
        if block.is_empty() || !state.alive.any_in_without(block.clone(), &facts.space) {
            continue;
        }
        while open.last().is_some_and(|outer| outer.end <= block.start) {
            open.pop();
        }
        let depth = open.len();
        last.truncate(depth + 1);
        last.resize(depth + 1, None);
        if let Some(before) = last[depth].replace(block.clone())
            && begins_alike(facts, &before, &block)
            && !state.alive.any_in_without(before.end..block.start, &facts.space)
        {
            let spans = [closing(facts, &before), head(facts, &block)];
            match levels.iter_mut().find(|(level, _)| *level == depth) {
                Some((_, list)) => list.push(unit(spans)),
                None => levels.push((depth, vec![unit(spans)])),
            }
        }
        open.push(block);
    }
    levels.sort_by_key(|(depth, _)| *depth);
    levels.into_iter().map(|(_, list)| list).collect()
}

fn begins_alike(facts: &DocumentFacts, one: &Range<u32>, other: &Range<u32>) -> bool {
    let start = |block: &Range<u32>| {
        let inked = block.clone().filter(|&at| !facts.space.has(at)).take(2);
        inked.map(|at| facts.atoms.shape(at)).collect::<Vec<u32>>()
    };
    start(one) == start(other)
}

/// Returns what closes a block: its bracket, or its last line if that only closes it.
fn closing(facts: &DocumentFacts, block: &Range<u32>) -> Range<u32> {
    let first = block.clone().find(|&at| !facts.space.has(at)).unwrap_or(block.start);
    let group = facts.groups.opened_by(first).map(|group| facts.groups.group(group).close);
    if let Some(close) = group.filter(|close| block.contains(close)) {
        return close..close + 1;
    }
    let line = facts.lines.of_atom(block.end - 1);
    let text = facts.text(facts.lines.body(line)).trim().to_ascii_lowercase();
    let mut words = text.split(|mark: char| !mark.is_alphanumeric() && mark != '_');
    let first = words.next().unwrap_or_default();
    let is_end = first == "end" || first.starts_with("end") && words.next().is_none();
    let closes = is_end || text.starts_with("</") || text.starts_with([')', ']', '}']);
    if closes { facts.lines.atoms(line) } else { block.end..block.end }
}

/// Returns the first line of a block, and the next one if that is its opening brace.
fn head(facts: &DocumentFacts, block: &Range<u32>) -> Range<u32> {
    let first = facts.lines.of_atom(block.start);
    let next = (first + 1).min(facts.lines.of_atom(block.end - 1));
    let last = if facts.head_of_brace(next) == Some(first) { next } else { first };
    block.start..facts.lines.atoms(last).end.min(block.end)
}
