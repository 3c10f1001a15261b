//! Digests of parts of the document, and the sizes of these parts on the same line.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::encodings::{DIGESTS, Encoding};
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Demand, Evidence, Phase, Relation, Rule};
use super::super::state::View;
use crate::binary::checksum::Algorithm;
use crate::binary::code::Order;
use crate::bits::Bits;

/// The words that may be digests of one algorithm, in one encoding, of one length.
struct Wanted {
    algorithm: Algorithm,
    n_bytes: usize,
    encoding: Encoding,
    n_chars: usize,
    /// The positions of each word, by its plain text.
    words: FxHashMap<Vec<u8>, Vec<u32>>,
}

/// Finds words that are the digest of a file, of a part between similar lines, of a region with a
/// known length, or of everything before or after them.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let wanted = wanted(facts);
    if wanted.is_empty() {
        return;
    }
    let slots: Vec<u32> = wanted.iter().flat_map(|wanted| wanted.words.values().flatten().copied()).collect();
    let in_hex = wanted.iter().filter(|wanted| wanted.encoding == Encoding::Hex);
    let in_hex: FxHashSet<u32> = in_hex.flat_map(|wanted| wanted.words.values().flatten().copied()).collect();
    let mut found: Vec<Digested> = Vec::new();
    let mut known: FxHashSet<u32> = FxHashSet::default();
    let mut n_left = MOST_DIGESTED;
    for atoms in stretches(inference, slots, &in_hex) {
        let bytes = bytes_of(facts, &atoms);
        let mut last: Option<(Algorithm, Vec<u8>)> = None;
        for &Wanted { algorithm, n_bytes, encoding, n_chars, ref words } in &wanted {
            let digest = match last.take().filter(|(other, _)| *other == algorithm) {
                Some((_, digest)) => digest,
                None if n_left < bytes.len() => continue,
                None => {
                    n_left -= bytes.len();
                    algorithm.of(bytes, n_bytes, Order::Big)
                }
            };
            let slots = words.get(&encoding.write(&digest)[..n_chars]);
            last = Some((algorithm, digest));
            let Some(slots) = slots else { continue };
            for &at in slots.iter().filter(|at| !atoms.contains(at)) {
                if known.insert(at) {
                    found.push(Digested { at, atoms: atoms.clone(), algorithm, n_bytes, encoding });
                }
            }
        }
    }
    if found.is_empty() {
        return;
    }
    found.sort_by_key(|digested| digested.at);
    inference.frames.extend(found.iter().map(|digested| {
        let line = facts.lines.atoms(facts.lines.of_atom(digested.at));
        let above = digested.atoms.start.checked_sub(1).map(|at| facts.lines.of_atom(at));
        let separator = above.filter(|&above| facts.lines.body(above).all(|at| !facts.atoms.is_word(at)));
        let start = separator.map_or(digested.atoms.start, |above| facts.lines.atoms(above).start);
        vec![line, start..digested.atoms.end]
    }));
    sizes(inference, &found);
    let demands = found.iter().map(|digested| {
        let line = facts.lines.atoms(facts.lines.of_atom(digested.at));
        Demand { needs: vec![digested.atoms.clone()], kills: line }
    });
    let demands = demands.collect();
    let targets = found.iter().map(|digested| digested.at).collect();
    let relation = Relation::new("digest", Phase::Digests, targets, Box::new(Digests { found }));
    inference.take(relation.with_demands(demands).with_evidence(Evidence::Strong));
}

/// The most bytes digested in total: if they do not suffice, the words are probably not digests.
const MOST_DIGESTED: usize = 1 << 25;

/// Returns the words that may be digests, by algorithm.
fn wanted(facts: &DocumentFacts) -> Vec<Wanted> {
    let mut by_len: FxHashMap<usize, Vec<u32>> = FxHashMap::default();
    for at in 0..facts.atoms.len() {
        by_len.entry(facts.atoms.n_bytes(at) as usize).or_default().push(at);
    }
    let mut found = Vec::new();
    for (algorithm, n_bytes) in DIGESTS {
        for encoding in Encoding::ALL {
            for n_chars in encoding.lens(algorithm, n_bytes) {
                let is_digest = |&&at: &&u32| facts.atoms.text(at).iter().all(|&byte| encoding.has(byte));
                let mut words: FxHashMap<Vec<u8>, Vec<u32>> = FxHashMap::default();
                for &at in by_len.get(&n_chars).into_iter().flatten().filter(is_digest).take(MOST_DIGESTS) {
                    words.entry(encoding.plain(facts.atoms.text(at))).or_default().push(at);
                }
                if !words.is_empty() {
                    found.push(Wanted { algorithm, n_bytes, encoding, n_chars, words });
                }
            }
        }
    }
    found
}

/// With more such words, they are not digests.
const MOST_DIGESTS: usize = 20_000;

pub(super) fn bytes_of<'a>(facts: &'a DocumentFacts, atoms: &Range<u32>) -> &'a [u8] {
    let file = facts.atoms.file(atoms.start);
    let bytes = facts.atoms.bytes(atoms.start).start..facts.atoms.bytes(atoms.end - 1).end;
    &facts.atoms.document().files()[file as usize].bytes()[bytes]
}

/// Returns the parts that may be digested, each with and without its last line end. `slots` are all
/// words that may be digests, also those that are rather encoded data than `in_hex`.
fn stretches(inference: &Inference<'_>, mut slots: Vec<u32>, in_hex: &FxHashSet<u32>) -> Vec<Range<u32>> {
    let facts = inference.facts;
    let lines = &facts.lines;
    let mut found: Vec<Range<u32>> = facts.atoms.files().to_vec();
    for separators in separators(facts) {
        for file in facts.atoms.files().iter().filter(|file| !file.is_empty()) {
            let (first, behind) = (lines.of_atom(file.start), lines.of_atom(file.end - 1) + 1);
            let within = separators.iter().copied().filter(|line| (first..behind).contains(line));
            let mut start = first;
            for line in within.chain([behind]) {
                if start < line {
                    found.push(lines.span(start..line));
                }
                start = line + 1;
            }
        }
    }
    found.extend(inference.lengths.iter().cloned());
    slots.sort_unstable();
    let mut last = None;
    for &at in &slots {
        let file = facts.atoms.files()[facts.atoms.file(at) as usize].clone();
        let line = lines.atoms(lines.of_atom(at));
        let is_new = last.replace(line.start) != Some(line.start);
        let is_rare = |n: usize| n <= MOST_WHOLE;
        if is_new && (is_rare(slots.len()) || in_hex.contains(&at) && is_rare(in_hex.len())) {
            found.extend([file.start..line.start, line.end..file.end, file.start..at, at + 1..file.end]);
        }
        let next = slots[slots.partition_point(|&other| other < line.end)..].first();
        let next = next.map_or(file.end, |&next| lines.atoms(lines.of_atom(next)).start.min(file.end));
        let mut above = (lines.of_atom(file.start)..lines.of_atom(at)).rev().take(MOST_ABOVE);
        let blank = above.find(|&above| lines.is_blank(above));
        let start = blank.map_or(file.start, |blank| lines.atoms(blank).end);
        found.extend([
            start..line.start,
            line.end..next,
            line.start..at,
            at + 1..lines.body(lines.of_atom(at)).end,
        ]);
        if line.start + 1 < at {
            found.push(line.start..at - 1);
        }
    }
    let ends = |atoms: &Range<u32>| facts.atoms.kind(atoms.end - 1) == super::super::atoms::Kind::LineEnd;
    found.retain(|atoms| !atoms.is_empty());
    let shorter: Vec<Range<u32>> = found
        .iter()
        .filter(|atoms| 1 < atoms.len() && ends(atoms))
        .map(|atoms| atoms.start..atoms.end - 1)
        .collect();
    found.extend(shorter);
    found
}

/// The most lines of a paragraph before a digest.
const MOST_ABOVE: usize = 200;
/// With more digests, none is of everything before or after it.
const MOST_WHOLE: usize = 16;

/// Returns separator lines: empty ones, and those of marks that recur.
fn separators(facts: &DocumentFacts) -> Vec<Vec<u32>> {
    let mut alike: super::super::lines::Grouped<Vec<u32>, u32> = super::super::lines::Grouped::new();
    for line in 0..facts.lines.len() {
        let body = facts.lines.body(line);
        if body.len() <= LONGEST_SEPARATOR && body.clone().all(|at| !facts.atoms.is_word(at)) {
            alike.push(body.map(|at| facts.atoms.word(at)).collect(), line);
        }
    }
    alike.into_groups().into_iter().map(|(_, lines)| lines).take(MOST_SEPARATORS).collect()
}

/// The longest separator line, in bytes.
const LONGEST_SEPARATOR: usize = 80;
/// The most kinds of separators.
const MOST_SEPARATORS: usize = 6;

/// Finds the sizes of the digested parts, on the lines of the digests.
fn sizes(inference: &mut Inference<'_>, found: &[Digested]) {
    let facts = inference.facts;
    let mut sized: Vec<(u32, Range<u32>)> = Vec::new();
    for digested in found {
        let n_bytes = bytes_of(facts, &digested.atoms).len() as i64;
        let on_line = facts.lines.body(facts.lines.of_atom(digested.at));
        let size = on_line
            .clone()
            .find(|&at| facts.atoms.number(at) == Some(n_bytes) && !inference.is_explained(at));
        sized.extend(size.map(|at| (at, digested.atoms.clone())));
    }
    if 9 * found.len() <= 10 * sized.len() && sized.iter().any(|(_, atoms)| 9 < bytes_of(facts, atoms).len())
    {
        let targets = sized.iter().map(|(at, _)| *at).collect();
        let relation = Relation::new("size", Phase::Lengths, targets, Box::new(Sizes { sized }));
        inference.take(relation.with_evidence(Evidence::Strong));
    }
}

/// A digest and what it digests.
struct Digested {
    at: u32,
    atoms: Range<u32>,
    algorithm: Algorithm,
    n_bytes: usize,
    encoding: Encoding,
}

struct Digests {
    found: Vec<Digested>,
}

impl Rule for Digests {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        for digested in self.found.iter().filter(|digested| view.lives(digested.at)) {
            let bytes = view.rendered(digested.atoms.clone());
            let digest = digested.algorithm.of(&bytes, digested.n_bytes, Order::Big);
            let text = view.facts.atoms.text(digested.at);
            set(digested.at, digested.encoding.write_like(&digest, text));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}

struct Sizes {
    sized: Vec<(u32, Range<u32>)>,
}

impl Rule for Sizes {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        for (at, atoms) in self.sized.iter().filter(|(at, _)| view.lives(*at)) {
            set(*at, view.n_bytes(atoms.clone()) as i64);
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
