//! Kinds of lines, and the same member of many objects.

use super::super::groups::Group;
use super::super::kinds::{Kinds, LineKind, Share};
use super::super::lines::Grouped;
use super::super::model::Model;
use super::super::records::item_span;
use super::super::state::State;
use crate::agree::unit::{UnitList, unit};

/// All lines of a kind together; the largest kinds first.
pub(super) fn kinds(model: &Model, _: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let mut kinds = Kinds::of(facts).kinds;
    kinds.retain(|kind| kind.lines.len() < facts.lines.len() as usize);
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.lines.len()));
    kinds.truncate(MOST_KINDS);
    // Several of them are often all lines: the largest ones are asked one by one.
    let mut n_large = 0;
    let is_large = |kind: &LineKind| {
        n_large += u32::from(kind.share != Share::Pair);
        kind.share != Share::Pair && n_large <= MOST_LARGE
    };
    let (large, small): (Vec<LineKind>, Vec<LineKind>) = kinds.into_iter().partition(is_large);
    let of = |kind: &LineKind| unit(kind.lines.iter().map(|&line| facts.lines.atoms(line)));
    let small = small.iter().map(of).collect();
    large.iter().map(|kind| vec![of(kind)]).chain([small]).collect()
}

/// The most large kinds.
const MOST_LARGE: u32 = 12;

/// The most kinds tried.
const MOST_KINDS: usize = 2_000;

/// All items of groups that begin with the same quoted word and a colon, or with the same word and
/// `=` or `:`.
pub(super) fn members(model: &Model, _: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let mut found: Grouped<u32, std::ops::Range<u32>> = Grouped::new();
    for item in facts.groups.all().iter().flat_map(Group::items) {
        let mut inked = item.clone().filter(|&at| !facts.atoms.is_space(at)).take(4);
        let Some(first) = inked.next() else { continue };
        let is_mark = |at: Option<u32>, marks: &[u8]| {
            at.is_some_and(|at| facts.atoms.n_bytes(at) == 1 && marks.contains(&facts.atoms.text(at)[0]))
        };
        let name = if is_mark(Some(first), b"\"'") {
            let name = inked.next();
            if !is_mark(inked.next(), b"\"'") {
                continue;
            }
            name
        } else {
            Some(first)
        };
        if let Some(name) = name
            && facts.atoms.is_word(name)
            && is_mark(inked.next(), b":=")
        {
            found.push(facts.atoms.word(name), item_span(&facts.atoms, &facts.lines, &item));
        }
    }
    let mut members: Vec<_> = found.into_groups().into_iter().filter(|(_, items)| 1 < items.len()).collect();
    members.sort_by_key(|(_, items)| std::cmp::Reverse(items.len()));
    vec![members.into_iter().map(|(_, items)| unit(items)).collect()]
}
