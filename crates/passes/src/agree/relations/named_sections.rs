//! Sections that are named in a table elsewhere, with their numbers of lines or bytes.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::{Grouped, mix};
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::sections::{file_of, lines_of};
use super::super::state::View;
use crate::bits::Bits;

/// Finds lines that head sections, other lines each of which names one of them, and columns of
/// numbers on the latter that are the sections' numbers of lines or bytes.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let all = heads(facts);
    if all.is_empty() {
        return;
    }
    let inked = |n: &mut u32, line: u32| {
        *n += u32::from(!facts.lines.is_blank(line));
        Some(*n)
    };
    let n_inked: Vec<u32> = std::iter::once(0).chain((0..facts.lines.len()).scan(0, inked)).collect();
    for heads in all {
        let sections = sections(facts, &heads);
        for rows in rows(facts, &sections) {
            let mut is_strict = false;
            for column in columns(inference, &rows) {
                let Some(measure) =
                    MEASURES.iter().find(|measure| is_right(inference, &n_inked, **measure, &column))
                else {
                    continue;
                };
                let targets = column.iter().map(|(at, _)| *at).collect();
                let sizes = Sizes { measure: *measure, of: column };
                let relation = Relation::new("size of a section", Phase::Lengths, targets, Box::new(sizes));
                // A section without the lines that are counted is taken for none.
                let body = measure.counted();
                let mut demands = Vec::new();
                for (row, section) in &rows {
                    let whole = facts.lines.span(section.lines.clone());
                    demands.push(Demand { needs: vec![whole.clone()], kills: facts.lines.atoms(*row) });
                    let data = section.lines.start + body..section.lines.end;
                    if body != 0 && !is_strict && !data.is_empty() {
                        demands.push(Demand { needs: vec![facts.lines.span(data)], kills: whole });
                    }
                }
                is_strict |= 1 < body;
                let relation = relation.with_demands(demands);
                inference.take(relation.with_evidence(Evidence::Strong));
            }
        }
    }
}

/// The fewest sections.
const FEWEST: usize = 3;
/// The most kinds of lines that may head sections.
const MOST_KINDS: usize = 32;
/// The most sections: each is measured a few times.
const MOST_SECTIONS: usize = 2_000;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;

/// A section, with the word that names it on its first line.
#[derive(Clone, PartialEq, Eq)]
struct Section {
    name: u32,
    lines: Range<u32>,
}

/// Returns the lines of each kind that may head sections: the same marks around one word that is
/// different on each. O(atoms).
fn heads(facts: &DocumentFacts) -> Vec<Vec<(u32, u32)>> {
    let mut alike: Grouped<u64, (u32, u32)> = Grouped::new();
    for line in (0..facts.lines.len()).filter(|&line| !facts.lines.is_blank(line)) {
        let body = facts.lines.body(line);
        if MOST_ATOMS < body.len() {
            continue;
        }
        let mut words = body.clone().filter(|&at| facts.atoms.is_word(at));
        let Some(name) = words.next().filter(|&at| facts.atoms.kind(at) == Kind::Word) else { continue };
        let sign = |at: u32| if at == name { u64::MAX } else { u64::from(facts.atoms.word(at)) };
        let hash = body.clone().fold(0, |hash, at| mix(hash, sign(at)));
        if body.len() != 1 {
            alike.push(hash, (line, name));
        }
    }
    let kinds = alike.into_groups().into_iter().map(|(_, heads)| heads);
    let mut n_times = vec![0u32; facts.atoms.n_words() as usize];
    (0..facts.atoms.len()).for_each(|at| n_times[facts.atoms.word(at) as usize] += 1);
    let are_named = |heads: &Vec<(u32, u32)>| {
        let is_repeated = |(_, name): &&(u32, u32)| 1 < n_times[facts.atoms.word(*name) as usize];
        if heads.iter().filter(is_repeated).count() < FEWEST {
            return false;
        }
        let words: FxHashSet<u32> = heads.iter().map(|(_, name)| facts.atoms.word(*name)).collect();
        (FEWEST..=MOST_SECTIONS).contains(&heads.len()) && words.len() == heads.len()
    };
    kinds.filter(are_named).take(MOST_KINDS).collect()
}

/// The most atoms of a line that heads a section.
const MOST_ATOMS: usize = 24;

/// Returns the sections: up to the next head, or the end of the file.
fn sections(facts: &DocumentFacts, heads: &[(u32, u32)]) -> Vec<Section> {
    let ends = heads.iter().skip(1).map(|(line, _)| *line).chain([facts.lines.len()]);
    let section = |(&(line, name), end): (&(u32, u32), u32)| Section {
        name,
        lines: line..end.min(lines_of(facts, file_of(facts, line)).end),
    };
    heads.iter().zip(ends).map(section).collect()
}

/// Returns runs of lines each of which names another section: the line, and the section.
/// O(atoms).
fn rows(facts: &DocumentFacts, sections: &[Section]) -> Vec<Vec<(u32, Section)>> {
    let by_word: FxHashMap<u32, &Section> =
        sections.iter().map(|section| (facts.atoms.word(section.name), section)).collect();
    let is_head: FxHashSet<u32> = sections.iter().map(|section| section.lines.start).collect();
    let named = |line: u32| {
        let body = facts.lines.body(line);
        let section = body.take(MOST_ATOMS).find_map(|at| by_word.get(&facts.atoms.word(at)));
        section.filter(|section| !is_head.contains(&line) && !section.lines.contains(&line))
    };
    let mut found: Vec<Vec<(u32, Section)>> = Vec::new();
    for (line, section) in (0..facts.lines.len()).filter_map(|line| Some((line, *named(line)?))) {
        match found.last_mut() {
            Some(run) if run.last().is_some_and(|(last, _)| last + 1 == line) => {
                run.push((line, section.clone()));
            }
            _ => found.push(vec![(line, section.clone())]),
        }
    }
    let are_different = |run: &Vec<(u32, Section)>| {
        let different: FxHashSet<u32> = run.iter().map(|(_, section)| section.name).collect();
        FEWEST <= run.len() && different.len() == run.len()
    };
    found.retain(are_different);
    found
}

/// Returns the numbers at the same place of each row that are not explained yet, with the sections
/// that the rows name.
fn columns(inference: &Inference<'_>, rows: &[(u32, Section)]) -> Vec<Vec<(u32, Section)>> {
    let facts = inference.facts;
    let numbers = |(line, section): &(u32, Section)| {
        let body = facts.lines.body(*line);
        let numbers = body.filter(|&at| facts.atoms.number(at).is_some() && at != section.name);
        numbers.take(MOST_COLUMNS).collect::<Vec<u32>>()
    };
    let all: Vec<Vec<u32>> = rows.iter().map(numbers).collect();
    let column = |index: usize| {
        let at = |(numbers, (_, section)): (&Vec<u32>, &(u32, Section))| {
            let at = *numbers.get(index)?;
            (!inference.is_explained(at)).then(|| (at, section.clone()))
        };
        all.iter().zip(rows).map(at).collect::<Option<Vec<_>>>()
    };
    (0..MOST_COLUMNS).filter_map(column).collect()
}

/// The most numbers of a row that are considered.
const MOST_COLUMNS: usize = 8;

/// What is measured about a section, without this many lines at its start.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Measure {
    Bytes(u32),
    Lines(u32),
    /// The lines that are not blank.
    Inked(u32),
}

/// What may be measured, the likeliest first.
const MEASURES: &[Measure] = &[
    Measure::Bytes(1),
    Measure::Bytes(0),
    Measure::Lines(1),
    Measure::Lines(2),
    Measure::Lines(0),
    Measure::Inked(1),
    Measure::Inked(2),
    Measure::Inked(0),
    Measure::Bytes(2),
];

impl Measure {
    /// Returns how many lines at the start of a section are not measured.
    fn counted(self) -> u32 {
        match self {
            Measure::Bytes(n) | Measure::Lines(n) | Measure::Inked(n) => n,
        }
    }

    /// Returns the size of a section in the original; `n_inked` are the lines up to each one that
    /// are not blank. O(1).
    fn of(self, facts: &DocumentFacts, n_inked: &[u32], section: &Section) -> i64 {
        let lines = section.lines.start + self.counted()..section.lines.end;
        match self {
            _ if lines.is_empty() => 0,
            Measure::Bytes(_) => {
                let atoms = facts.lines.span(lines);
                (facts.atoms.bytes(atoms.end - 1).end - facts.atoms.bytes(atoms.start).start) as i64
            }
            Measure::Lines(_) => lines.len() as i64,
            Measure::Inked(_) => i64::from(n_inked[lines.end as usize] - n_inked[lines.start as usize]),
        }
    }
}

/// Whether all of these numbers are the sizes of their sections, and that is no chance.
fn is_right(inference: &Inference<'_>, n_inked: &[u32], measure: Measure, column: &[(u32, Section)]) -> bool {
    let is_size = |(at, section): &(u32, Section)| {
        inference.value(*at) == measure.of(inference.facts, n_inked, section)
    };
    let different: FxHashSet<i64> = column.iter().map(|(at, _)| inference.value(*at)).collect();
    let bits = |value: &i64| (1.0 + value.unsigned_abs() as f64).log2();
    FEWEST <= different.len() && FEWEST_BITS <= different.iter().map(bits).sum() && column.iter().all(is_size)
}

/// Sizes of sections.
struct Sizes {
    measure: Measure,
    of: Vec<(u32, Section)>,
}

impl Rule for Sizes {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        let lines = &view.facts.lines;
        for (at, section) in self.of.iter().filter(|(at, _)| view.lives(*at)) {
            // The first lines that live are those that are not measured.
            let living = section.lines.clone().filter(|&line| view.has_line(line));
            let mut living = living.skip(self.measure.counted() as usize);
            let size = match self.measure {
                Measure::Bytes(_) => {
                    living.next().map_or(0, |first| view.n_bytes(lines.span(first..section.lines.end)) as i64)
                }
                Measure::Lines(_) => living.count() as i64,
                Measure::Inked(_) => living.filter(|&line| view.has_ink(lines.body(line))).count() as i64,
            };
            set(*at, size);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
