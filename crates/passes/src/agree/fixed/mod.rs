//! Records of fixed width: where the numbers that touch each other are cut, and which of them are
//! counts and sums.

mod columns;
mod copies;
mod counts;
mod nesting;
mod records;
mod scopes;
mod single_records;
mod source;
#[cfg(test)]
mod tests;
mod totals;
mod types;
mod values;

pub(super) use records::FixedRecords;
pub(super) use source::Source;
