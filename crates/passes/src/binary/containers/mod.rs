//! Files with lengths, counts, offsets and checksums of their parts, which are recomputed when
//! parts are removed.

mod check;
mod cursor;
mod edits;
mod evaluation;
mod findings;
pub(super) mod formats;
mod image;
pub(super) mod kinds;
mod layout;
pub mod pass;
mod probing;
mod search;
mod state;
#[cfg(test)]
mod tests;
mod units;
