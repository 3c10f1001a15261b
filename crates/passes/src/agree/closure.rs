//! Completes removals: uses of removed names, records without their operands, separators and blank
//! lines are removed, too.

use std::collections::BTreeSet;
use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::atoms::Kind;
use super::facts::DocumentFacts;
use super::links::{Links, Splice};
use super::list::List;
use super::lonely::Lonely;
use super::minimums::Minimums;
use super::relation::{Demand, Keys};
use super::sections::{file_of, lines_of};
use super::state::State;

/// What a removal takes along.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cascade {
    /// Whatever refers to removed atoms.
    On,
    /// The whole record of a definition, if anything in it refers to removed atoms.
    Wide,
    /// Also definitions that lose their last use, lines whose list becomes empty, and blocks that
    /// lack what all blocks like them have.
    Both,
    /// Also the records of words that stand nowhere else any more.
    Lonely,
    /// Only separators and lines that become blank.
    Off,
}

/// An index of what needs what.
pub(super) struct Closure {
    /// Names with their definitions and uses.
    pub(super) links: Links,
    /// Demands, each with the index of its relation.
    demands: Vec<(usize, Demand)>,
    minimums: Minimums,
    lonely: Lonely,
    /// Lists of uses of names.
    lists: Vec<List>,
    /// By use: the list that contains it.
    list_of: FxHashMap<u32, u32>,
    /// By atom: the relation by which it refers to something.
    refers_by: FxHashMap<u32, usize>,
    /// By block of atoms: the demands that need an atom of it.
    needed: FxHashMap<u32, Vec<u32>>,
}

/// The most other items of a list that are compared with an item whose target has changed.
const MOST_ITEMS: usize = 1_000;
/// Atoms per block.
const BLOCK: u32 = 64;

fn blocks(atoms: &Range<u32>) -> Range<u32> {
    atoms.start / BLOCK..atoms.end.div_ceil(BLOCK)
}

impl Closure {
    /// Builds the index. O(atoms + uses).
    pub(super) fn new(
        facts: &DocumentFacts,
        keys: &[Keys],
        lists: &[List],
        demands: Vec<(usize, Demand)>,
        refers_by: FxHashMap<u32, usize>,
    ) -> Closure {
        let mut needed: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (number, (_, demand)) in (0..).zip(&demands) {
            for block in demand.needs.iter().flat_map(blocks) {
                let demands = needed.entry(block).or_default();
                if demands.last() != Some(&number) {
                    demands.push(number);
                }
            }
        }
        let list_of =
            (0..).zip(lists).flat_map(|(number, list)| list.items.iter().map(move |item| (item.0, number)));
        let list_of = list_of.collect();
        let lists = lists.to_vec();
        let minimums = Minimums::of(facts);
        let lonely = Lonely::of(facts);
        Closure {
            links: Links::new(facts, keys),
            minimums,
            lonely,
            demands,
            lists,
            list_of,
            refers_by,
            needed,
        }
    }

    fn needing(&self, block: u32) -> &[u32] {
        self.needed.get(&block).map_or(&[], |demands| demands)
    }

    /// Kills spans of atoms, and everything that depends on them. O(killed atoms + what needs
    /// them).
    pub(super) fn kill(
        &self,
        facts: &DocumentFacts,
        state: &mut State,
        spans: &[Range<u32>],
        cascade: Cascade,
        is_used: &dyn Fn(usize) -> bool,
    ) {
        let mut todo: Vec<Range<u32>> = spans.to_vec();
        let mut dead_names = FxHashSet::default();
        let mut tidied = Tidied::default();
        while !todo.is_empty() {
            let (mut names, mut uses, mut doubled): (Vec<u32>, Vec<u32>, Vec<u32>) = Default::default();
            let (mut dying, mut items): (Vec<u32>, Vec<u32>) = Default::default();
            for span in &todo {
                if cascade != Cascade::Off && !self.links.is_empty() {
                    let dying = || state.alive.iter_in(span.clone());
                    names.extend(dying().flat_map(|at| self.links.names_of(at).iter().copied()));
                    let stays = |at: &u32| !state.targets.contains_key(at);
                    doubled.extend(dying().filter(stays).filter_map(|at| self.links.doubled(at)));
                    let is_wide = matches!(cascade, Cascade::Both | Cascade::Lonely);
                    if is_wide {
                        uses.extend(dying().filter(|&at| self.links.is_use(at)));
                    }
                    let of = dying().filter_map(|at| self.list_of.get(&at));
                    items.extend(of.filter(|&&list| is_wide || self.lists[list as usize].is_body));
                }
                if cascade == Cascade::Lonely {
                    dying.extend(state.alive.iter_in(span.clone()));
                }
                state.alive.remove_range(span.clone());
            }
            let mut orphans = if names.is_empty() { Vec::new() } else { self.links.orphans(state, &names) };
            orphans.retain(|at| self.refers_by.get(at).is_none_or(|&relation| is_used(relation)));
            let mut dead: Vec<Range<u32>> = match cascade {
                Cascade::Wide => orphans.into_iter().map(|at| facts.defining_record(at)).collect(),
                _ => orphans.into_iter().map(|at| facts.record(at)).collect(),
            };
            doubled.retain(|&name| dead_names.insert(name));
            let standing = doubled.iter().flat_map(|&name| self.links.standing(state, name));
            dead.extend(standing.map(|at| facts.record(at)));
            if matches!(cascade, Cascade::Both | Cascade::Lonely) {
                dead.extend(self.minimums.unmet(facts, state, &todo));
            }
            let lonely = self.lonely.left(facts, state, dying.into_iter());
            dead.extend(lonely.into_iter().map(|at| facts.record(at)));
            dead.extend(self.emptied(facts, state, items));
            dead.extend(self.links.unused(state, &uses).into_iter().map(|at| facts.record(at)));
            if cascade != Cascade::Off {
                let mut touched: Vec<u32> = match self.needed.is_empty() {
                    true => Vec::new(),
                    false => {
                        todo.iter().flat_map(blocks).flat_map(|block| self.needing(block)).copied().collect()
                    }
                };
                touched.sort_unstable();
                touched.dedup();
                let touched = touched.into_iter().map(|demand| &self.demands[demand as usize]);
                let unmet = touched.filter(|(relation, demand)| {
                    is_used(*relation)
                        && state.alive.any_in_without(demand.kills.clone(), &facts.space)
                        && !demand.needs.iter().any(|needs| state.alive.any_in(needs.clone()))
                });
                dead.extend(unmet.map(|(_, demand)| demand.kills.clone()));
            }
            tidy(facts, state, &todo, &mut tidied);
            join_blanks(facts, state, &todo);
            dead.retain(|span| state.alive.any_in(span.clone()));
            todo = dead;
        }
        end_without_blank_lines(facts, state, &tidied.lines);
        tidied.lines.sort_unstable();
        tidied.lines.dedup();
        if facts.parts_paragraphs && cascade != Cascade::Off {
            join_blank_lines(facts, state, &tidied.lines);
        }
        leave_marks(facts, state, tidied.lines);
    }

    /// Splices definitions out. Returns the list items that have become duplicates of another item
    /// of their list.
    pub(super) fn splice(&self, state: &mut State, splices: &[Splice]) -> Vec<Range<u32>> {
        let mut doubled = Vec::new();
        for at in self.links.splice(state, splices) {
            let Some(&list) = self.list_of.get(&at) else { continue };
            let own = self.links.target(state, at);
            let is_other = |(other, item): &&(u32, Range<u32>)| {
                *other != at && state.alive.has(*other) && !doubled.contains(item)
            };
            let items = &self.lists[list as usize].items;
            let mut others = items.iter().filter(is_other).take(MOST_ITEMS);
            if others.any(|(other, _)| self.links.target(state, *other) == own) {
                doubled.extend(items.iter().find(|(other, _)| *other == at).map(|(_, item)| item.clone()));
            }
        }
        doubled
    }

    /// Returns the records of those of these lists that have become empty.
    fn emptied(&self, facts: &DocumentFacts, state: &State, mut lists: Vec<u32>) -> Vec<Range<u32>> {
        lists.sort_unstable();
        lists.dedup();
        let items = |list: u32| self.lists[list as usize].items.iter();
        lists.retain(|&list| !items(list).any(|(_, item)| state.alive.any_in(item.clone())));
        let records = lists.into_iter().filter_map(|list| items(list).next());
        let records = records.map(|(at, _)| facts.record_around(*at));
        records.filter(|record| state.alive.any_in_without(record.clone(), &facts.space)).collect()
    }
}

/// Removes one of two blanks that have become adjacent, and blanks at the end of a line.
fn join_blanks(facts: &DocumentFacts, state: &mut State, spans: &[Range<u32>]) {
    let is_blank = |at: u32| facts.atoms.kind(at) == Kind::Blank && !facts.atoms.text(at).contains(&b'\t');
    for span in spans.iter().filter(|span| !span.is_empty()) {
        let line = facts.lines.atoms(facts.lines.of_atom(span.start));
        let before = (line.start..span.start).rev().take(FARTHEST).find(|&at| state.alive.has(at));
        let Some(before) = before.filter(|&at| is_blank(at) && at != line.start) else { continue };
        let behind = (span.end..line.end).take(FARTHEST).find(|&at| state.alive.has(at));
        let is_spare = behind.is_some_and(|at| is_blank(at) || facts.atoms.kind(at) == Kind::LineEnd);
        if is_spare && before + 1 == span.start {
            state.alive.remove(before);
        }
    }
}

/// Blanks further away than this are left to other passes.
const FARTHEST: usize = 64;

/// Removes blank lines that have become the last ones of their file, except as many as the file
/// ended in. `lines` were touched. O(lines + dead lines at the ends of files).
fn end_without_blank_lines(facts: &DocumentFacts, state: &mut State, lines: &[u32]) {
    let files: BTreeSet<u32> = lines.iter().map(|&line| file_of(facts, line)).collect();
    for lines in files.into_iter().map(|file| lines_of(facts, file)) {
        let n_blank = lines.clone().rev().take_while(|&line| facts.lines.is_blank(line)).count();
        let living = lines.rev().filter(|&line| state.alive.any_in(facts.lines.atoms(line)));
        let blank: Vec<u32> = living.take_while(|&line| facts.lines.is_blank(line)).collect();
        for &line in &blank[..blank.len().saturating_sub(n_blank)] {
            state.alive.remove_range(facts.lines.atoms(line));
            state.lines.remove(line);
        }
    }
}

/// Removes one of two blank lines that have become adjacent, and blank lines that have become the
/// first ones. `lines` were touched, in ascending order. O(lines + dead lines beside them).
fn join_blank_lines(facts: &DocumentFacts, state: &mut State, lines: &[u32]) {
    // The lines before this one are done; the last living one of them is this.
    let (mut done, mut last) = (0, None);
    for &line in lines {
        if line < done || state.lines.has(line) {
            continue;
        }
        let file = lines_of(facts, file_of(facts, line));
        let lives = |line: &u32| state.lines.has(*line);
        let near = (file.start.max(done)..line).rev().find(lives);
        let before = near.or(last).filter(|before| file.contains(before));
        let behind = (line + 1..file.end).find(lives);
        (done, last) = (behind.unwrap_or(file.end), before);
        let is_part = before.is_some_and(|line| !facts.lines.is_blank(line));
        if let Some(blank) = behind.filter(|&line| facts.lines.is_blank(line) && !is_part) {
            state.alive.remove_range(facts.lines.atoms(blank));
            state.lines.remove(blank);
        }
    }
}

/// Rewrites the marks at the ends of lines that have become the last ones of their statements.
fn leave_marks(facts: &DocumentFacts, state: &mut State, lines: Vec<u32>) {
    let left = facts.chains.left(&facts.atoms, lines.into_iter(), |line| state.lines.has(line));
    for (own, other) in left {
        if state.alive.has(own) {
            state.write(&facts.atoms, own, facts.atoms.text(other).to_vec());
        }
    }
}

/// What has been tidied so far in a removal.
#[derive(Default)]
struct Tidied {
    /// The lines at the ends of spans.
    lines: Vec<u32>,
    /// By group: its last living item.
    last_items: FxHashMap<u32, usize>,
}

/// Removes separators without items, and lines that have become blank.
fn tidy(facts: &DocumentFacts, state: &mut State, spans: &[Range<u32>], tidied: &mut Tidied) {
    let (mut groups, mut lines) = (BTreeSet::new(), BTreeSet::new());
    for span in spans.iter().filter(|span| !span.is_empty()) {
        let last = facts.atoms.len() - 1;
        for at in [span.start.saturating_sub(1), span.start, span.end - 1, span.end.min(last)] {
            let mut around = facts.groups.around(at);
            while let Some(group) = around.filter(|&group| groups.insert(group)) {
                around = facts.groups.group(group).around;
            }
        }
        let (first, last) = (facts.lines.of_atom(span.start), facts.lines.of_atom(span.end - 1));
        lines.extend([first, last]);
        state.lines.remove_range(first + 1..last);
    }
    for &number in &groups {
        let group = facts.groups.group(number);
        if group.commas.is_empty() || !state.alive.has(group.open) && !state.alive.has(group.close) {
            continue;
        }
        let lives = |item: usize| state.alive.any_in_without(group.item(item), &facts.space);
        let n_items = group.commas.len() + 1;
        let ends_in_comma = group.item(n_items - 1).all(|at| facts.space.has(at));
        let most = tidied.last_items.get(&number).copied().unwrap_or(n_items - 1);
        let last = (0..=most).rev().find(|&item| lives(item)).unwrap_or(0);
        tidied.last_items.insert(number, last);
        // Only what was touched may have lost its comma, or be the last item now.
        let within = spans.iter().filter(|span| group.open < span.end && span.start < group.close);
        let within =
            within.flat_map(|span| group.item_at(span.start.saturating_sub(1))..=group.item_at(span.end));
        let spare = |&item: &usize| {
            let comma = group.commas.get(item).filter(|&&comma| state.alive.has(comma));
            comma.is_some() && !(lives(item) && (ends_in_comma || item < last))
        };
        let spare: Vec<usize> = within.chain([last]).filter(spare).collect();
        for comma in spare.into_iter().map(|item| group.commas[item]) {
            state.alive.remove(comma);
            lines.insert(facts.lines.of_atom(comma));
        }
    }
    for &line in &lines {
        let atoms = facts.lines.atoms(line);
        if !facts.lines.is_blank(line) && !state.alive.any_in_without(atoms.clone(), &facts.space) {
            state.alive.remove_range(atoms.clone());
        }
        if !state.alive.any_in(atoms) {
            state.lines.remove(line);
        }
    }
    tidied.lines.extend(lines);
}
