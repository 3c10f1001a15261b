//! What must die with what dies: uses of names, records without their operands, separators, lines of blanks.

use std::collections::BTreeSet;
use std::ops::Range;

use super::relation::{Demand, Keys};
use super::sheet::Sheet;
use super::state::State;

/// Whether what refers to something goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cascade {
    /// It does.
    On,
    /// Only separators and lines of which nothing is left go.
    Off,
}

/// What is needed by what.
pub(super) struct Closure {
    /// For each name: where it is defined.
    definitions: Vec<Vec<u32>>,
    /// For each name: the atoms that use it.
    uses: Vec<Vec<u32>>,
    /// The names that each atom defines: where its own begin in `defined`.
    starts: Vec<u32>,
    defined: Vec<u32>,
    /// What has to live, and for which relation.
    demands: Vec<(usize, Demand)>,
}

impl Closure {
    /// Makes the index. O(atoms + uses).
    pub(super) fn new(sheet: &Sheet, keys: &[Keys], demands: Vec<(usize, Demand)>) -> Closure {
        let names = || keys.iter().flat_map(|keys| &keys.names);
        let definitions: Vec<Vec<u32>> = names().map(|name| name.definitions.clone()).collect();
        let mut starts = vec![0u32; sheet.atoms.len() as usize + 1];
        for &at in definitions.iter().flatten() {
            starts[at as usize + 1] += 1;
        }
        for at in 1..starts.len() {
            starts[at] += starts[at - 1];
        }
        let mut next = starts.clone();
        let mut defined = vec![0; starts.last().map_or(0, |&n| n as usize)];
        for (name, at) in
            (0..).zip(&definitions).flat_map(|(name, atoms)| atoms.iter().map(move |&at| (name, at)))
        {
            defined[next[at as usize] as usize] = name;
            next[at as usize] += 1;
        }
        Closure {
            definitions,
            uses: names().map(|name| name.uses.clone()).collect(),
            starts,
            defined,
            demands,
        }
    }

    fn names_of(&self, at: u32) -> &[u32] {
        &self.defined[self.starts[at as usize] as usize..self.starts[at as usize + 1] as usize]
    }

    /// Kills spans of atoms, and what must die with them. O(atoms that die + demands).
    pub(super) fn kill(
        &self,
        sheet: &Sheet,
        state: &mut State,
        spans: &[Range<u32>],
        cascade: Cascade,
        is_used: &dyn Fn(usize) -> bool,
    ) {
        let mut todo: Vec<Range<u32>> = spans.to_vec();
        while !todo.is_empty() {
            let mut names: Vec<u32> = Vec::new();
            for span in &todo {
                if cascade == Cascade::On && !self.defined.is_empty() {
                    let dying = state.alive.iter_in(span.clone());
                    names.extend(dying.flat_map(|at| self.names_of(at).iter().copied()));
                }
                state.alive.remove_range(span.clone());
            }
            let mut dead: Vec<Range<u32>> = Vec::new();
            for name in names {
                if !self.definitions[name as usize].iter().any(|&at| state.alive.has(at)) {
                    let uses = self.uses[name as usize].iter().filter(|&&at| state.alive.has(at));
                    dead.extend(uses.map(|&at| sheet.record(at)));
                }
            }
            if cascade == Cascade::On {
                let unmet = self.demands.iter().filter(|(relation, demand)| {
                    is_used(*relation)
                        && state.alive.any_in_without(demand.kills.clone(), &sheet.space)
                        && !demand.needs.iter().any(|needs| state.alive.any_in(needs.clone()))
                });
                dead.extend(unmet.map(|(_, demand)| demand.kills.clone()));
            }
            tidy(sheet, state, &todo);
            dead.retain(|span| state.alive.any_in(span.clone()));
            todo = dead;
        }
    }
}

/// Removes separators without their items, and lines of which blanks are left.
fn tidy(sheet: &Sheet, state: &mut State, spans: &[Range<u32>]) {
    let (mut groups, mut lines) = (BTreeSet::new(), BTreeSet::new());
    for span in spans.iter().filter(|span| !span.is_empty()) {
        let last = sheet.atoms.len() - 1;
        for at in [span.start.saturating_sub(1), span.start, span.end - 1, span.end.min(last)] {
            let mut around = sheet.groups.around(at);
            while let Some(group) = around.filter(|&group| groups.insert(group)) {
                around = sheet.groups.group(group).around;
            }
        }
        let (first, last) = (sheet.lines.of_atom(span.start), sheet.lines.of_atom(span.end - 1));
        lines.extend([first, last]);
        state.lines.remove_range(first + 1..last);
    }
    for &group in &groups {
        let group = sheet.groups.group(group);
        if group.commas.is_empty() || !state.alive.has(group.open) && !state.alive.has(group.close) {
            continue;
        }
        let lives = |item: Range<u32>| state.alive.any_in_without(item, &sheet.space);
        let living: Vec<bool> = group.items().map(lives).collect();
        let last = living.iter().rposition(|&lives| lives).unwrap_or(0);
        for (item, &comma) in group.commas.iter().enumerate() {
            if state.alive.has(comma) && !(living[item] && item < last) {
                state.alive.remove(comma);
                lines.insert(sheet.lines.of_atom(comma));
            }
        }
    }
    for line in lines {
        let atoms = sheet.lines.atoms(line);
        if !sheet.lines.is_blank(line) && !state.alive.any_in_without(atoms.clone(), &sheet.space) {
            state.alive.remove_range(atoms.clone());
        }
        if !state.alive.any_in(atoms) {
            state.lines.remove(line);
        }
    }
}
