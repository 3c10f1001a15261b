//! Files of parts with lengths, counts, offsets and checksums, whose values follow when parts go.

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
