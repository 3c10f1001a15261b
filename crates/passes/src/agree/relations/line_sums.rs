//! Checksums at the end of lines, as in NMEA sentences and numbered G-code.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::super::atoms::Kind;
use super::super::facts::DocumentFacts;
use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::state::View;
use super::digests::bytes_of;
use crate::bits::Bits;

/// How the bytes of a line are summed up to one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sum {
    Xor,
    Add,
    /// The sum that makes the sum of all bytes zero.
    Negated,
}

const SUMS: [Sum; 3] = [Sum::Xor, Sum::Add, Sum::Negated];

/// How a checksum is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Decimal,
    Upper,
    Lower,
}

const FORMATS: [Format; 3] = [Format::Decimal, Format::Upper, Format::Lower];

/// One way to write checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    sum: Sum,
    format: Format,
    /// How many marks at the start of the line, and before the checksum, are left out.
    before: u32,
    behind: u32,
}

impl Way {
    fn of(self, bytes: &[u8]) -> Vec<u8> {
        let add = |sum: u8, byte: &u8| sum.wrapping_add(*byte);
        let sum = match self.sum {
            Sum::Xor => bytes.iter().fold(0, |sum, byte| sum ^ byte),
            Sum::Add => bytes.iter().fold(0, add),
            Sum::Negated => bytes.iter().fold(0, add).wrapping_neg(),
        };
        let text = match self.format {
            Format::Decimal => sum.to_string(),
            Format::Upper => format!("{sum:02X}"),
            Format::Lower => format!("{sum:02x}"),
        };
        text.into_bytes()
    }

    /// Returns the atoms that are summed up, and the last word of the line.
    fn parts(self, facts: &DocumentFacts, line: u32) -> Option<(Range<u32>, u32)> {
        let body = facts.lines.body(line);
        let at = body.end.checked_sub(1).filter(|&at| body.contains(&at) && facts.atoms.is_word(at))?;
        let atoms = body.start + self.before..at.checked_sub(self.behind)?;
        let left_out = (body.start..atoms.start).chain(atoms.end..at);
        let are_marks = left_out.into_iter().all(|at| facts.atoms.kind(at) == Kind::Mark);
        (atoms.start < atoms.end && are_marks).then_some((atoms, at))
    }
}

/// Finds lines that end with a checksum of their own bytes.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let ending = |line: &u32| {
        let body = facts.lines.body(*line);
        let last = body.end.checked_sub(1).filter(|at| body.contains(at));
        last.is_some_and(|at| {
            facts.atoms.n_bytes(at) <= 3 && is_hex(facts.atoms.text(at)) && !inference.is_explained(at)
        })
    };
    let lines: Vec<u32> = (0..facts.lines.len()).filter(ending).collect();
    let ways = SUMS.into_iter().flat_map(|sum| {
        FORMATS.into_iter().flat_map(move |format| {
            [(1, 1), (0, 1), (1, 0), (0, 0)].map(|(before, behind)| Way { sum, format, before, behind })
        })
    });
    let is_right = |way: Way, line: u32| {
        let parts = way.parts(facts, line);
        parts.is_some_and(|(atoms, at)| way.of(bytes_of(facts, &atoms)) == facts.atoms.text(at))
    };
    let found = ways.into_iter().find_map(|way| {
        // Most ways fail on the first quarter of the lines.
        let (mut right, mut n_wrong) = (Vec::new(), 0);
        for &line in &lines {
            match is_right(way, line) {
                true => right.push(line),
                false => n_wrong += 1,
            }
            if lines.len() / 4 + FEWEST < n_wrong {
                return None;
            }
        }
        let text = |&line: &u32| way.parts(facts, line).map(|(atoms, _)| bytes_of(facts, &atoms));
        let different: FxHashSet<Option<&[u8]>> = right.iter().map(text).collect();
        (FEWEST <= different.len()).then_some((way, right))
    });
    let Some((way, lines)) = found else { return };
    let lines: Vec<(Range<u32>, u32)> = lines.into_iter().filter_map(|line| way.parts(facts, line)).collect();
    let targets = lines.iter().map(|(_, at)| *at).collect();
    let rule = Box::new(LineSums { way, lines });
    let relation = Relation::new("checksum of a line", Phase::Digests, targets, rule);
    inference.take(relation.with_evidence(Evidence::Strong));
}

/// The fewest different lines: each is right by chance once in 256 times.
const FEWEST: usize = 4;

fn is_hex(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_hexdigit)
}

struct LineSums {
    way: Way,
    /// The atoms that are summed up, and the sum.
    lines: Vec<(Range<u32>, u32)>,
}

impl Rule for LineSums {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        for (atoms, at) in self.lines.iter().filter(|(_, at)| view.lives(*at)) {
            set(*at, self.way.of(&view.rendered(atoms.clone())));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
