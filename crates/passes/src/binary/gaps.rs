//! Removes gaps from binary files, and adjusts offsets that point beyond them.

use std::ops::Range;
use std::sync::Arc;

use dwindle_reduce::{
    Candidate, CandidateSearch, Cost, Document, Edit, Edits, EmptyList, List, ListMethod, UnitSearch, Units,
};

use crate::entry::Entry;
use crate::options::PassOptions;
use crate::stage::staged::{self, Stages};

/// The entry of the pass.
pub const ENTRY: Entry = Entry {
    name: "gaps",
    summary: "removes runs of spaces or zeros from binary files, and adjusts the offsets beyond them",
    manual: "\
Runs of spaces or zeros are split into up to sixteen pieces, which are the units. Together with \
them, every number of the file that may be an offset beyond them is decreased accordingly: four \
bytes at a multiple of four, four bytes anywhere, of either byte order, or decimal digits. A \
multiple of eight bytes is removed, so that aligned parts stay aligned. Knows no format; an object \
file, an archive or a font that the pass `blanks` has blanked is compacted this way. Costs a few \
trials if that does not work.",
    begin,
};

/// The shortest gap that is removed, in bytes.
const SHORTEST: usize = 16;
/// The most pieces of a gap. A gap is split because something may point into it; then a part of it
/// must remain.
const MOST_PIECES: usize = 16;
/// A multiple of this is removed, so that what follows remains aligned.
const ALIGNMENT: usize = 8;
/// Larger files are left alone: too many numbers would look like offsets.
const LARGEST_FILE: usize = 1 << 24;
/// The most bytes of a gap that remain in case smaller offsets would have more tokens than larger
/// ones.
const MOST_LEFT: usize = 4096;
/// With fewer possible offsets than this, the remaining part is tried in steps of [`ALIGNMENT`],
/// otherwise in larger ones.
const FEW_NUMBERS: usize = 256;

fn begin(options: &PassOptions, document: &Document) -> Option<CandidateSearch> {
    let mut gaps = Vec::new();
    for (file, content) in (0u32..).zip(document.files()) {
        if content.bytes().len() <= LARGEST_FILE && options.scope.includes(content) {
            gaps.extend(gaps_of(content.bytes()).map(|bytes| Gap { file, bytes }));
        }
    }
    if gaps.is_empty() {
        return None;
    }
    let first_of = |file| gaps.iter().find(|gap: &&Gap| gap.file == file).map(|gap| gap.bytes.start);
    let numbers = FORMS.map(|form| {
        let files = (0u32..).zip(document.files());
        let with_gaps = files.filter_map(|(file, content)| Some((file, content.bytes(), first_of(file)?)));
        with_gaps.flat_map(|(file, bytes, first)| form.numbers(file, bytes, first)).collect()
    });
    let method = options.method(EmptyList::First);
    let fixed = Fixed { base: document.clone(), method, gaps, numbers };
    staged::search(Moving { fixed: Arc::new(fixed), next_form: 0, best: document.cost(), accepted: false })
}

/// A run of spaces or zeros.
#[derive(Clone, Debug)]
struct Gap {
    file: u32,
    bytes: Range<usize>,
}

/// Returns the pieces of all gaps.
fn gaps_of(bytes: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let gaps = bytes.chunk_by(|a, b| a == b).filter_map(move |run| {
        let gap = start..start + run.len() / ALIGNMENT * ALIGNMENT;
        start += run.len();
        (matches!(run[0], b' ' | 0) && SHORTEST <= gap.len()).then_some(gap)
    });
    gaps.flat_map(|gap| {
        let len = gap.len().div_ceil(MOST_PIECES).next_multiple_of(SHORTEST);
        gap.clone().step_by(len).map(move |start| start..gap.end.min(start + len))
    })
}

/// Joins adjacent pieces.
fn joined(pieces: impl Iterator<Item = Gap>) -> Vec<Gap> {
    let mut gaps: Vec<Gap> = Vec::new();
    for piece in pieces {
        match gaps.last_mut() {
            Some(last) if last.file == piece.file && last.bytes.end == piece.bytes.start => {
                last.bytes.end = piece.bytes.end;
            }
            _ => gaps.push(piece),
        }
    }
    gaps
}

/// The encoding of offsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Four bytes at multiples of `step`.
    Binary { is_little_endian: bool, step: usize },
    /// Decimal digits, padded with zeros to the old width.
    Decimal,
}

const FORMS: [Form; 5] = [
    Form::Binary { is_little_endian: true, step: 4 },
    Form::Binary { is_little_endian: false, step: 4 },
    Form::Binary { is_little_endian: true, step: 1 },
    Form::Binary { is_little_endian: false, step: 1 },
    Form::Decimal,
];

impl Form {
    /// Returns the number at `at` and its length in bytes, if there may be one.
    fn number(self, bytes: &[u8], at: usize) -> Option<(usize, usize)> {
        match self {
            Form::Binary { is_little_endian, step } => {
                let digits: [u8; 4] = bytes.get(at..at + 4)?.try_into().ok()?;
                let value =
                    if is_little_endian { u32::from_le_bytes(digits) } else { u32::from_be_bytes(digits) };
                at.is_multiple_of(step).then_some((value as usize, 4))
            }
            Form::Decimal => {
                let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
                if at.checked_sub(1).is_some_and(is_digit) {
                    return None;
                }
                let n_digits = bytes[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
                // File sizes fit into 32 bits.
                let value: u32 = str::from_utf8(&bytes[at..at + n_digits]).ok()?.parse().ok()?;
                Some((value as usize, n_digits))
            }
        }
    }

    /// Returns all non-overlapping numbers of a file that may be offsets beyond its first gap.
    fn numbers(self, file: u32, bytes: &[u8], first_gap: usize) -> impl Iterator<Item = Number> {
        let mut at = 0;
        std::iter::from_fn(move || {
            while at < bytes.len() {
                match self.number(bytes, at).filter(|&(value, _)| first_gap < value && value <= bytes.len()) {
                    Some((value, len)) => {
                        at += len;
                        return Some(Number { file, bytes: at - len..at, value });
                    }
                    None => at += 1,
                }
            }
            None
        })
    }

    fn write(self, value: usize, len: usize) -> Vec<u8> {
        match self {
            Form::Binary { is_little_endian: true, .. } => (value as u32).to_le_bytes().to_vec(),
            Form::Binary { .. } => (value as u32).to_be_bytes().to_vec(),
            Form::Decimal => format!("{value:0len$}").into_bytes(),
        }
    }
}

/// A number that may be an offset.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Number {
    file: u32,
    bytes: Range<usize>,
    value: usize,
}

/// What all forks of a search share.
struct Fixed {
    base: Document,
    method: ListMethod,
    /// The pieces of all gaps, in order.
    gaps: Vec<Gap>,
    /// By encoding: the numbers, in order.
    numbers: [Vec<Number>; FORMS.len()],
}

impl Fixed {
    fn start(&self) -> UnitSearch {
        self.method.start(&List::weighted(self.gaps.iter().map(|gap| gap.bytes.len() as u32)))
    }

    /// Returns the candidate without some gaps, if it is simpler. A part of the longest gap may
    /// remain, so that the offsets do not get more tokens.
    fn candidate(&self, units: &Units, form: usize, best: Cost) -> Option<Candidate> {
        let mut gaps = joined(units.iter().map(|unit| self.gaps[unit as usize].clone()));
        let longest = (0..gaps.len()).max_by_key(|&gap| gaps[gap].bytes.len())?;
        let whole = gaps[longest].bytes.clone();
        let step =
            if self.numbers[form].len() < FEW_NUMBERS { ALIGNMENT } else { MOST_LEFT / 16 + ALIGNMENT };
        (0..=MOST_LEFT.min(whole.len() - ALIGNMENT)).step_by(step).find_map(|n_left| {
            gaps[longest].bytes.end = whole.end - n_left;
            let candidate = Candidate::new(ENTRY.name, &self.base, Edits::new(self.edits(&gaps, form)));
            (candidate.cost() < best).then_some(candidate)
        })
    }

    /// Returns the edits that remove gaps and adjust offsets beyond them. O((gaps + numbers) · log
    /// gaps).
    fn edits(&self, gaps: &[Gap], form: usize) -> Vec<Edit> {
        let files = gaps.chunk_by(|a, b| a.file == b.file);
        files
            .flat_map(|gaps| {
                let file = gaps[0].file;
                let deleted = gaps.iter().map(move |gap| Edit::delete(file, gap.bytes.clone()));
                let moved = Moved::of(gaps);
                let numbers = self.numbers[form].iter().filter(move |number| number.file == file);
                let lowered = numbers.filter_map(move |number| {
                    let place = moved.place(number.value);
                    let text = FORMS[form].write(place, number.bytes.len());
                    let goes = moved.touches(&number.bytes);
                    (place != number.value && !goes).then(|| Edit::replace(file, number.bytes.clone(), &text))
                });
                deleted.chain(lowered)
            })
            .collect()
    }
}

/// New positions after gaps are removed.
struct Moved<'a> {
    gaps: &'a [Gap],
    /// By gap: the bytes of all gaps before it.
    before: Vec<usize>,
}

impl<'a> Moved<'a> {
    fn of(gaps: &'a [Gap]) -> Moved<'a> {
        let mut n_gone = 0;
        let before = gaps.iter().map(|gap| {
            n_gone += gap.bytes.len();
            n_gone - gap.bytes.len()
        });
        Moved { before: before.collect(), gaps }
    }

    /// Whether a range overlaps a gap.
    fn touches(&self, bytes: &Range<usize>) -> bool {
        let after = self.gaps.partition_point(|gap| gap.bytes.start < bytes.end);
        after.checked_sub(1).is_some_and(|last| bytes.start < self.gaps[last].bytes.end)
    }

    /// Returns the new offset for an old one; an offset into a gap is not changed.
    fn place(&self, old: usize) -> usize {
        let after = self.gaps.partition_point(|gap| gap.bytes.start < old);
        let Some(last) = after.checked_sub(1) else { return old };
        let gap = &self.gaps[last].bytes;
        if gap.end <= old { old - self.before[last] - gap.len() } else { old }
    }
}

/// Tries the gaps with one encoding of offsets after the other, until one succeeds.
#[derive(Clone)]
struct Moving {
    fixed: Arc<Fixed>,
    next_form: usize,
    /// The cost of the last interesting candidate.
    best: Cost,
    accepted: bool,
}

impl Stages for Moving {
    fn next(&mut self) -> Option<UnitSearch> {
        let goes_on = !self.accepted && self.next_form < FORMS.len();
        self.next_form += 1;
        goes_on.then(|| self.fixed.start())
    }

    fn candidate(&self, left_out: &Units) -> Option<Candidate> {
        self.fixed.candidate(left_out, self.next_form - 1, self.best)
    }

    fn accept(&mut self, _: Units, candidate: &Candidate) {
        (self.best, self.accepted) = (candidate.cost(), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{best_options, reduce};

    /// A header with the offset of a table, a table with the offset and length of a text, and a
    /// large gap between them.
    fn archive(n_between: usize) -> Vec<u8> {
        let table = 8 + n_between as u32;
        let text = table + 8 + n_between as u32;
        let gap = vec![b' '; n_between];
        let parts: [&[u8]; 7] =
            [b"ARC\0", &table.to_le_bytes(), &gap, &text.to_le_bytes(), &5u32.to_le_bytes(), &gap, b"hello"];
        parts.concat()
    }

    fn unpacked(bytes: &[u8]) -> Option<&[u8]> {
        let number = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
        let table = number(4)?;
        let start = number(table)?;
        bytes.starts_with(b"ARC\0").then(|| bytes.get(start..start + number(table + 4)?))?
    }

    #[test]
    fn offsets_behind_a_gap_move_with_what_they_point_to() {
        let document = Document::single("a.arc", archive(4096));
        let (left, answers) = reduce(&ENTRY.pass(&best_options()), &document, |document| {
            unpacked(document.files()[0].bytes()) == Some(b"hello")
        });
        assert!(left.files()[0].bytes().len() < 600, "{} bytes", left.files()[0].bytes().len());
        assert!(answers.len() < 60, "{} trials", answers.len());
    }

    #[test]
    fn each_gap_in_front_of_a_place_moves_it() {
        let gaps = [10..20, 30..50].map(|bytes| Gap { file: 0, bytes });
        let moved = Moved::of(&gaps);
        let places = [5, 10, 15, 20, 25, 30, 40, 50, 60].map(|old| moved.place(old));
        assert_eq!(places, [5, 10, 15, 10, 15, 20, 40, 20, 30]);
    }

    #[test]
    fn decimal_offsets_keep_their_width() {
        let text = b"startxref 00123 99999999999";
        assert_eq!(Form::Decimal.number(text, 10), Some((123, 5)));
        assert_eq!(Form::Decimal.number(text, 11), None);
        assert_eq!(Form::Decimal.number(text, 16), None);
        assert_eq!(Form::Decimal.write(23, 5), b"00023");
    }
}
