//! Records that tile a file, found by evidence: wherever in a record its length is.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::checksum::{Algorithm, seals};
use super::code::{Order, number};
use super::records::{Form, LONGEST_HEADER, chain, forms};

/// Records that follow each other.
pub(super) struct Sequence {
    pub(super) form: Form,
    pub(super) records: Vec<Range<usize>>,
}

/// A checksum at the end of a file, of everything before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seal {
    pub(super) width: usize,
    pub(super) algorithm: Algorithm,
    pub(super) order: Order,
}

/// What fills a file behind a header.
pub(super) struct Tiling {
    pub(super) sequences: Vec<Sequence>,
    pub(super) seal: Option<Seal>,
}

/// Larger files, and following more records, would take seconds.
const MOST_BYTES: usize = 1 << 16;
const MOST_RECORDS: usize = 30_000_000;
/// The last offset of a length in a record, and the most bytes behind it that it does not count.
const LAST_PLACE: usize = 64;
const MOST_UNCOUNTED: usize = 40;
/// The most records without counted bytes in a row, and the most of the same length at first.
const MOST_EMPTY: u32 = 16;
const MOST_ALIKE: u32 = 64;
/// The widest row of a table, and how many tenths of its bytes are those of the row before.
const WIDEST_ROW: usize = 64;
const TENTHS_OF_ROWS: usize = 6;
/// The least evidence, in bits: so many hypotheses are compared, and some more.
const FEWEST_BITS: f64 = 34.0;
/// The fewest different lengths; equal ones are rows of a table.
const FEWEST_LENGTHS: usize = 3;

/// A way to store a length, whatever is around it.
#[derive(Clone, Copy)]
struct Way {
    width: usize,
    is_little_endian: bool,
    unit: usize,
    n_bits: usize,
}

/// Returns the ways that are tried: lengths of single bytes would be found everywhere.
fn ways() -> Vec<Way> {
    let mut ways = Vec::new();
    for is_little_endian in [false, true] {
        for width in [4, 3, 2] {
            let way = Way { width, is_little_endian, unit: 1, n_bits: 8 * width };
            ways.extend([way, Way { unit: 2, ..way }, Way { unit: 4, ..way }]);
        }
        ways.push(Way { width: 2, is_little_endian, unit: 1, n_bits: 12 });
    }
    ways
}

impl Way {
    fn form(self, at: usize, n_uncounted: usize, alignment: usize) -> Form {
        let Way { width, is_little_endian, unit, n_bits } = self;
        Form { at, width, is_little_endian, n_uncounted, unit, alignment, n_bits }
    }

    /// Returns the numbers in a file that are not zero, in ascending order.
    fn numbers(self, bytes: &[u8]) -> Vec<usize> {
        let form = self.form(0, 0, 1);
        let order = Order::of(self.is_little_endian);
        let all = bytes.windows(self.width).map(|window| number(window, order) as usize & form.mask());
        let mut numbers: Vec<usize> = all.filter(|number| 0 < *number).collect();
        numbers.sort_unstable();
        numbers
    }
}

/// Returns the bits of evidence of a number that is not zero and at most so large: how rare such
/// numbers are in a file.
fn bits(numbers: &[usize], most: usize, n_bytes: usize) -> f64 {
    let n = numbers.partition_point(|number| *number <= most);
    (n_bytes as f64 / n.max(1) as f64).log2().max(0.0)
}

/// Finds what tiles a file: records up to its end, or to the checksum there, wherever in a record
/// its length is; or as many records as a number in the header says, and then other ones.
/// O(bytes + forms · records before a length leads out of the file).
pub(super) fn tiling(bytes: &[u8]) -> Option<Tiling> {
    if MOST_BYTES < bytes.len() || is_table(bytes) {
        return None;
    }
    let seal = seal_of(bytes);
    let end = bytes.len() - seal.map_or(0, |seal| seal.width);
    let bytes = &bytes[..end];
    let mut best: Option<(f64, Vec<Sequence>)> = None;
    let mut n_left = MOST_RECORDS;
    let counts: Vec<FxHashSet<usize>> = (0..=LONGEST_HEADER).map(|start| counts(bytes, start)).collect();
    for way in ways() {
        let numbers = way.numbers(bytes);
        if numbers.len() < FEWEST_LENGTHS {
            continue;
        }
        let alignments: &[usize] = match (way.unit, way.n_bits == 8 * way.width) {
            (1, true) => &[1, 2, 4, 8],
            (1, false) => &[1, 8],
            _ => &[1],
        };
        for at in 0..=LAST_PLACE {
            for n_uncounted in std::iter::once(0).chain((at + way.width..).take(MOST_UNCOUNTED)) {
                for &alignment in alignments {
                    let form = way.form(at, n_uncounted, alignment);
                    let most = best.as_ref().map_or(0.0, |best| best.0);
                    let found = search(bytes, form, (&numbers, &counts), most, &mut n_left);
                    best = found.or(best);
                    if n_left == 0 {
                        return None;
                    }
                }
            }
        }
    }
    best.map(|(_, sequences)| Tiling { sequences, seal })
}

/// Whether a file seems to consist of rows of equal length.
fn is_table(bytes: &[u8]) -> bool {
    let n_same = |row: usize| bytes.iter().zip(&bytes[row..]).filter(|(a, b)| a == b).count();
    (1..=WIDEST_ROW.min(bytes.len())).any(|row| TENTHS_OF_ROWS * (bytes.len() - row) < 10 * n_same(row))
}

/// Returns the checksum of everything before it at the end of a file.
fn seal_of(bytes: &[u8]) -> Option<Seal> {
    let all = seals().flat_map(|(width, algorithm)| {
        [Order::Big, Order::Little].map(|order| Seal { width, algorithm, order })
    });
    let is_right = |seal: &Seal| {
        let at = bytes.len().checked_sub(seal.width).filter(|at| 0 < *at);
        at.is_some_and(|at| bytes[at..] == seal.algorithm.of(&bytes[..at], seal.width, seal.order)[..])
    };
    { all }.find(is_right)
}

/// Returns the numbers before a place that may be those of records.
fn counts(bytes: &[u8], end: usize) -> FxHashSet<usize> {
    let head = &bytes[..end.min(bytes.len())];
    let numbers = |width: usize| {
        head.windows(width).flat_map(|window| [Order::Big, Order::Little].map(|order| number(window, order)))
    };
    let all = numbers(4).chain(numbers(2)).map(|number| number as usize);
    all.filter(|number| (FEWEST_LENGTHS..bytes.len()).contains(number)).collect()
}

/// Follows the lengths from each place in the header. Returns the evidence for the records with
/// what is behind them, if there is more than for the best ones so far.
fn search(
    bytes: &[u8],
    form: Form,
    (numbers, counts): (&[usize], &[FxHashSet<usize>]),
    most: f64,
    n_left: &mut usize,
) -> Option<(f64, Vec<Sequence>)> {
    let mut best: Option<(f64, Vec<Sequence>)> = None;
    let mut is_visited = [false; LONGEST_HEADER + 1];
    for start in 0..=LONGEST_HEADER.min(bytes.len()) {
        if is_visited[start] {
            continue;
        }
        let (mut at, mut n, mut n_full, mut longest) = (start, 0, 0, 0);
        let (mut n_empty, mut first, mut n_alike) = (0, None, 0);
        while let Some((len, is_full)) = bytes.get(at..).and_then(|rest| form.record(rest)) {
            *n_left = n_left.checked_sub(1)?;
            (at, n, n_full) = (at + len, n + 1, n_full + u32::from(is_full));
            if let Some(visited) = is_visited.get_mut(at) {
                *visited = true;
            }
            n_empty = if is_full { 0 } else { n_empty + 1 };
            n_alike += u32::from(*first.get_or_insert(len) == len);
            if MOST_EMPTY < n_empty || n == n_alike && MOST_ALIKE < n {
                break;
            }
            longest = longest.max(len);
            if at != bytes.len() && !counts[start].contains(&(n as usize)) {
                continue;
            }
            let largest = longest.saturating_sub(form.n_uncounted) / form.unit;
            let evidence =
                bits(numbers, largest, bytes.len()) * f64::from(n_full) + (at as f64 / f64::from(n)).log2();
            if evidence <= FEWEST_BITS.max(most) || best.as_ref().is_some_and(|best| evidence <= best.0) {
                continue;
            }
            let rest = if at == bytes.len() { Some((0.0, None)) } else { rest(bytes, at) };
            let Some((_, records)) = chain(&bytes[..at], start, form) else { break };
            if let Some((more, rest)) = rest.filter(|_| differ(&records) && are_filled(bytes, &records, form))
            {
                let first = Sequence { form, records };
                best = Some((evidence + more, std::iter::once(first).chain(rest).collect()));
            }
        }
    }
    best
}

/// Returns the records from a place to the end with what they add to the evidence.
fn rest(bytes: &[u8], start: usize) -> Option<(f64, Option<Sequence>)> {
    let found = forms().find_map(|form| {
        let (n_full, records) = chain(bytes, start, form)?;
        (form.width == 4 && 0 < n_full).then_some((n_full as f64, Sequence { form, records }))
    });
    found.map(|(bits, sequence)| (bits, Some(sequence)))
}

/// Whether records have different lengths.
fn differ(records: &[Range<usize>]) -> bool {
    FEWEST_LENGTHS <= records.iter().map(Range::len).collect::<FxHashSet<usize>>().len()
}

/// Whether only zeros fill up records.
fn are_filled(bytes: &[u8], records: &[Range<usize>], form: Form) -> bool {
    let unpadded = Form { alignment: 1, ..form };
    records.iter().all(|record| {
        let len = unpadded.record(&bytes[record.clone()]).map_or(0, |(len, _)| len);
        bytes[record.start + len..record.end].iter().all(|byte| *byte == 0)
    })
}
