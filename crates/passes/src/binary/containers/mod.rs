//! Files with lengths, counts, offsets and checksums of their parts, which are recomputed when
//! parts are removed.

mod check;
mod checksum;
mod code;
mod cursor;
mod edits;
mod evaluation;
mod findings;
mod formats;
mod image;
mod kinds;
mod layout;
pub mod pass;
mod probing;
mod search;
mod state;
#[cfg(test)]
mod tests;
mod units;
