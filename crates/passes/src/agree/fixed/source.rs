//! What the counts, sums and copies in records of fixed width are computed from.

/// What a number is computed from. All places are bytes of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Source {
    /// The number of these records, given by their first bytes.
    Records(Vec<usize>),
    /// One if there is any of these records, else zero.
    Any(Vec<usize>),
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
