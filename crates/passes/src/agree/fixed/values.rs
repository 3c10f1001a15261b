//! Numbers in columns.

use std::ops::Range;

/// The most digits of a number.
pub(super) const MOST_DIGITS: usize = 12;

/// Returns the number in these columns of a record; `None` unless all of them are digits.
pub(super) fn number(record: &[u8], columns: Range<usize>) -> Option<u64> {
    let add = |value: u64, byte: &u8| byte.is_ascii_digit().then(|| 10 * value + u64::from(byte - b'0'));
    record[columns].iter().try_fold(0, add)
}

/// Returns the numbers in these columns of several records; `None` unless all of them are digits.
pub(super) fn numbers_in<'a>(
    records: impl Iterator<Item = &'a [u8]>,
    columns: &Range<usize>,
) -> Option<Vec<u64>> {
    records.map(|record| number(record, columns.clone())).collect()
}

/// Whether two ranges of columns have one in common.
pub(super) fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Returns the number of digits of a number, none for zero.
pub(super) fn n_digits(value: u64) -> usize {
    value.checked_ilog10().map_or(0, |log| log as usize + 1)
}
