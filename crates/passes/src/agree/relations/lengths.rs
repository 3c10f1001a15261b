//! Lengths of regions: how many bytes follow.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::super::bits::Bits;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Probe, Relation, Rule};
use super::super::sheet::Sheet;
use super::super::state::View;

/// From where the bytes are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// The next line.
    Next,
    /// The line after the next one.
    Second,
    /// Behind the next empty line.
    Blank,
}

/// Finds classes whose values lead from the start of a line that follows to the end or start of another one.
pub(super) fn find(inference: &mut Inference<'_>) {
    let sheet = inference.sheet;
    let places = Places::of(sheet);
    let blanks = next_blanks(sheet);
    for class in &sheet.classes.numbers {
        let slots: Vec<u32> = class.slots.iter().copied().filter(|&at| !inference.is_explained(at)).collect();
        let has_large = slots.iter().any(|&at| LARGE <= inference.value(at));
        if slots.is_empty() || slots.len() < 3 && !has_large {
            continue;
        }
        let mut best: Option<(f64, Vec<Region>, i64, From)> = None;
        for from in [From::Next, From::Blank, From::Second] {
            for lead in [0, -1, 1] {
                let Some((bits, regions)) = regions(inference, &places, &blanks, &slots, from, lead) else {
                    continue;
                };
                if best.as_ref().is_none_or(|(most, ..)| *most < bits) {
                    best = Some((bits, regions, lead, from));
                }
            }
        }
        let Some((_, regions, lead, from)) = best else { continue };
        let demands = regions.iter().filter(|region| !region.atoms.is_empty()).map(|region| {
            let line = sheet.lines.atoms(sheet.lines.of_atom(region.at));
            let kills = match from {
                From::Next => line,
                From::Second | From::Blank => line.start..region.atoms.start,
            };
            Demand { needs: vec![region.atoms.clone()], kills }
        });
        let demands = demands.collect();
        let targets = regions.iter().map(|region| region.at).collect();
        inference.regions.extend(regions.iter().map(|region| {
            let line = sheet.lines.atoms(sheet.lines.of_atom(region.at));
            line.start..region.atoms.end
        }));
        let relation = Relation::new("length", Phase::Lengths, targets, Box::new(Lengths { regions, lead }));
        inference
            .take(relation.with_demands(demands).with_probe(Probe::AllMoved).with_evidence(Evidence::Strong));
    }
}

/// With less evidence, the values are chance.
const FEWEST_BITS: f64 = 14.0;
/// Smaller values prove nothing.
const SMALL: i64 = 8;
/// A class of one or two values needs one like this.
const LARGE: i64 = 100;
/// What a value costs that leads nowhere.
const MISSED: f64 = 2.0;
/// What a value proves that leads to an atom's start within a line.
const WITHIN: f64 = 0.7;

/// Where a length leads to, and from where.
struct Region {
    at: u32,
    atoms: Range<u32>,
}

struct Places {
    /// The atoms behind the ends of lines and at their starts, by file and byte.
    ends: HashMap<(u32, usize), u32>,
    /// The starts of all atoms.
    atoms: HashMap<(u32, usize), u32>,
    /// What a value proves that leads to the end of a line.
    bits: f64,
}

impl Places {
    fn of(sheet: &Sheet) -> Places {
        let atoms = &sheet.atoms;
        let (mut ends, mut starts) = (HashMap::new(), HashMap::new());
        for at in 0..atoms.len() {
            starts.insert((atoms.file(at), atoms.bytes(at).start), at);
        }
        for line in 0..sheet.lines.len() {
            let (own, body) = (sheet.lines.atoms(line), sheet.lines.body(line));
            let file = atoms.file(own.start);
            ends.insert((file, atoms.bytes(own.start).start), own.start);
            if body.start < body.end {
                ends.entry((file, atoms.bytes(body.end - 1).end)).or_insert(body.end);
            }
        }
        for (file, range) in (0..).zip(atoms.files()).filter(|(_, range)| !range.is_empty()) {
            ends.insert((file, atoms.bytes(range.end - 1).end), range.end);
        }
        let n_bytes = atoms.document().n_bytes().max(1) as f64;
        Places { bits: (n_bytes / (ends.len() as f64 + 1.0)).log2().max(0.1), ends, atoms: starts }
    }
}

/// For each line, the next one that is empty.
fn next_blanks(sheet: &Sheet) -> Vec<u32> {
    let n_lines = sheet.lines.len();
    let mut next = vec![n_lines; n_lines as usize + 1];
    for line in (0..n_lines).rev() {
        next[line as usize] = if sheet.lines.is_blank(line) { line } else { next[line as usize + 1] };
    }
    next
}

fn regions(
    inference: &Inference<'_>,
    places: &Places,
    blanks: &[u32],
    slots: &[u32],
    from: From,
    lead: i64,
) -> Option<(f64, Vec<Region>)> {
    let sheet = inference.sheet;
    let (mut bits, mut found) = (0.0, Vec::new());
    let mut large = HashSet::new();
    for &at in slots {
        let line = sheet.lines.of_atom(at);
        let first = match from {
            From::Next => line + 1,
            From::Second => line + 2,
            From::Blank => blanks[line as usize] + 1,
        };
        let file = sheet.atoms.file(at);
        let is_there = first < sheet.lines.len() && sheet.atoms.file(sheet.lines.atoms(first).start) == file;
        let value = inference.value(at);
        if !is_there || value < 0 {
            bits -= MISSED;
            continue;
        }
        let start = sheet.lines.atoms(first).start;
        let place = (file, (sheet.atoms.bytes(start).start as i64 + value + lead).max(0) as usize);
        let proves = |bits: f64| if SMALL < value { bits } else { 0.0 };
        let end = match (places.ends.get(&place), places.atoms.get(&place)) {
            _ if value == 0 => Some(start),
            (Some(&end), _) => {
                bits += proves(places.bits);
                Some(end)
            }
            (None, Some(&end)) if lead == 0 => {
                bits += proves(WITHIN);
                Some(end)
            }
            _ => {
                bits -= MISSED;
                None
            }
        };
        if let Some(end) = end.filter(|&end| start <= end) {
            found.push(Region { at, atoms: start..end });
            large.extend((5 < value).then_some(value));
        }
    }
    let is_varied = 3 < large.len() || slots.len() < 3 && !large.is_empty();
    (FEWEST_BITS < bits && 8 * slots.len() <= 10 * found.len() && is_varied).then_some((bits, found))
}

struct Lengths {
    regions: Vec<Region>,
    lead: i64,
}

impl Rule for Lengths {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for region in self.regions.iter().filter(|region| view.lives(region.at)) {
            let n_bytes = view.n_bytes(region.atoms.clone()) as i64;
            let value = if region.atoms.is_empty() { 0 } else { n_bytes - self.lead };
            set(region.at, value.max(0));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
