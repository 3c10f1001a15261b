//! The types of records of fixed width, and where statistics of their columns show a cut.

use std::collections::BTreeSet;
use std::ops::Range;

use super::super::format;
use super::scopes::FEWEST_ALIKE;
use super::types::{Named, types};
use super::values::MOST_DIGITS;

/// The fewest digits that are always the same before a number.
const FEWEST_SAME: usize = 3;

/// The records of a type.
pub(super) struct RecordType {
    /// The indices of its records in the file.
    pub(super) members: Vec<usize>,
    /// The first column behind the name of the type.
    pub(super) behind_name: usize,
    /// By column: what it has in all records.
    columns: Vec<Column>,
    /// The cuts around the name.
    bounds: BTreeSet<usize>,
    /// The columns before which the records are cut.
    pub(super) cuts: BTreeSet<usize>,
}

/// What the records of a type have in a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    /// Always the digit zero.
    Zero,
    /// Always the same other digit.
    Same,
    /// Different digits.
    Digits,
    /// Digits and blanks, as before a number that is filled up with blanks.
    Padded,
    /// Also something else.
    Other,
}

impl Column {
    /// Whether all records have a digit.
    fn is_digit(self) -> bool {
        !matches!(self, Column::Padded | Column::Other)
    }
}

impl RecordType {
    /// Returns the types of records of `width` bytes, in the order of their first records.
    pub(super) fn all(records: &[&[u8]], width: usize) -> Vec<RecordType> {
        let same = n_same(records, width);
        types(records, width).into_iter().map(|of| RecordType::of(records, of, same, width)).collect()
    }

    /// Finds the cuts of records that all begin with `same` equal bytes.
    fn of(
        records: &[&[u8]],
        Named { members: numbers, name }: Named,
        same: usize,
        width: usize,
    ) -> RecordType {
        let column = |at: usize| {
            let first = records[numbers[0]][at];
            let is_digit = numbers.iter().all(|&number| records[number][at].is_ascii_digit());
            let is_same = numbers.iter().all(|&number| records[number][at] == first);
            match (is_digit, is_same) {
                (true, true) if first == b'0' => Column::Zero,
                (true, true) => Column::Same,
                (true, false) => Column::Digits,
                (false, false) if numbers.iter().all(|&number| is_padded(records[number][at])) => {
                    Column::Padded
                }
                (false, _) => Column::Other,
            }
        };
        let columns: Vec<Column> = (0..width).map(column).collect();
        let before = name.iter().copied().filter(|&at| at != same);
        let behind = name.iter().map(|at| at + 1).filter(|at| !name.contains(at));
        let first = [same].into_iter().filter(|same| !name.contains(same));
        let cuts = before.filter(|at| !name.contains(&at.wrapping_sub(1))).chain(behind).chain(first);
        let cuts: BTreeSet<usize> = cuts.filter(|at| (1..width).contains(at)).collect();
        let behind_name = name.last().map_or(0, |last| last + 1);
        let mut found = RecordType { members: numbers, behind_name, columns, bounds: cuts.clone(), cuts };
        if FEWEST_ALIKE <= found.members.len() {
            let by_statistics: Vec<usize> = (1..width).filter(|&at| found.is_cut(at)).collect();
            found.cuts.extend(by_statistics);
        }
        found
    }

    /// Whether something begins in a column: leading zeros after digits that differ, several after
    /// ones that do not and before ones that do, or digits.
    fn is_cut(&self, at: usize) -> bool {
        match (self.columns[at - 1], self.columns[at]) {
            (Column::Digits, Column::Zero) => true,
            (Column::Same, Column::Zero) => {
                let n_zeros = self.columns[at..].iter().take_while(|&&column| column == Column::Zero).count();
                let before = self.columns[..at].iter().rev();
                let n_same = before.take_while(|&&column| column == Column::Same).count();
                FEWEST_SAME <= n_same
                    && 1 < n_zeros
                    && self.columns.get(at + n_zeros) == Some(&Column::Digits)
            }
            (Column::Padded, _) | (_, Column::Padded) => false,
            (before, now) => before.is_digit() != now.is_digit(),
        }
    }

    /// Returns the runs of columns with digits in all records. Runs end at the name of the type.
    pub(super) fn runs(&self) -> Vec<Range<usize>> {
        let mut runs: Vec<Range<usize>> = Vec::new();
        for at in (0..self.columns.len()).filter(|&at| self.columns[at].is_digit()) {
            match runs.last_mut() {
                Some(run) if run.end == at && !self.bounds.contains(&at) => run.end += 1,
                _ => runs.push(at..at + 1),
            }
        }
        runs
    }

    /// Returns the ranges within runs that neither begin nor end with zeros in all records.
    pub(super) fn ranges(&self) -> Vec<Range<usize>> {
        // In a few records, a number may end with a zero by chance.
        let may_end = |last: usize| self.members.len() < FEWEST_ALIKE || !self.is_zero(last);
        let mut found = Vec::new();
        for run in self.runs() {
            for start in run.clone().filter(|&start| !self.is_zero(start)) {
                let ends = start + 1..=run.end.min(start + MOST_DIGITS);
                found.extend(ends.filter(|end| may_end(end - 1)).map(|end| start..end));
            }
        }
        found
    }

    /// Returns the numbers of its records: what lies between two cuts in a run of digits.
    pub(super) fn fields(&self) -> Vec<Range<usize>> {
        let fields = self.runs().into_iter().flat_map(|run| {
            let inner = self.cuts.range(run.start + 1..run.end).copied();
            let bounds: Vec<usize> = [run.start].into_iter().chain(inner).chain([run.end]).collect();
            bounds.windows(2).map(|two| two[0]..two[1]).collect::<Vec<_>>()
        });
        fields.filter(|field| field.len() <= MOST_DIGITS).collect()
    }

    /// Whether a column is zero in all records.
    pub(super) fn is_zero(&self, at: usize) -> bool {
        self.columns[at] == Column::Zero
    }

    /// Extends a range to the left over columns of zeros, up to a cut or 15 digits.
    pub(super) fn with_zeros(&self, range: Range<usize>) -> Range<usize> {
        let mut start = range.start;
        while start + format::MOST_DIGITS > range.end
            && 0 < start
            && self.is_zero(start - 1)
            && !self.cuts.contains(&start)
        {
            start -= 1;
        }
        start..range.end
    }

    /// Whether a number seems to begin here: at a cut, behind a byte that is no digit, or with two
    /// leading zeros.
    pub(super) fn begins_at(&self, range: &Range<usize>) -> bool {
        let start = self.with_zeros(range.clone()).start;
        start + 2 <= range.start
            || self.cuts.contains(&start)
            || start == 0
            || self.columns[start - 1] == Column::Other
    }

    /// Cuts the records at both ends of a range.
    pub(super) fn cut_out(&mut self, range: &Range<usize>) {
        let inner = [range.start, range.end].into_iter().filter(|&at| 0 < at && at < self.columns.len());
        self.cuts.extend(inner);
    }
}

/// Returns the number of columns at the start that are the same in all records.
pub(super) fn n_same(records: &[&[u8]], width: usize) -> usize {
    let is_same = |&at: &usize| records.iter().all(|record| record[at] == records[0][at]);
    (0..width).take_while(is_same).count()
}

fn is_padded(byte: u8) -> bool {
    byte == b' ' || byte.is_ascii_digit()
}
