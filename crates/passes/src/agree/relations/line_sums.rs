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
    /// With leading zeros.
    Padded,
    Upper,
    Lower,
}

const FORMATS: [Format; 4] = [Format::Decimal, Format::Padded, Format::Upper, Format::Lower];

/// One way to write checksums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Way {
    sum: Sum,
    format: Format,
    start: Start,
    /// How many atoms before the checksum are left out.
    behind: u32,
    end: End,
}

/// Where what is summed up begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Start {
    /// Behind so many marks at the start of the line.
    Marks(u32),
    /// Behind so many runs of blanks, as behind the time in a log.
    Blanks(usize),
}

/// What is behind a checksum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Line,
    /// A mark, as behind every field.
    Mark,
    /// A mark that stands for the separator of fields, the byte 1, as in logs of FIX.
    Separator,
}

const ENDS: [End; 3] = [End::Line, End::Mark, End::Separator];
/// What a mark stands for.
const SEPARATOR: u8 = 1;

impl Way {
    /// Returns the checksum of some bytes, behind which there is a mark if there is one behind the
    /// checksum.
    fn of(self, bytes: &[u8], mark: Option<u8>) -> Vec<u8> {
        let mark = mark.filter(|_| self.end == End::Separator);
        let bytes = bytes.iter().map(|&byte| if Some(byte) == mark { SEPARATOR } else { byte });
        let add = |sum: u8, byte: u8| sum.wrapping_add(byte);
        let sum = match self.sum {
            Sum::Xor => bytes.fold(0, |sum, byte| sum ^ byte),
            Sum::Add => bytes.fold(0, add),
            Sum::Negated => bytes.fold(0, add).wrapping_neg(),
        };
        let text = match self.format {
            Format::Decimal => sum.to_string(),
            Format::Padded => format!("{sum:03}"),
            Format::Upper => format!("{sum:02X}"),
            Format::Lower => format!("{sum:02x}"),
        };
        text.into_bytes()
    }

    /// Returns what is summed up, and the checksum.
    fn parts(self, facts: &DocumentFacts, line: u32) -> Option<LineSum> {
        let (at, mark) = checksum(facts, line)?;
        if mark.is_some() != (self.end != End::Line) {
            return None;
        }
        let body = facts.lines.body(line);
        let is_mark = |at: u32| facts.atoms.kind(at) == Kind::Mark;
        let start = match self.start {
            Start::Marks(n) => (body.start..body.start + n).all(is_mark).then_some(body.start + n),
            Start::Blanks(n) => {
                let mut blanks = body.start..body.end;
                blanks.by_ref().filter(|&at| facts.atoms.is_space(at)).nth(n - 1).map(|at| at + 1)
            }
        };
        let atoms = start?..at.checked_sub(self.behind)?;
        let ends_well = self.behind == 0 || is_mark(at - 1);
        (atoms.start < atoms.end && ends_well).then_some(LineSum { atoms, at, mark })
    }
}

/// Returns the last word of a line, and the mark behind it.
fn checksum(facts: &DocumentFacts, line: u32) -> Option<(u32, Option<u8>)> {
    let body = facts.lines.body(line);
    let last = body.end.checked_sub(1).filter(|at| body.contains(at))?;
    if facts.atoms.is_word(last) {
        return Some((last, None));
    }
    let at = last.checked_sub(1).filter(|&at| body.contains(&at) && facts.atoms.is_word(at))?;
    (facts.atoms.n_bytes(last) == 1).then(|| (at, Some(facts.atoms.text(last)[0])))
}

/// A line with a checksum.
struct LineSum {
    /// What is summed up.
    atoms: Range<u32>,
    /// The checksum.
    at: u32,
    /// The mark behind it.
    mark: Option<u8>,
}

/// Finds lines that end with a checksum of their own bytes.
pub(super) fn find(inference: &mut Inference<'_>) {
    let facts = inference.facts;
    let ending = |line: &u32| {
        checksum(facts, *line).is_some_and(|(at, _)| {
            facts.atoms.n_bytes(at) <= 3 && is_hex(facts.atoms.text(at)) && !inference.is_explained(at)
        })
    };
    let lines: Vec<u32> = (0..facts.lines.len()).filter(ending).collect();
    let ways = ENDS.into_iter().flat_map(|end| {
        let formats = FORMATS.into_iter().flat_map(|format| SUMS.map(|sum| (sum, format)));
        formats.flat_map(move |(sum, format)| {
            let marks = [(1, 1), (0, 1), (1, 0), (0, 0), (0, 2)];
            let marks = marks.map(|(before, behind)| (Start::Marks(before), behind));
            let blanks = (1..=MOST_BLANKS).flat_map(|n| [0, 1, 2].map(|behind| (Start::Blanks(n), behind)));
            let parts = marks.into_iter().chain(blanks);
            parts.map(move |(start, behind)| Way { sum, format, start, behind, end })
        })
    });
    let is_right = |way: Way, line: u32| {
        let sum = |part: &LineSum| way.of(bytes_of(facts, &part.atoms), part.mark);
        way.parts(facts, line).is_some_and(|part| sum(&part) == facts.atoms.text(part.at))
    };
    let found = ways.into_iter().filter_map(|way| {
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
        let text = |&line: &u32| way.parts(facts, line).map(|part| bytes_of(facts, &part.atoms));
        let different: FxHashSet<Option<&[u8]>> = right.iter().map(text).collect();
        (FEWEST <= different.len()).then_some((way, right))
    });
    // Without leading zeros, fewer are right.
    let Some((way, lines)) = found.min_by_key(|(_, right)| std::cmp::Reverse(right.len())) else { return };
    let lines: Vec<LineSum> = lines.into_iter().filter_map(|line| way.parts(facts, line)).collect();
    let targets = lines.iter().map(|part| part.at).collect();
    let rule = Box::new(LineSums { way, lines });
    let relation = Relation::new("checksum of a line", Phase::Digests, targets, rule);
    inference.take(relation.with_evidence(Evidence::Strong));
}

/// The most runs of blanks before what is summed up.
const MOST_BLANKS: usize = 4;

/// The fewest different lines: each is right by chance once in 256 times.
const FEWEST: usize = 4;

fn is_hex(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_hexdigit)
}

struct LineSums {
    way: Way,
    lines: Vec<LineSum>,
}

impl Rule for LineSums {
    fn evaluate(&self, _: &View<'_>, _: &mut dyn FnMut(u32, i64)) {}

    fn write(&self, view: &View<'_>, set: &mut dyn FnMut(u32, Vec<u8>)) {
        for part in self.lines.iter().filter(|part| view.lives(part.at)) {
            set(part.at, self.way.of(&view.rendered(part.atoms.clone()), part.mark));
        }
    }

    fn operands(&self, _: &mut Bits) -> bool {
        false
    }
}
