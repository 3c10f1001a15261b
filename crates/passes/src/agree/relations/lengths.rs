//! Lengths of regions: the number of bytes that follow.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::atoms::Kind;
use super::super::class::Class;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::lines::Grouped;
use super::super::relation::{Demand, Evidence, Phase, Probe, Relation, Rule};
use super::super::state::View;
use crate::bits::Bits;

/// Where a region begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// At the next line.
    Next,
    /// At the second next line.
    Second,
    /// After the next empty line.
    Blank,
    /// This many atoms after the value, after a mark or blank that is always the same.
    Here(u32),
}

/// Finds classes whose values are the distance from the start of a following line to the start or
/// end of another line.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let possible = RegionEnds::of(facts);
    let blanks = next_blanks(facts);
    let mut classes: Vec<&Class> =
        facts.classes.numbers.iter().chain(&facts.classes.numbers_by_marks).collect();
    // Small numbers fit any start of a region, so that wrong starts win.
    classes.sort_by_cached_key(|class| {
        let n_large = class.slots.iter().filter(|&&at| SMALL < inference.value(at)).count();
        (std::cmp::Reverse(n_large), class.slots.len() - n_large)
    });
    for class in classes {
        let mut slots = inference.unexplained(&class.slots);
        slots.retain(|&at| !facts.atoms.is_decimal(at));
        let is_next = |two: &[u32]| inference.value(two[0]) + 1 == inference.value(two[1]);
        if FEWEST_NEXT <= slots.len() && slots.windows(2).all(is_next) {
            continue;
        }
        let has_large = slots.iter().any(|&at| LARGE <= inference.value(at));
        if slots.is_empty() || slots.len() < 3 && !has_large {
            continue;
        }
        let mut best: Option<(f64, Vec<Region>, i64, From)> = None;
        for from in [From::Next, From::Blank, From::Second] {
            for lead in [0, -1, 1] {
                let Some((bits, regions)) = regions(inference, &possible, &blanks, &slots, from, lead) else {
                    continue;
                };
                if best.as_ref().is_none_or(|(most, ..)| *most < bits) {
                    best = Some((bits, regions, lead, from));
                }
            }
        }
        for from in [From::Here(2), From::Here(1), From::Here(3)] {
            if best.is_some() {
                break;
            }
            best = regions_here(inference, &possible, &slots, from)
                .map(|(bits, regions)| (bits, regions, 0, from));
        }
        let Some((_, regions, lead, from)) = best else { continue };
        if let From::Here(_) = from {
            inference.regions.extend(regions.iter().filter_map(|region| framed(facts, region)));
            let targets = regions.iter().map(|region| region.at).collect();
            let relation =
                Relation::new("length", Phase::Lengths, targets, Box::new(Lengths { regions, lead }));
            inference.take(relation.with_probe(Probe::AllMoved).with_evidence(Evidence::Strong));
            continue;
        }
        let ends = Terminators::of(facts, &regions);
        let demands = regions.iter().filter(|region| !region.atoms.is_empty()).map(|region| {
            let line = facts.lines.atoms(facts.lines.of_atom(region.at));
            let kills = match from {
                From::Next => line.start..ends.behind(facts, region).map_or(line.end, |end| end.end),
                From::Second | From::Blank | From::Here(_) => line.start..region.atoms.start,
            };
            Demand { needs: vec![region.atoms.clone()], kills }
        });
        let demands = demands.collect();
        let targets = regions.iter().map(|region| region.at).collect();
        inference.regions.extend(regions.iter().map(|region| {
            let line = facts.lines.atoms(facts.lines.of_atom(region.at));
            line.start..ends.behind(facts, region).map_or(region.atoms.end, |end| end.end)
        }));
        inference.lengths.extend(regions.iter().map(|region| region.atoms.clone()));
        inference.frames.extend(regions.iter().map(|region| {
            let line = facts.lines.atoms(facts.lines.of_atom(region.at));
            [line].into_iter().chain(ends.behind(facts, region)).collect()
        }));
        let relation = Relation::new("length", Phase::Lengths, targets, Box::new(Lengths { regions, lead }));
        inference
            .take(relation.with_demands(demands).with_probe(Probe::AllMoved).with_evidence(Evidence::Strong));
    }
}

/// So many numbers each of which is one more than the last are no lengths.
const FEWEST_NEXT: usize = 8;
/// The least evidence, in bits, against a coincidence.
const FEWEST_BITS: f64 = 14.0;
/// Smaller values are no evidence.
const SMALL: i64 = 8;
/// A class of one or two values needs one of at least this.
const LARGE: i64 = 100;
/// Evidence lost, in bits, for a value whose region ends nowhere.
const MISSED: f64 = 2.0;
/// The most evidence, in bits, of a value whose region ends at an atom within a line.
const WITHIN: f64 = 0.7;
/// The share of regions of real lengths that end within a line.
const SHARE_WITHIN: f64 = 0.35;

/// A region: its length, its start and its end.
struct Region {
    at: u32,
    atoms: Range<u32>,
}

/// The lines that follow nearly all regions.
struct Terminators {
    words: Option<Vec<u32>>,
}

impl Terminators {
    fn of(facts: &DocumentFacts, regions: &[Region]) -> Terminators {
        let mut found: Grouped<Vec<u32>, ()> = Grouped::new();
        for region in regions {
            if let Some(line) = line_behind(facts, region) {
                found.push(words(facts, line), ());
            }
        }
        let groups = found.into_groups().into_iter();
        let words =
            groups.filter(|(_, times)| 9 * regions.len() <= 10 * times.len()).map(|(words, _)| words).next();
        Terminators { words }
    }

    /// Returns the line after a region, if it is a terminator.
    fn behind(&self, facts: &DocumentFacts, region: &Region) -> Option<Range<u32>> {
        let line = line_behind(facts, region)?;
        (Some(words(facts, line)) == self.words).then(|| facts.lines.atoms(line))
    }
}

fn words(facts: &DocumentFacts, line: u32) -> Vec<u32> {
    facts.lines.body(line).map(|at| facts.atoms.word(at)).collect()
}

/// Returns the line that begins where a region ends.
fn line_behind(facts: &DocumentFacts, region: &Region) -> Option<u32> {
    let at = region.atoms.end;
    let line = (at < facts.atoms.len()).then(|| facts.lines.of_atom(at))?;
    (facts.lines.atoms(line).start == at).then_some(line)
}

/// A possible end of a region.
enum RegionEnd {
    /// The start or end of a line, or the end of the file.
    Edge(u32),
    /// The start of another atom.
    Within(u32),
}

/// The offsets of possible ends of regions.
struct RegionEnds {
    /// The offset of each file.
    files: Vec<usize>,
    /// The offsets at which lines start and end.
    edges: Bits,
    /// The offsets at which atoms start.
    atoms: Bits,
    /// Evidence, in bits, of a value whose region ends at the start or end of a line.
    bits: f64,
    /// The same at the start of another atom; negative where so many bytes start one that a length
    /// would not end there so often.
    within: f64,
}

impl RegionEnds {
    fn of(facts: &DocumentFacts) -> RegionEnds {
        let mut files = vec![0];
        for file in facts.atoms.document().files() {
            files.push(files[files.len() - 1] + file.bytes().len() + 1);
        }
        let n_bytes = files[files.len() - 1] as u32;
        let mut possible = RegionEnds {
            edges: Bits::none(n_bytes),
            atoms: Bits::none(n_bytes),
            bits: 0.0,
            within: 0.0,
            files,
        };
        for at in 0..facts.atoms.len() {
            let (file, start) = (facts.atoms.file(at), facts.atoms.bytes(at).start);
            possible.atoms.insert(possible.byte(file, start));
            let places = usize::from(facts.atoms.format(at).places());
            if places != 0 {
                // These count as possible ends, so that chance is not underestimated.
                let fraction = facts.atoms.bytes(at).end - places;
                possible.atoms.insert(possible.byte(file, fraction - 1));
                possible.atoms.insert(possible.byte(file, fraction));
            }
        }
        for line in 0..facts.lines.len() {
            let (own, body) = (facts.lines.atoms(line), facts.lines.body(line));
            let bytes = |at: u32| facts.atoms.bytes(at);
            let file = facts.atoms.file(own.start);
            let ends = if body.is_empty() { bytes(own.start).start } else { bytes(body.end - 1).end };
            for byte in [bytes(own.start).start, ends, bytes(own.end - 1).end] {
                possible.edges.insert(possible.byte(file, byte));
            }
        }
        possible.bits = (f64::from(n_bytes) / (possible.edges.count() as f64 + 1.0)).log2().max(0.1);
        let share = possible.atoms.count() as f64 / f64::from(n_bytes);
        possible.within = (SHARE_WITHIN / share).log2().min(WITHIN);
        possible
    }

    fn byte(&self, file: u32, byte: usize) -> u32 {
        (self.files[file as usize] + byte) as u32
    }

    /// Returns the end of a region at a byte of a file, if it is a possible one.
    fn end_at(&self, facts: &DocumentFacts, file: u32, byte: usize, only_edges: bool) -> Option<RegionEnd> {
        if self.files[file as usize + 1] <= self.files[file as usize] + byte {
            return None;
        }
        let offset = self.byte(file, byte);
        let is_edge = self.edges.has(offset);
        if !is_edge && (only_edges || !self.atoms.has(offset)) {
            return None;
        }
        let at = facts.atoms.starting_at(file, byte);
        match is_edge {
            true => Some(RegionEnd::Edge(at.unwrap_or(facts.atoms.files()[file as usize].end))),
            false => at.map(RegionEnd::Within),
        }
    }
}

/// By line: the next empty line.
fn next_blanks(facts: &DocumentFacts) -> Vec<u32> {
    let n_lines = facts.lines.len();
    let mut next = vec![n_lines; n_lines as usize + 1];
    for line in (0..n_lines).rev() {
        next[line as usize] = if facts.lines.is_blank(line) { line } else { next[line as usize + 1] };
    }
    next
}

fn regions(
    inference: &Inference<'_>,
    possible: &RegionEnds,
    blanks: &[u32],
    slots: &[u32],
    from: From,
    lead: i64,
) -> Option<(f64, Vec<Region>)> {
    let facts = inference.facts;
    let (mut bits, mut found) = (0.0, Vec::new());
    let mut large = FxHashSet::default();
    let most_missed = slots.len() - (8 * slots.len()).div_ceil(10);
    for (slot, &at) in slots.iter().enumerate() {
        if found.len() + most_missed < slot {
            return None;
        }
        let line = facts.lines.of_atom(at);
        let first = match from {
            From::Next => line + 1,
            From::Second => line + 2,
            From::Blank => blanks[line as usize] + 1,
            From::Here(_) => return None,
        };
        let file = facts.atoms.file(at);
        let is_there = first < facts.lines.len() && facts.atoms.file(facts.lines.atoms(first).start) == file;
        let value = inference.value(at);
        if !is_there || value < 0 {
            bits -= MISSED;
            continue;
        }
        let start = facts.lines.atoms(first).start;
        let byte = (facts.atoms.bytes(start).start as i64 + value + lead).max(0) as usize;
        let proves = |bits: f64| if SMALL < value { bits } else { 0.0 };
        let end = match possible.end_at(facts, file, byte, lead != 0) {
            _ if value == 0 => Some(start),
            Some(RegionEnd::Edge(end)) => {
                bits += proves(possible.bits);
                Some(end)
            }
            Some(RegionEnd::Within(end)) if lead == 0 => {
                bits += proves(possible.within);
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

/// Finds regions on the same lines as their lengths, all of which end before the same mark, blank
/// or line end.
fn regions_here(
    inference: &Inference<'_>,
    possible: &RegionEnds,
    slots: &[u32],
    from: From,
) -> Option<(f64, Vec<Region>)> {
    let facts = inference.facts;
    let From::Here(distance) = from else { return None };
    if slots.len() < FEWEST_HERE {
        return None;
    }
    let most_missed = slots.len() / 10;
    let mut ends: Grouped<u32, Region> = Grouped::new();
    for (slot, &at) in slots.iter().enumerate() {
        let n_found = ends.groups().iter().map(|(_, regions)| regions.len()).max().unwrap_or(0);
        if n_found + most_missed < slot {
            return None;
        }
        let (start, value) = (at + distance, inference.value(at));
        let file = facts.atoms.file(at);
        if facts.atoms.files()[file as usize].end <= start
            || facts.lines.of_atom(start) != facts.lines.of_atom(at)
        {
            continue;
        }
        let Ok(value) = usize::try_from(value) else { continue };
        let byte = facts.atoms.bytes(start).start.saturating_add(value);
        if let Some(RegionEnd::Edge(end) | RegionEnd::Within(end)) = possible.end_at(facts, file, byte, false)
            && end < facts.atoms.len()
            && !facts.atoms.is_word(end)
        {
            ends.push(facts.atoms.word(end), Region { at, atoms: start..end });
        }
    }
    let (end, found) = ends.into_groups().into_iter().max_by_key(|(_, regions)| regions.len())?;
    let n_ends = (0..facts.atoms.len()).filter(|&at| facts.atoms.word(at) == end).count();
    let of_one = (facts.atoms.document().n_bytes() as f64 / n_ends as f64).log2();
    let large =
        || found.iter().map(|region| inference.value(region.at)).filter(|value| SMALLEST_HERE <= *value);
    let different: FxHashSet<i64> = large().collect();
    let bits = of_one * large().count() as f64 - MISSED * (slots.len() - found.len()) as f64;
    (FEWEST_BITS < bits && 9 * slots.len() <= 10 * found.len() && 3 < different.len())
        .then_some((bits, found))
}

/// Returns a region within a line, with its length, the letters before that, and the mark after the
/// region; `None` if the line ends there.
fn framed(facts: &DocumentFacts, region: &Region) -> Option<Range<u32>> {
    let end = region.atoms.end;
    let has_prefix = region.at.checked_sub(1).is_some_and(|at| facts.atoms.kind(at) == Kind::Word);
    let start = region.at - u32::from(has_prefix);
    let opener = start.checked_sub(1).and_then(|at| facts.groups.opened_by(at));
    match opener.map(|group| facts.groups.group(group)) {
        Some(group) if group.close == end => Some(group.open..end + 1),
        _ => (facts.atoms.kind(end) != Kind::LineEnd).then_some(start..end + 1),
    }
}

/// The fewest lengths within lines.
const FEWEST_HERE: usize = 4;
/// Smaller values are no evidence within lines.
const SMALLEST_HERE: i64 = 3;

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
