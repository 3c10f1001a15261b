//! Which records belong to a record with totals.

/// Fewer records of a type have equal columns by chance; each is cut alone.
pub(super) const FEWEST_ALIKE: usize = 4;
/// The fewest records that are summed up.
pub(super) const FEWEST_SUMMED: usize = 2;

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
pub(super) fn owners(records: &[usize], totals: &[usize], side: Side) -> Option<Vec<usize>> {
    let owner = |record: &usize| match side {
        Side::Before => Some(totals.partition_point(|total| total < record)).filter(|&at| at < totals.len()),
        Side::Behind => totals.partition_point(|total| total < record).checked_sub(1),
    };
    records.iter().map(owner).collect()
}
