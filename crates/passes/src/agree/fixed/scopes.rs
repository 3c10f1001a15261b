//! Which records belong to a record with totals, and what it may say about them.

/// Fewer records of a type have equal columns by chance; each is cut alone.
pub(super) const FEWEST_ALIKE: usize = 4;
/// The fewest records that are summed up.
pub(super) const FEWEST_SUMMED: usize = 2;

/// What a number is computed from. All places are bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Source {
    /// The number of these records, given by their first bytes.
    Records(Vec<usize>),
    /// The sum of the numbers that begin at these bytes.
    Sum(Vec<usize>),
    /// The number that begins at this byte.
    Copy(usize),
    /// The number of blocks of so many lines, the last of which is filled up with lines of one
    /// character.
    Blocks(usize),
}

/// Numbers that are computed from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Totals {
    /// The first bytes of the numbers.
    pub(in super::super) at: Vec<usize>,
    /// The alternatives, likeliest first, each with one source for each number.
    pub(in super::super) sources: Vec<Vec<Source>>,
}

/// Where the records are that belong to a record with totals.
#[derive(Clone, Copy)]
pub(super) enum Side {
    /// Between the last record of its type, and this one.
    Before,
    /// Between it and the next record of its type.
    Behind,
}

pub(super) const SIDES: [Side; 2] = [Side::Before, Side::Behind];

/// Returns for each of the records the place of the record with totals that it belongs to; `None`
/// if one belongs to none. All are numbers of records in ascending order.
pub(super) fn groups(records: &[usize], totals: &[usize], side: Side) -> Option<Vec<usize>> {
    let group = |record: &usize| match side {
        Side::Before => Some(totals.partition_point(|total| total < record)).filter(|&at| at < totals.len()),
        Side::Behind => totals.partition_point(|total| total < record).checked_sub(1),
    };
    records.iter().map(group).collect()
}
