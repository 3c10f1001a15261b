//! The units of removal, from large to small.

use std::ops::Range;
use std::sync::Arc;

use super::kinds::by_kind;
use super::layout::Layout;
use super::state::State;

/// Bytes to remove, or to replace by a shorter encoding.
#[derive(Clone)]
pub(super) struct Unit {
    /// The removed bytes.
    pub(super) kills: Vec<Range<u32>>,
    /// A byte and its replacement.
    pub(super) text: Option<(u32, &'static [u8])>,
}

impl Unit {
    fn gone(kills: Vec<Range<u32>>) -> Unit {
        Unit { kills, text: None }
    }

    fn range(kill: Range<u32>) -> Unit {
        Unit::gone(std::iter::once(kill).collect())
    }

    /// Whether it changes anything.
    pub(super) fn lives(&self, state: &State) -> bool {
        let is_new = |(at, _): &(u32, _)| state.alive.has(*at) && !state.texts.contains_key(at);
        self.kills.iter().any(|span| state.alive.any_in(span.clone()))
            || self.text.as_ref().is_some_and(is_new)
    }
}

/// Returns a state after removing units.
pub(super) fn without(state: &State, units: &[Unit]) -> State {
    let mut next = state.clone();
    for unit in units {
        unit.kills.iter().for_each(|span| next.alive.remove_range(span.clone()));
    }
    for &(at, text) in units.iter().filter_map(|unit| unit.text.as_ref()) {
        if next.alive.has(at) {
            Arc::make_mut(&mut next.texts).insert(at, text);
        }
    }
    next
}

/// Units that may be removed together.
pub(super) type UnitList = Vec<Unit>;

/// Returns lists of live units.
type Make = fn(&Layout, &State) -> Vec<UnitList>;

/// The kinds of units, in the order in which they are tried.
pub(super) const STAGES: &[Make] = &[items, hoisted, shorter, contents, bytes, windows];

/// Items from the outermost on: first all of a kind, then each.
fn items(layout: &Layout, state: &State) -> Vec<UnitList> {
    let lives = |span: &Range<u32>| state.alive.any_in(span.clone());
    let deepest = layout.items.iter().map(|item| item.depth).max().unwrap_or(0);
    let mut lists = Vec::new();
    for depth in 0..=deepest {
        let living = || layout.items.iter().filter(|item| item.depth == depth && lives(&item.spans[0]));
        let kinds = by_kind(living().map(|item| (item.class, item.spans.clone())));
        let all: UnitList = living().map(|item| Unit::gone(item.spans.clone())).collect();
        if 1 < kinds.len() && 2 * kinds.len() <= all.len() {
            lists.push(kinds.into_iter().map(|(_, spans)| Unit::gone(spans.concat())).collect());
        }
        lists.push(all);
    }
    lists
}

/// The most values tried as a replacement of one.
const MOST_HEIRS: usize = 12;
/// Only this many of the largest live values are replaced.
const MOST_HOISTED: usize = 64;

/// Values that replace a value containing them, the smallest first.
fn hoisted(layout: &Layout, state: &State) -> Vec<UnitList> {
    let mut living: Vec<(u32, &Range<u32>)> = layout
        .values
        .iter()
        .filter(|value| state.alive.has(value.start) && !state.texts.contains_key(&value.start))
        .map(|value| (state.alive.count_in(value.clone()), value))
        .collect();
    living.sort_by_key(|(size, _)| *size);
    let mut lists = Vec::new();
    for (size, value) in living.iter().rev().take(MOST_HOISTED) {
        let is_within = |(other, inner): &&(u32, &Range<u32>)| {
            other < size && value.start <= inner.start && inner.end <= value.end
        };
        let heirs = living.iter().filter(is_within);
        let unit = |(_, inner): &(u32, &Range<u32>)| {
            Unit::gone(vec![value.start..inner.start, inner.end..value.end])
        };
        let mut heirs: Vec<Unit> = heirs.map(unit).collect();
        // The innermost and outermost are likelier than those in between.
        if MOST_HEIRS < heirs.len() {
            heirs.drain(MOST_HEIRS / 2..heirs.len() - MOST_HEIRS / 2);
        }
        lists.extend(heirs.into_iter().map(|unit| vec![unit]));
    }
    lists
}

/// Values that can be replaced by the shortest text.
fn shorter(layout: &Layout, state: &State) -> Vec<UnitList> {
    let unit = |(range, text): (&Range<u32>, &'static [u8])| {
        let is_longer = text.len() < state.alive.count_in(range.clone()) as usize
            || layout.image.bytes().get(range.start as usize..range.end as usize) != Some(text);
        let lives = state.alive.has(range.start) && !state.texts.contains_key(&range.start);
        (lives && is_longer)
            .then(|| Unit { text: Some((range.start, text)), ..Unit::range(range.start + 1..range.end) })
    };
    let values =
        layout.shortest.into_iter().flat_map(|text| layout.values.iter().map(move |value| (value, text)));
    let others = layout.shorter.iter().map(|(range, text)| (range, *text));
    vec![values.chain(others).filter_map(unit).collect()]
}

/// The entire removable part of each content.
fn contents(layout: &Layout, state: &State) -> Vec<UnitList> {
    let lives = |range: &&Range<u32>| state.alive.any_in((*range).clone());
    vec![layout.contents.iter().filter(lives).map(|range| Unit::range(range.clone())).collect()]
}

/// Single bytes.
fn bytes(layout: &Layout, state: &State) -> Vec<UnitList> {
    let list = |range: &Range<u32>| -> UnitList {
        state.alive.iter_in(range.clone()).map(|at| Unit::range(at..at + 1)).collect()
    };
    layout.contents.iter().map(list).filter(|list| !list.is_empty()).collect()
}

/// The sizes of parts that contents may consist of, in bytes.
const WINDOWS: [usize; 6] = [4, 3, 2, 6, 8, 5];
/// With more bytes, parts are left to other passes.
const MOST_WINDOWS: usize = 512;

/// A few adjacent bytes, from each position on.
fn windows(layout: &Layout, state: &State) -> Vec<UnitList> {
    let living = |range: &Range<u32>| -> Vec<u32> { state.alive.iter_in(range.clone()).collect() };
    let contents: Vec<Vec<u32>> = layout.contents.iter().map(living).collect();
    let contents = contents.iter().filter(|bytes| (2..=MOST_WINDOWS).contains(&bytes.len()));
    let list = |(bytes, size): (&Vec<u32>, usize)| -> UnitList {
        let unit = |window: &[u32]| Unit::gone(window.iter().map(|&at| at..at + 1).collect());
        bytes.windows(size).map(unit).collect()
    };
    contents
        .flat_map(|bytes| WINDOWS.map(|size| list((bytes, size))))
        .filter(|list| !list.is_empty())
        .collect()
}
