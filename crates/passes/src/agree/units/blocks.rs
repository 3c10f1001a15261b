//! Files, paragraphs, sections, records and indented blocks.

use std::ops::Range;

use rustc_hash::FxHashMap;

use super::super::facts::DocumentFacts;
use super::super::lines::{Grouped, Lines, mix};
use super::super::model::Model;
use super::super::sections::file_of;
use super::super::state::State;
use crate::agree::unit::{UnitList, each, lives, unit};

/// Whole files.
pub(super) fn files(model: &Model, _: &State) -> Vec<UnitList> {
    let files = model.facts.atoms.files();
    if files.len() < 2 { Vec::new() } else { vec![each(files.iter().cloned())] }
}

/// Paragraphs, each with the empty line after it.
pub(super) fn paragraphs(model: &Model, _: &State) -> Vec<UnitList> {
    let lines = &model.facts.lines;
    let mut found = Vec::new();
    let mut start = 0;
    for line in 0..=lines.len() {
        if line == lines.len() || lines.is_blank(line) {
            if start < line {
                found.push(lines.span(start..(line + 1).min(lines.len())));
            }
            start = line + 1;
        }
    }
    if found.len() < 3 { Vec::new() } else { vec![each(found)] }
}

/// From a line to the next one of its kind. Sections with similar ends come first, then those of
/// rare kinds.
pub(super) fn sections(model: &Model, state: &State) -> Vec<UnitList> {
    let facts = &model.facts;
    let lines = &facts.lines;
    let mut heads: Grouped<(bool, u64), u32> = Grouped::new();
    let has_letter = |field: Range<u32>| {
        field
            .clone()
            .any(|at| facts.atoms.text(at).iter().any(|byte| byte.is_ascii_alphabetic() || *byte == b'@'))
    };
    for line in (0..lines.len()).filter(|&line| !lines.is_blank(line) && lives(state, line)) {
        let field = lines.first_field(line);
        if has_letter(field.clone()) {
            let word = field.fold(0, |hash, at| mix(hash, u64::from(facts.atoms.word(at))));
            heads.push((false, word), line);
        }
        let body = lines.body(line);
        let is_numbered = body.clone().any(|at| facts.atoms.text(at).iter().any(u8::is_ascii_digit));
        if is_numbered && body.len() < LONGEST_HEAD && has_letter(body) {
            heads.push((true, lines.shape(line)), line);
        }
    }
    let mut found: Vec<(u32, Vec<u32>)> = Vec::new();
    for ((by_shape, _), heads) in heads.into_groups() {
        let tenths = ends_alike(lines, &heads);
        let fewest = if by_shape { 5 } else { 2 };
        let most = lines.len() as usize / if tenths < 7 { 4 } else { 3 };
        if fewest <= heads.len() && heads.len() <= most && heads.len() < MOST_SECTIONS {
            found.push((tenths, heads));
        }
    }
    found.sort_by_key(|(tenths, heads)| (10 - tenths, heads.len()));
    found.dedup_by(|a, b| a.1 == b.1);
    // Words that begin equally many lines are names rather than kinds of lines.
    let mut n_alike = FxHashMap::default();
    found.iter().for_each(|(tenths, heads)| *n_alike.entry((*tenths, heads.len())).or_insert(0) += 1);
    found.retain(|(tenths, heads)| n_alike[&(*tenths, heads.len())] <= MOST_ALIKE);
    let section = |heads: &[u32], at: usize, next: u32| {
        let is_outside = |&line: &u32| file_of(facts, line) != file_of(facts, heads[at]);
        (heads[at], (heads[at] + 1..next).find(is_outside).unwrap_or(next))
    };
    let sections = |(_, heads): (u32, Vec<u32>)| {
        let inner = heads.windows(2).enumerate().map(|(at, two)| section(&heads, at, two[1]));
        let last = ends_of_last(lines, &heads).into_iter().map(|end| section(&heads, heads.len() - 1, end));
        let mut all: Vec<(u32, u32)> = inner.chain(last).collect();
        all.dedup();
        all.retain(|(head, end)| head < end);
        let end = |&(head, end): &(u32, u32)| facts.nesting.end_within(head, end);
        let is_cut = |section: &&(u32, u32)| end(section) != section.1;
        let may_be_cut = MOST_CUT * all.iter().filter(is_cut).count() <= all.len();
        let chosen = all.iter().filter(|section| may_be_cut || !is_cut(section));
        let closed =
            chosen.map(|section| section.0..end(section)).filter(|section| is_closed(facts, section));
        each(closed.map(|section| lines.span(section)))
    };
    found.into_iter().map(sections).filter(|sections| 1 < sections.len()).collect()
}

/// Returns where the last section may end: if the last line of the document begins as no other line
/// does, at the first such line of the section, and at the last line; and at the end.
fn ends_of_last(lines: &Lines, heads: &[u32]) -> Vec<u32> {
    let last = lines.len() - 1;
    let mut found = Vec::new();
    if lines.is_alone(last) {
        found.extend((heads[heads.len() - 1] + 1..last).find(|&line| lines.is_alone(line)));
        found.push(last);
    }
    found.push(lines.len());
    found
}

/// Whether the brackets in a range of lines are balanced, and its tags.
pub(super) fn is_closed(facts: &DocumentFacts, section: &Range<u32>) -> bool {
    if !facts.nesting.is_closed(section.clone()) {
        return false;
    }
    let section = facts.lines.span(section.clone());
    let is_within = |at: u32| {
        let Some(group) = facts.groups.around(at).map(|group| facts.groups.group(group)) else { return true };
        (group.open != at || group.close < section.end) && (group.close != at || section.start <= group.open)
    };
    section.clone().all(is_within)
}

/// The most atoms of a line that heads a section.
const LONGEST_HEAD: usize = 30;
/// If the end of a block cuts off more than one in this many of the sections of a kind, they lie
/// within other sections: only those that are not cut are units.
const MOST_CUT: usize = 3;
/// With more lists of equally many sections, these are no sections.
const MOST_ALIKE: usize = 8;
/// More sections than this are a list of lines.
const MOST_SECTIONS: usize = 300;

/// Returns how many tenths of the sections end with lines of the same shape.
fn ends_alike(lines: &Lines, heads: &[u32]) -> u32 {
    let mut ends: Vec<u64> = heads[1..].iter().map(|&head| lines.shape(head - 1)).collect();
    ends.sort_unstable();
    let most = ends.chunk_by(|a, b| a == b).map(<[u64]>::len).max().unwrap_or(0);
    (10 * most / heads.len()) as u32
}

/// Regions whose length is given, each with the line of its length; the outermost come first.
pub(super) fn regions(model: &Model, _: &State) -> Vec<UnitList> {
    let mut depth = Vec::new();
    let mut levels: Vec<Vec<Range<u32>>> = Vec::new();
    let mut regions = model.regions.clone();
    regions.sort_by_key(|region| (region.start, std::cmp::Reverse(region.end)));
    for region in regions {
        while depth.last().is_some_and(|&end| end <= region.start) {
            depth.pop();
        }
        if levels.len() == depth.len() {
            levels.push(Vec::new());
        }
        levels[depth.len()].push(region.clone());
        depth.push(region.end);
    }
    levels.into_iter().map(each).collect()
}

/// The lines around regions, without the contents.
pub(super) fn frames(model: &Model, _: &State) -> Vec<UnitList> {
    let mut levels: Vec<_> = model.frames.iter().collect();
    levels.sort_by_key(|frame| frame.first().map_or(0, |line| line.start));
    vec![levels.into_iter().map(|frame| unit(frame.iter().cloned())).collect()]
}

/// Records of several lines, and groups that are items of lists.
pub(super) fn records(model: &Model, _: &State) -> Vec<UnitList> {
    let records = &model.facts.records;
    let mut lists = Vec::new();
    for list in [records.several_lines(), records.groups().to_vec()] {
        if 1 < list.len() {
            lists.push(each(list));
        }
    }
    lists
}

/// Lines with the more indented lines below them, from the outermost level on.
pub(super) fn indented(model: &Model, _: &State) -> Vec<UnitList> {
    let lines = &model.facts.lines;
    let mut depths: Vec<u32> = (0..lines.len()).map(|line| lines.indent(line)).collect();
    depths.sort_unstable();
    depths.dedup();
    let blocks = |depth: u32| -> Vec<Range<u32>> {
        let heads = (0..lines.len()).filter(|&line| lines.indent(line) == depth && !lines.is_blank(line));
        let spans = heads.map(|line| (line, block(&model.facts, line)));
        let several = spans.filter(|(line, end)| line + 1 < *end);
        several.map(|(line, end)| lines.span(model.facts.head_of_brace(line).unwrap_or(line)..end)).collect()
    };
    let found = depths.into_iter().take(4).map(blocks);
    found.filter(|blocks| 1 < blocks.len()).map(each).collect()
}

/// Returns the end of the block that a line heads.
fn block(facts: &DocumentFacts, line: u32) -> u32 {
    let lines = &facts.lines;
    let file = facts.atoms.file(lines.atoms(line).start);
    let mut end = line + 1;
    let goes_on = |at: u32| at < lines.len() && facts.atoms.file(lines.atoms(at).start) == file;
    while goes_on(end) && (lines.indent(line) < lines.indent(end) || lines.is_blank(end)) {
        end += 1;
    }
    if end == line + 1 || !goes_on(end) || lines.indent(end) != lines.indent(line) {
        return end;
    }
    let text = facts.text(lines.first_field(end));
    let closes = text.starts_with([')', ']', '}']) || text.starts_with("</") || text == "end";
    end + u32::from(closes)
}
