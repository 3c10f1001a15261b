//! Indices into a list of lines.

use std::collections::HashSet;

use super::super::bits::Bits;
use super::super::inference::Inference;
use super::super::relation::{Keys, Name, Phase, Probe, Relation, Rule};
use super::super::state::View;

/// Finds classes whose values cover a run of lines, from 0 or 1 on.
pub(super) fn find(inference: &mut Inference<'_>) {
    let sheet = inference.sheet;
    // All numbers of a run of lines first: references found in some places only break every candidate.
    let on_lines = |run: &Vec<u32>| -> Vec<u32> {
        let atoms = run.iter().flat_map(|&line| sheet.lines.body(line));
        atoms.filter(|&at| sheet.atoms.number(at).is_some() && !inference.is_explained(at)).collect()
    };
    let wide: Vec<Vec<u32>> = inference.kinds.runs.iter().map(on_lines).collect();
    for slots in wide.iter().chain(sheet.classes.numbers.iter().map(|class| &class.slots)) {
        let is_free = |&at: &u32| !inference.is_explained(at) && !inference.refers.has(at);
        if slots.len() < FEWEST || !slots.iter().all(is_free) {
            continue;
        }
        let values = || slots.iter().map(|&at| inference.value(at));
        let (Some(least), Some(most)) = (values().min(), values().max()) else { continue };
        let different: HashSet<i64> = values().collect();
        if most < FEWEST as i64 || least < 0 || 10 * different.len() < 6 * most as usize {
            continue;
        }
        let found = inference.kinds.runs.iter().find_map(|run| {
            let n_lines = run.len() as i64;
            let base = if most < n_lines { 0 } else { 1 };
            let covers = base <= least && 97 * n_lines <= 100 * (most + 1 - base) && most < base + n_lines;
            let is_within = |&at: &u32| run.binary_search(&sheet.lines.of_atom(at)).is_ok();
            (covers && 6 * n_lines < 10 * different.len() as i64 && !slots.iter().any(is_within))
                .then(|| (base, run.clone()))
        });
        if let Some((base, lines)) = found {
            let names = lines.iter().zip(base..).map(|(&line, value)| Name {
                definitions: sheet.lines.body(line).filter(|&at| !sheet.atoms.is_space(at)).collect(),
                whole: Some(sheet.lines.atoms(line)),
                uses: slots.iter().copied().filter(|&at| inference.value(at) == value).collect(),
            });
            let about = format!("index into the list from line {} on", lines[0] + 1);
            let keys = Keys { about, names: names.collect() };
            let rule = Box::new(Index {
                base,
                lines,
                slots: slots.iter().map(|&at| (at, inference.value(at))).collect(),
            });
            let relation = Relation::new("index", Phase::Ranks, slots.clone(), rule);
            inference.take(relation.with_probe(Probe::AllSpread));
            inference.keys.push(keys);
        }
    }
}

/// Fewer slots are no relation.
const FEWEST: usize = 12;

struct Index {
    base: i64,
    lines: Vec<u32>,
    slots: Vec<(u32, i64)>,
}

impl Rule for Index {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let mut n_living = 0;
        let places: Vec<i64> = self
            .lines
            .iter()
            .map(|&line| {
                n_living += i64::from(view.has_line(line));
                self.base + n_living - 1
            })
            .collect();
        for &(at, value) in self.slots.iter().filter(|(at, _)| view.lives(*at)) {
            let line = (value - self.base) as usize;
            if view.has_line(self.lines[line]) {
                set(at, places[line]);
            }
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
