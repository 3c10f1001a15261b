//! Decimal checksums of everything before or after them.

use std::ops::Range;

use super::super::inference::Inference;
use super::super::relation::{Evidence, Phase, Relation, Rule};
use super::super::state::View;
use super::digests::bytes_of;
use crate::bits::Bits;

/// A checksum algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Algorithm {
    Crc32,
    Adler32,
    /// The sum of the bytes, modulo this.
    Sum(u64),
}

const ALGORITHMS: [Algorithm; 5] = [
    Algorithm::Crc32,
    Algorithm::Adler32,
    Algorithm::Sum(1 << 32),
    Algorithm::Sum(1 << 16),
    Algorithm::Sum(ADLER),
];

/// The modulus of Adler-32: the largest prime below 2^16.
const ADLER: u64 = 65_521;

impl Algorithm {
    fn of(self, bytes: &[u8]) -> i64 {
        let value = match self {
            Algorithm::Crc32 => u64::from(crc32fast::hash(bytes)),
            Algorithm::Adler32 => {
                let add = |(low, high): (u64, u64), &byte: &u8| {
                    let low = (low + u64::from(byte)) % ADLER;
                    (low, (high + low) % ADLER)
                };
                let (low, high) = bytes.iter().fold((1, 0), add);
                high << 16 | low
            }
            Algorithm::Sum(modulus) => bytes.iter().map(|&byte| u64::from(byte)).sum::<u64>() % modulus,
        };
        value as i64
    }
}

/// Finds large numbers that are a checksum of everything before their line, before themselves, or
/// after them.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let is_large = |&at: &u32| {
        facts.atoms.number(at).is_some_and(|value| SMALLEST <= value) && !inference.is_explained(at)
    };
    let is_outer = |at: &u32| {
        let file = &facts.atoms.files()[facts.atoms.file(*at) as usize];
        let line = facts.lines.of_atom(*at);
        let (first, last) = (facts.lines.of_atom(file.start), facts.lines.of_atom(file.end - 1));
        line - first < OUTER_LINES || last - line < OUTER_LINES
    };
    let slots: Vec<u32> = (0..facts.atoms.len()).filter(is_large).filter(is_outer).take(MOST).collect();
    for at in slots {
        let file = facts.atoms.files()[facts.atoms.file(at) as usize].clone();
        let line = facts.lines.atoms(facts.lines.of_atom(at));
        let stretches =
            [file.start..line.start, line.end..file.end, file.start..at, at + 1..file.end, line.start..at];
        let is_sum = |(atoms, algorithm): &(Range<u32>, Algorithm)| {
            SHORTEST <= atoms.len() && algorithm.of(bytes_of(facts, atoms)) == inference.value(at)
        };
        let mut ways =
            stretches.into_iter().flat_map(|atoms| ALGORITHMS.map(|algorithm| (atoms.clone(), algorithm)));
        if let Some((atoms, algorithm)) = ways.find(is_sum) {
            let rule = Box::new(Checksum { at, atoms, algorithm });
            let relation = Relation::new("checksum", Phase::Digests, vec![at], rule);
            inference.take(relation.with_evidence(Evidence::Strong));
        }
    }
}

/// Smaller numbers may match by chance.
const SMALLEST: i64 = 1_000;
/// Only numbers within this many lines of either end of a file are tried.
const OUTER_LINES: u32 = 4;
/// The most numbers tried: each requires a pass over all bytes.
const MOST: usize = 8;
/// The shortest text with a checksum.
const SHORTEST: usize = 4;

struct Checksum {
    at: u32,
    atoms: Range<u32>,
    algorithm: Algorithm,
}

impl Rule for Checksum {
    fn evaluate(&self, view: &View<'_>, set: &mut dyn FnMut(u32, i64)) {
        if view.lives(self.at) {
            set(self.at, self.algorithm.of(&view.rendered(self.atoms.clone())));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
